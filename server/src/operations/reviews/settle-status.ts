import type { Caller } from '../../core/access.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { reviewRequestEvent } from '../../events/resource-events.ts'
import { isBlocked } from '../../records/approval.ts'
import { seesVersion, staleReason } from '../../records/review.ts'
import { reviewStatuses } from '../../records/version.ts'
import { changeStatus } from './change-status.ts'

type Settled = { id: string; revision: number }

/**
 * Gives versions the status that follows from their verdicts by their rule, and returns those that changed. Open problems keep a
 * version that needs checks from approval, and change nothing about one that is approved. A decision is that
 * of the person whose verdict it is, also when another person's change made that verdict count. The caller has
 * locked them in an earlier statement of the same transaction: this one then sees every verdict and request that others
 * committed before.
 */
export function settleStatus(
  sql: Sql,
  caller: Caller,
  versionIds: readonly string[],
  which: Fragment = fragment`true`,
): Promise<Settled[]> {
  const update = fragment`
    update versions v set status = settled.status, revision = v.revision + 1, updated_at = now(),
      statuses_ruled = v.statuses_ruled + 1, status_changed_at = now(),
      status_changed_by = case when settled.status = 'NEED_REVIEW' then ${caller.userId} else (
        select c.user_id from counted c where c.version_id = v.id and c.verdict = settled.status
        order by c.given_at desc, c.user_id limit 1) end
    from settled join chosen on chosen.id = settled.id
    where v.id = settled.id and settled.status <> chosen.status
    returning v.id, v.project_id, v.allow_restricted, v.created_at, v.revision, v.status, chosen.status as before`
  return sql<Settled>`
    with chosen as (
      select v.id, v.project_id, v.allow_restricted, v.status, v.reviews_started, v.require_no_problems,
        p.agent_verdicts_count,
        coalesce(v.review_rule, p.review_rule, 'ANY_ONE') as rule,
        case when v.review_rule is null then p.review_rule_user_id else v.review_rule_user_id end as rule_user_id
      from versions v join projects p on p.id = v.project_id
      where v.id = any(${versionIds}::uuid[]) and v.status = any(${reviewStatuses}::text[]) and ${which}
    ), counted as (
      select d.version_id, d.user_id, d.verdict, d.given_at
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
        when not exists (select from counted c where c.version_id = v.id) then 'NEED_REVIEW'
        when v.status <> 'APPROVED' and ${isBlocked} then 'NEED_REVIEW'
        else 'APPROVED' end as status
      from chosen v
    ), ${changeStatus(caller, update)}`
}

/**
 * Locks the versions `v` for which this SQL is true, all callers in one order, and settles them after a change of their
 * requests or their rule. It also locks versions without verdicts: their first verdict then waits for the new rule. The
 * status of a version without verdicts stays: an approval from before verdicts were recorded, by an account that is
 * deleted, has none.
 */
export async function settleReviews(sql: Sql, caller: Caller, which: Fragment): Promise<Settled[]> {
  const ids = await lockVersions(sql, which)
  if (ids.length === 0) return []
  return settleStatus(sql, caller, ids, fragment`exists (select from verdicts d where d.version_id = v.id)`)
}

async function lockVersions(sql: Sql, which: Fragment): Promise<string[]> {
  const versions = await sql<{ id: string }>`
    select v.id from versions v where ${which} order by v.id for no key update`
  return versions.map(({ id }) => id)
}

/**
 * Deletes the requests `q` for which this SQL is true to people who no longer see the version, and settles the versions.
 * Versions are locked before requests, as everywhere.
 */
export async function releaseReviewers(sql: Sql, caller: Caller, which: Fragment): Promise<void> {
  const asked = fragment`v.id in (select q.version_id from review_requests q where ${which})`
  const ids = await lockVersions(sql, asked)
  if (ids.length === 0) return
  await sql`
    with deleted as (
      delete from review_requests q using versions v
      where v.id = q.version_id and v.id = any(${ids}::uuid[]) and ${which}
        and not ${seesVersion(fragment`q.user_id`)}
      returning q.id, q.version_id, q.project_id, q.user_id
    )
    ${emit(reviewRequestEvent('review_request.deleted', caller, fragment`deleted it`))}`
  await settleReviews(sql, caller, fragment`v.id = any(${ids}::uuid[])`)
}
