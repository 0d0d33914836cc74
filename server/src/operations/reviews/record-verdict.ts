// Recording and withdrawing the caller's verdict on a version that `lockVersion` has locked.
import type { Caller } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { verdictEvent } from '../../events/resource-events.ts'
import { addTask, type QueuedTask } from '../../queue/tasks.ts'
import { reviewedFiles } from '../../records/review.ts'
import { reviewStatuses, type Verdict, type VersionStatus } from '../../records/version.ts'
import { unhashedOriginals } from '../../storage/original-hashes.ts'

type Given = { verdict: Verdict; note: string | null }
type Place = { sql: Sql; access: Fragment; caller: Caller; versionId: string }

/**
 * Records the verdict, in place of the caller's last one. A repetition changes nothing. It joins `access` once more, because
 * the caller may have lost their role while they waited for the lock.
 */
export async function recordVerdict({ sql, access, caller, versionId }: Place, { verdict, note }: Given) {
  const [recorded] = await sql`
    with given as (
      insert into verdicts as d
        (id, version_id, project_id, user_id, user_name, role, verdict, note, agent, files, review)
      select ${newUuid()}::uuid, v.id, v.project_id, u.id, coalesce(w.display_name, u.name),
        case when access.guest_id is null then access.role end,
        ${verdict}, ${note}, ${caller.agent}, ${reviewedFiles}, v.reviews_started
      from ${access} join versions v on v.id = ${versionId} join users u on u.id = access.user_id
      left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id
      on conflict on constraint verdicts_user_key do update
        set user_name = excluded.user_name, role = excluded.role, verdict = excluded.verdict, note = excluded.note,
          agent = excluded.agent, files = excluded.files, review = excluded.review, given_at = excluded.given_at
        where (d.verdict, d.note, d.agent, d.files, d.review)
          is distinct from (excluded.verdict, excluded.note, excluded.agent, excluded.files, excluded.review)
      returning d.version_id, d.project_id, d.user_id, d.verdict, d.agent
    ), emitted as (${emit(verdictEvent('verdict.given', caller, fragment`given it`))})
    select access.role from ${access}`
  if (!recorded) throw new ApiError('not_found')
  const [unhashed] = await sql`select o.id from ${unhashedOriginals(versionId)} limit 1`
  if (unhashed) await addTask(sql, hashTask(versionId))
}

/** Computes the SHA-256 of the originals of a version, for its receipt. */
export function hashTask(versionId: string): QueuedTask {
  return { task: 'hash-originals', payload: { versionId }, key: `hash-originals:${versionId}` }
}

/** Returns whether there was a verdict. */
export async function withdraw({ sql, caller, versionId }: Omit<Place, 'access'>): Promise<boolean> {
  const rows = await sql`
    with withdrawn as (
      delete from verdicts d where d.version_id = ${versionId} and d.user_id = ${caller.userId}
      returning d.version_id, d.project_id, d.user_id, d.verdict, d.agent
    ), emitted as (${emit(verdictEvent('verdict.withdrawn', caller, fragment`withdrawn it`))})
    select version_id from withdrawn`
  return rows.length > 0
}

/** Refuses verdicts while a version is not under review. */
export function requireUnderReview(status: VersionStatus): void {
  if (reviewStatuses.includes(status)) return
  const message = `The version is ${status} and takes no verdicts. They are possible while it is ${reviewStatuses.join(' or ')}.`
  throw new ApiError('illegal_transition', { message })
}
