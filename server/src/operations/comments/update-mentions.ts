import type { ContextFields } from '../../core/operation.ts'
import { readMentions } from '../../records/mention.ts'
import type { LockedComment } from './lock-comment.ts'
import { hasMentions, refuseMentions, requireFew, requireMember } from './mention-people.ts'

/**
 * Stores the mentions in the new text of a locked comment, and returns those that this comment never had before. Only
 * mentions that an edit adds are checked: a person who has lost access since does not prevent the correction of a typo.
 */
export async function updateMentions(
  { sql, access, caller }: Pick<ContextFields, 'sql' | 'access' | 'caller'>,
  commentId: string,
  { fileId, hasMentions: hadMentions, mentionsEveryone }: LockedComment,
  content: string | null,
): Promise<{ users: string[]; everyone: boolean }> {
  const mentions = readMentions(content)
  if (!hasMentions(mentions) && !hadMentions) return { users: [], everyone: false }
  const { users, everyone } = mentions
  requireMember(caller, mentions)
  requireFew(users.size)
  const known = await sql<{ id: string; current: boolean }>`
    select user_id as id, current from comment_mentions where comment_id = ${commentId}`
  const isCurrent = (id: string) => known.some((one) => one.id === id && one.current)
  const added = new Map([...users].filter(([id]) => !isCurrent(id)))
  await refuseMentions(sql, access, fileId, { users: added, everyone: everyone && mentionsEveryone !== true })
  const ids = [...users.keys()]
  await sql`
    with dropped as (
      update comment_mentions set current = false
      where comment_id = ${commentId} and current and user_id <> all(${ids}::uuid[])
    ), added as (
      insert into comment_mentions (comment_id, user_id)
      select ${commentId}::uuid, id from unnest(${[...added.keys()]}::uuid[]) as id
      on conflict on constraint comment_mentions_pkey do update set current = true
    )
    update comments set has_mentions = true, mentions_everyone = ${mentionsEveryone === null ? everyone || null : everyone}::boolean
    where id = ${commentId}`
  return {
    users: ids.filter((id) => !known.some((one) => one.id === id)),
    everyone: everyone && mentionsEveryone === null,
  }
}
