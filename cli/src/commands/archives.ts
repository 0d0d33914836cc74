// Download files, folders or a version as one ZIP, with a progress bar.
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { Archive, CreateArchiveFields } from '@dailies/sdk'
import type { Context } from '../context.ts'
import { usageError } from '../kit/errors.ts'
import { isOn, lastText, type Parsed } from '../kit/flags.ts'
import { oneLine } from '../kit/terminal-text.ts'
import { destination } from '../output/destination.ts'
import { startProgress } from '../output/progress.ts'
import { rememberDownload, unfinishedDownload } from '../settings/unfinished-downloads.ts'

export async function downloadArchive({ args, values }: Parsed, context: Context): Promise<void> {
  const [projectId, ...fileIds] = args as [string, ...string[]]
  const fields = fieldsOf(fileIds, values)
  const out = lastText(values, 'out')
  if (out === '-') return writeToStdout(projectId, fields, context)
  const { url } = await context.target()
  const mark = `${url} ${projectId} ${JSON.stringify(fields)} ${resolve(out ?? '.')}`
  const earlier = isOn(values, 'resume') ? await unfinishedDownload(context.config, mark) : undefined
  if (isOn(values, 'resume') && !earlier)
    await context.say('No interrupted download found; starting from the beginning.')
  const client = await context.client()
  const { signal } = context.io
  const archive = earlier?.archive ?? (await client.archives.create(projectId, fields, { signal }))
  await sayWhatIsMissing(archive, context)
  const path = earlier?.path ?? (await destination(out, archive.name, isOn(values, 'force')))
  await save({ projectId, archive, path, mark }, context)
  if (context.json) await context.printJson({ ...archive, path })
  else await context.print(`${oneLine(path)}\n`)
}

type Saving = { projectId: string; archive: Archive; path: string; mark: string }

async function save({ projectId, archive, path, mark }: Saving, context: Context): Promise<void> {
  const client = await context.client()
  const partial = join(dirname(path), `dailies-${archive.id}.part`)
  await rememberDownload(context.config, mark, { archive, path })
  const progress = startProgress(context, archive.name, archive.byteSize)
  let isDone = false
  try {
    await client.archives.download(
      projectId,
      {},
      {
        ...{ to: path, partial, resume: archive, signal: context.io.signal },
        onProgress: ({ loaded }) => progress.update(loaded),
      },
    )
    isDone = true
  } finally {
    await progress.end()
    if (isDone) await rememberDownload(context.config, mark, undefined)
    else await context.say('Repeat the command with --resume to continue the download.')
  }
}

async function writeToStdout(
  projectId: string,
  fields: CreateArchiveFields,
  context: Context,
): Promise<void> {
  const client = await context.client()
  const { stream, archive } = await client.archives.download(projectId, fields, { signal: context.io.signal })
  await sayWhatIsMissing(archive, context)
  for await (const chunk of Readable.fromWeb(stream)) await context.io.stdout.write(chunk)
}

function fieldsOf(fileIds: readonly string[], values: Parsed['values']): CreateArchiveFields {
  const folders = (values.get('folder') ?? []).map(String)
  const version = lastText(values, 'version')
  if (fileIds.length + folders.length === 0 && version === undefined)
    throw usageError('Name at least one file, or give --folder or --version.')
  return {
    ...(fileIds.length > 0 ? { files: references(fileIds) } : {}),
    ...(folders.length > 0 ? { folders: references(folders) } : {}),
    ...(version === undefined ? {} : { version: { id: version } }),
    ...(isOn(values, 'proxies') ? { variant: 'PROXY' } : {}),
    ...(isOn(values, 'comments') ? { comments: true } : {}),
  }
}

function references(ids: readonly string[]): { id: string }[] {
  return ids.map((id) => ({ id }))
}

const reasons = {
  YOUTUBE: 'the video is on YouTube',
  NOT_READY: 'it is not ready',
  NO_PROXY: 'files of this kind have no proxy',
}

async function sayWhatIsMissing({ skipped, skippedCount }: Archive, { say }: Context): Promise<void> {
  for (const { name, reason } of skipped) await say(`Left out: ${oneLine(name)}: ${reasons[reason]}.`)
  const more = skippedCount - skipped.length
  if (more > 0) await say(`Left out: ${more} more files.`)
}
