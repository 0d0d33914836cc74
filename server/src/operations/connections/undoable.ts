import { type Fragment, fragment } from '../../core/sql.ts'
import { reviewStatuses } from '../../records/version.ts'

/**
 * The operation that undoes the event `e` of this user at this moment, from `factJoins` and `trashedJoin`; null if there is none:
 * the record has changed since, or was purged. A verdict or a resolution that came after the event is not the connection's to
 * take back. `limit 1` lets Postgres look up one row; for `exists`, it may read the whole table first.
 */
export function undoable(userId: string): Fragment {
  return fragment`case when e.actor->>'id' = ${userId}::text then case
    when e.type = 'comment.created' and c.id is not null then 'DELETE_COMMENT'
    when e.type = 'comment.resolved' and c.resolved_at <= e.created_at then 'REOPEN_COMMENT'
    when e.type = 'comment.reopened' and c.id is not null and c.resolved_at is null then 'RESOLVE_COMMENT'
    when e.type = 'reaction.created' and (
      select true from comment_reactions x where x.comment_id = c.id and x.user_id = ${userId} and x.type = e.data->>'type' limit 1)
      then 'DELETE_REACTION'
    when e.type = 'verdict.given' and v.status = any(${[...reviewStatuses]}) and (
      select true from verdicts x where x.version_id = v.id and x.user_id = ${userId} and x.verdict = e.data->>'verdict'
        and x.given_at <= e.created_at limit 1)
      then 'WITHDRAW_VERDICT'
    when e.type = 'review_request.created' and v.id is not null and (
      select true from review_requests x where x.id = (e.data #>> '{reviewRequest,id}')::uuid limit 1) then 'DELETE_REVIEW_REQUEST'
    when e.type = 'member.added' and (
      select true from project_members x where x.id = (e.data #>> '{member,id}')::uuid and x.role <> 'PROJECT_OWNER' limit 1)
      then 'REMOVE_MEMBER'
    when e.type = 'access_link.created' and (
      select true from access_links x where x.id = (e.data #>> '{accessLink,id}')::uuid limit 1) then 'DELETE_ACCESS_LINK'
    when e.type = 'skill.version_drafted' and skill.id is not null and (
      select true from skill_versions x where x.id = e.data #>> '{skillVersion,id}' and x.draft limit 1) then 'DELETE_SKILL_VERSION'
    when trashed.kind is not null then 'RESTORE_' || trashed.kind
  end end`
}

/**
 * To follow `events e`: the entry of the trash with the record that the event deleted, as long as it can be restored. A record that
 * was deleted with its folder or file has no entry of its own.
 */
export const trashedJoin = fragment`left join trash trashed on e.type like '%.deleted'
  and trashed.record_id = e.data #>> array[split_part(e.type, '.', 1), 'id'] and trashed.purged_at is null`
