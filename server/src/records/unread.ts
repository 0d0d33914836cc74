// The number of unread notifications of a person, as the bell of the web app shows it.
import { z } from 'zod'
import { Timestamp } from '../core/schemas.ts'
import { fragment, type Sql, verbatim } from '../core/sql.ts'
import { roleJoins, seenEvents } from './notification.ts'

/** Counting reads at most this many notifications: the bell shows “99+”. */
export const mostUnread = 100

/** The data of the `unread` signal. It replaces the previous one. */
export const UnreadSignal = z
  .object({
    type: z.literal('unread'),
    unread: z.int().describe(`Number of unread notifications; counts up to ${mostUnread}.`),
    newest: Timestamp.nullable().describe('When the newest of them changed; null if there are none.'),
  })
  .meta({ id: 'UnreadSignal' })
export type UnreadSignal = z.output<typeof UnreadSignal>

export type UnreadCount = Omit<UnreadSignal, 'type'>

/** Counts for many people in one statement, in their order; nothing for a person who has left the workspace. */
export async function countUnread(
  sql: Sql,
  people: readonly { workspaceId: string; userId: string }[],
): Promise<UnreadCount[]> {
  const workspaces = people.map(({ workspaceId }) => workspaceId)
  const users = people.map(({ userId }) => userId)
  const rows = await sql<UnreadCount & { place: number }>`
    select person.place, count(item.updated_at)::integer as unread, max(item.updated_at) as newest
    from unnest(${workspaces}::uuid[], ${users}::uuid[]) with ordinality as person (workspace_id, user_id, place)
    join workspace_members m on m.workspace_id = person.workspace_id and m.user_id = person.user_id
    left join lateral (
      select n.updated_at from notifications n ${roleJoins(fragment`(m.role = 'GUEST')`)}
      where n.workspace_id = m.workspace_id and n.user_id = m.user_id and n.read_at is null
        and exists (${seenEvents})
      order by n.updated_at desc ${verbatim(`limit ${mostUnread}`)}
    ) item on true
    group by person.place`
  const counts: UnreadCount[] = people.map(() => ({ unread: 0, newest: null }))
  for (const { place, unread, newest } of rows) counts[place - 1] = { unread, newest }
  return counts
}
