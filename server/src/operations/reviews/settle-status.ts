import type { Caller } from '../../core/access.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { reviewRequestEvent, versionEvent } from '../../events/resource-events.ts'
import { seesVersion, staleReason } from '../../records/review.ts'
import { reviewStatuses } from '../../records/version.ts'

/**
 * Gives versions the status that follows from their verdicts by their rule, and returns those that changed. The caller has
 * locked them in an earlier statement of the same transaction: this one then sees every
 * verdict and request that others committed before.
 */
export function settleStatus(
  sql: Sql,
  caller: Caller,
  versionIds: readonly string[],
): Promise<{ id: string; revision: number }[]> {
  const move = { status: { from: fragment`it.before`, to: fragment`it.status` } }
  return sql<{ id: string; revision: number }>`
    with chosen as (
      select v.id, v.project_id, v.allow_restricted, v.status, v.reviews_started, p.agent_verdicts_count,
        coalesce(v.review_rule, p.review_rule, 'ANY_ONE') as rule,
        case when v.review_rule is null then p.review_rule_user_id else v.review_rule_user_id end as rule_user_id
      from versions v join projects p on p.id = v.project_id
      where v.id = any(${versionIds}::uuid[]) and v.status = any(${reviewStatuses}::text[])
    ), counted as (
      select d.version_id, d.user_id, d.verdict
      from chosen v join verdicts d on d.version_id = v.id
      where ${staleReason} is null and (not d.agent or v.agent_verdicts_count)
        and (v.rule <> 'NAMED_PERSON' or d.user_id = v.rule_user_id)
    ), asked as (
      select v.id as version_id, exists (select from counted c
        where c.version_id = v.id and c.user_id = q.user_id and c.verdict = 'APPROVED') as approved
      from chosen v join review_requests q on q.version_id = v.id
      where v.rule = 'ALL_REQUESTED' and ${seesVersion(fragment`q.user_id`)}
    ), settled as (
      select v.id, case
        when exists (select from counted c where c.version_id = v.id and c.verdict = 'REJECTED') then 'REJECTED'
        when exists (select from counted c where c.version_id = v.id and c.verdict = 'NEED_EDIT') then 'NEED_EDIT'
        when exists (select from asked a where a.version_id = v.id and not a.approved) then 'NEED_REVIEW'
        when exists (select from counted c where c.version_id = v.id) then 'APPROVED'
        else 'NEED_REVIEW' end as status
      from chosen v
    ), updated as (
      update versions v set status = settled.status, revision = v.revision + 1, updated_at = now(),
        statuses_ruled = v.statuses_ruled + 1, status_changed_at = now(), status_changed_by = ${caller.userId}
      from settled join chosen on chosen.id = settled.id
      where v.id = settled.id and settled.status <> chosen.status
      returning v.id, v.project_id, v.allow_restricted, v.revision, chosen.status as before, v.status
    ), emitted as (${emit(versionEvent('version.status_changed', caller, fragment`updated it`, move))})
    select id, revision from updated`
}

/**
 * Settles the versions `v` for which this SQL is true, after a change of their requests or their rule. The status of a version
 * without verdicts stays: an approval from before verdicts were recorded, by an account that is deleted, has none. All callers
 * lock in one order.
 */
export async function settleReviews(sql: Sql, caller: Caller, which: Fragment) {
  const versions = await sql<{ id: string }>`
    select v.id from versions v
    where ${which} and exists (select from verdicts d where d.version_id = v.id)
    order by v.id for no key update`
  if (versions.length === 0) return []
  const ids = versions.map(({ id }) => id)
  return settleStatus(sql, caller, ids)
}

/** Deletes the requests `q` for which this SQL is true to people who no longer see the version, and settles the versions. */
export async function releaseReviewers(sql: Sql, caller: Caller, which: Fragment): Promise<void> {
  const deleted = await sql<{ versionId: string }>`
    with deleted as (
      delete from review_requests q using versions v
      where v.id = q.version_id and ${which} and not ${seesVersion(fragment`q.user_id`)}
      returning q.id, q.version_id, q.project_id, q.user_id
    ), emitted as (${emit(reviewRequestEvent('review_request.deleted', caller, fragment`deleted it`))})
    select version_id as "versionId" from deleted`
  if (deleted.length === 0) return
  const ids = deleted.map(({ versionId }) => versionId)
  await settleReviews(sql, caller, fragment`v.id = any(${ids}::uuid[])`)
}
