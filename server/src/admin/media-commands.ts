import { failure, usageError } from '../../../cli/src/kit/errors.ts'
import { printable } from '../../../cli/src/kit/terminal-text.ts'
import { isPrefixedId, isUuid } from '../core/ids.ts'
import { fragment, nothing } from '../core/sql.ts'
import { firstLane, mediaTypes, priorities } from '../queue/media-tasks.ts'
import { describeSandbox, sandboxReport, useSandbox } from '../sandbox/sandbox.ts'
import { defineCommand, flag, optional } from './command.ts'
import { count, table } from './output.ts'

export const mediaRebuild = defineCommand({
  name: 'media rebuild',
  summary: 'Rebuild the previews of all files, or of the files that the options select.',
  details:
    'The work is done by the server or a worker, after newer uploads. Existing previews are shown until they are\n' +
    'replaced. Use it after ffmpeg was installed (--failed), after a restore without the files of S3, or to read the\n' +
    'technical details and checksums of files that an earlier release has processed.',
  options: {
    project: optional('ID', 'only files of this project', projectId),
    file: optional('ID', 'only this file', fileId),
    failed: flag('only files whose previews failed'),
  },
  concerns: ({ project, file }) => {
    if (file !== undefined) return { of: 'file', id: file }
    return project === undefined ? 'all' : { of: 'project', id: project }
  },
  async run({ project, file, failed: onlyFailed = false }, { database }) {
    const queued = await database.transaction(async (sql) => {
      // A large archive may take long.
      await sql`set local statement_timeout = 0`
      return sql<{ id: string }>`
        insert into media as m (file_id, lane, priority)
        select f.id, ${firstLane(fragment`f.mime_type`)}, ${priorities.rebuild} from all_files f
        where f.status = 'UPLOADED' and f.object_id is not null and f.mime_type ~ ${mediaTypes}
          ${project === undefined ? nothing : fragment`and f.project_id = ${project}`}
          ${file === undefined ? nothing : fragment`and f.id = ${file}`}
          ${onlyFailed ? fragment`and exists (select from media old where old.file_id = f.id and old.state = 'FAILED')` : nothing}
        on conflict on constraint media_pkey do update
        set state = 'PENDING', attempt = m.attempt + 1, tries = 0, cut_offs = 0, revision = gen_random_uuid(),
          lane = excluded.lane, priority = excluded.priority, done = '{}', stage = null, progress = null, failure_code = null,
          failure_message = null, failure_retryable = null, queued_at = excluded.queued_at, started_at = null,
          ended_at = null
        returning m.file_id as id`
    })
    if (file !== undefined && queued.length === 0 && !onlyFailed) {
      throw failure(`there is no file ${file} with previews`)
    }
    const text =
      `${count(queued.length, 'file')} ${queued.length === 1 ? 'is' : 'are'} queued. ` +
      '`admin media status` shows how far it is.'
    return { json: { files: queued.length }, text }
  },
})

type Failure = { fileId: string; name: string; code: string; message: string }

const shownFailures = 20

export const mediaStatus = defineCommand({
  name: 'media status',
  summary:
    'Show how many files wait for their previews, have them, or failed, and why; and the sandbox of this machine.',
  options: {},
  concerns: () => null,
  async run(_values, { config, database: { sql } }) {
    useSandbox(config.media.sandbox === 'off' ? 'off' : 'auto', config.dataDir)
    const sandbox = { ...(await sandboxReport()), mode: config.media.sandbox }
    const states = await sql<{ state: string; files: number }>`
      select state, count(*) as files from media group by state`
    const [stored] = await sql<{ derivatives: number; bytes: number }>`
      select count(*) as derivatives, coalesce(sum(o.size), 0)::bigint as bytes
      from media_derivatives d join objects o on o.id = d.object_id`
    const failures = await sql<Failure>`
      select m.file_id as "fileId", f.name, m.failure_code as code, m.failure_message as message
      from media m join files f on f.id = m.file_id
      where m.state = 'FAILED' order by m.ended_at desc limit ${shownFailures}`
    const filesIn = (state: string) => states.find((row) => row.state === state)?.files ?? 0
    const files = {
      pending: filesIn('PENDING'),
      processing: filesIn('PROCESSING'),
      ready: filesIn('READY'),
      failed: filesIn('FAILED'),
    }
    const { derivatives, bytes } = stored!
    const text = `${statusText(files, stored!, failures)}\n\n${describeSandbox(sandbox)}`
    return { json: { files, derivatives, bytes, failures, sandbox }, text }
  },
})

function statusText(
  files: Record<string, number>,
  { derivatives, bytes }: { derivatives: number; bytes: number },
  failures: Failure[],
): string {
  const megabytes = (bytes / 1_000_000).toFixed(1)
  const counts = table(['PENDING', 'PROCESSING', 'READY', 'FAILED'], [Object.values(files).map(String)])
  const stored = `${count(derivatives, 'derivative')}, ${megabytes} MB`
  if (failures.length === 0) return `${counts}\n\n${stored}`
  const rows = failures.map((one) => [one.fileId, one.code, printable(one.name), one.message])
  return `${counts}\n\n${stored}\n\nThe latest failures:\n${table(['FILE', 'CODE', 'NAME', 'WHY'], rows)}`
}

function projectId(value: string): string {
  if (isUuid(value)) return value.toLowerCase()
  throw usageError(`"${value}" is not the ID of a project (a UUID)`)
}

function fileId(value: string): string {
  if (isPrefixedId('FX', value)) return value
  throw usageError(`"${value}" is not the ID of a file (FX…)`)
}
