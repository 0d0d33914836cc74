import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError, unknownReference } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId, text } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import { queuedAgain } from '../../media/checks/check-rows.ts'
import { loadNumbers } from '../../media/checks/load-numbers.ts'
import { namedProfile, type ProfileOfFile, profileOf } from '../../media/checks/profile-of.ts'
import {
  emitChecked,
  type Results,
  replaceFindings,
  resultColumns,
  resultsOf,
} from '../../media/checks/store-results.ts'
import { Checks } from '../../records/checks.ts'
import { readChecks } from './read-checks.ts'

export const runChecks = defineOperation({
  http: 'POST /api/files/:fileId/checks.run',
  client: 'checks.run',
  tool: 'run_checks',
  summary:
    'Check a file again, by the check profile of its project or another one. A measured file is judged at once; another one is measured first.',
  toolUse: 'Use it with another check profile; get_checks shows the state.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  tier: 2,

  input: z.strictObject({
    fileId: FileId,
    profileId: text(1, 64)
      .nullish()
      .describe('web, ebu, social, vfx or the ID of a check profile. Default: the one of the project.'),
  }),
  output: [202, Checks],

  conflicts: ['checks_off', 'file_not_ready'],

  async prepare({ fileId, profileId }, { sql, storage, checks }) {
    if (!checks) throw new ApiError('checks_off')
    const profile = await requireProfile(sql, fileId, profileId ?? null)
    const numbers = await loadNumbers(sql, storage, fileId)
    return numbers && { objectId: numbers.objectId, results: resultsOf(numbers.measured, profile) }
  },

  transaction: true,
  async handler({ fileId, profileId = null }, { sql, caller, checks }, judged) {
    const [media] = await sql<{ ready: boolean }>`
      select m.state = 'READY' as ready from files f left join media m on m.file_id = f.id
      where f.id = ${fileId} for update of f`
    if (!media) throw new ApiError('not_found')
    if (!media.ready)
      throw new ApiError('file_not_ready', {
        message: 'The previews of this file are not ready: it can be checked when they are.',
      })
    const isStored = judged !== undefined && (await storeResults(sql, fileId, judged))
    if (isStored || (await queue(sql, fileId, profileId))) await emitChecked(sql, fileId, caller)
    return (await readChecks(sql, fileId, { on: checks }))!
  },
})

async function requireProfile(sql: Sql, fileId: string, profileId: string | null): Promise<ProfileOfFile> {
  if (profileId === null) {
    const setting = await profileOf(sql, fileId)
    if (!setting) throw new ApiError('not_found')
    return setting.profile
  }
  const profile = await namedProfile(sql, fileId, profileId)
  if (!profile) throw new ApiError('invalid_request', { errors: [unknownReference('/profileId')] })
  return profile
}

/** False if the file is being measured again, or its numbers were replaced meanwhile. */
async function storeResults(
  sql: Sql,
  fileId: string,
  { objectId, results }: { objectId: string; results: Results },
): Promise<boolean> {
  const stored = await sql`
    update checks c set state = 'READY', attempt = attempt + 1, progress = null, failure_code = null, failure_message = null,
      failure_retryable = null, ended_at = clock_timestamp(), ${resultColumns(results)}
    from media_derivatives d where c.file_id = ${fileId} and d.file_id = c.file_id and d.object_id = ${objectId}
      and c.state in ('READY', 'FAILED') returning c.file_id`
  if (stored.length === 0) return false
  await replaceFindings(sql, fileId, results.findings)
  return true
}

/**
 * Checks that run or wait go on; they are judged by the check profile that was asked for last. False if they were asked for
 * already.
 */
async function queue(sql: Sql, fileId: string, profileId: string | null): Promise<boolean> {
  const waiting = await sql`
    update checks set requested_profile_id = ${profileId} where file_id = ${fileId} and state in ('QUEUED', 'MEASURING')
    returning file_id`
  if (waiting.length > 0) return false
  await sql`
    insert into checks as c (file_id, revision, requested_profile_id)
    select file_id, revision, ${profileId} from media where file_id = ${fileId}
    on conflict on constraint checks_pkey do update set ${queuedAgain}`
  return true
}
