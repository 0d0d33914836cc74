import { z } from 'zod'
import { type Caller, hasWorkspaceRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, expectMany, keysetPage } from '../../core/pages.ts'
import { ConnectionId } from '../../core/schemas.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { eventAccess, isVisible } from '../../events/visible-events.ts'
import { excerptOf, linkOf, placeOf } from '../../events/webhooks/chat/compose.ts'
import { type Fact, factColumns, factJoins } from '../../events/webhooks/chat/facts.ts'
import { deedOf } from '../../events/webhooks/chat/sentences.ts'
import { Event } from '../../records/event.ts'
import { notDestroyed } from '../../records/project.ts'
import { trashKinds } from '../../records/trash-kind.ts'
import { trashedJoin, undoable } from './undoable.ts'

const undos = [
  'DELETE_COMMENT',
  'RESOLVE_COMMENT',
  'REOPEN_COMMENT',
  'DELETE_REACTION',
  'WITHDRAW_VERDICT',
  'DELETE_REVIEW_REQUEST',
  'REMOVE_MEMBER',
  'DELETE_ACCESS_LINK',
  'DELETE_SKILL_VERSION',
  ...trashKinds.map((kind) => `RESTORE_${kind}` as const),
] as const

const Activity = z
  .object({
    event: Event,
    text: z.string().describe('What was done, in a sentence: `Commented on Teaser.mov at 00:00:12:05`.'),
    excerpt: z.string().nullable().describe('The text of the comment, at this moment.'),
    url: z.url().describe('The page of the web app that shows it.'),
    project: z.object({ id: z.string(), name: z.string() }).nullable(),
    deleted: z.boolean().describe('Whether the comment, file, version or skill was deleted since.'),
    undo: z
      .enum(undos)
      .nullable()
      .describe(
        'The operation that undoes it now; null if there is none, or if it was done for somebody else.',
      ),
  })
  .meta({ id: 'ConnectionActivity' })

type Row = Fact & {
  number: number
  event: Event
  undo: (typeof undos)[number] | null
  trashedName: string | null
}

export const listConnectionActivity = defineOperation({
  http: 'GET /api/connections/:connectionId/activity',
  client: 'connections.activity',
  summary:
    'List what an API key or a connected app did, newest first, for as long as events are stored. Administrators see the keys of the whole workspace; of other people, only what happened in projects that they see.',

  scope: null,
  credential: 'session',
  tier: 'default',

  input: z.strictObject({ connectionId: ConnectionId, ...cursorInput }),
  output: [200, cursorPage(Activity)],

  async handler({ connectionId, ...cursor }, { sql, caller, cursors, origin }) {
    const workspaceId = await findWorkspace(sql, caller, connectionId)
    const page = keysetPage(cursors, cursor, {
      binding: ['listConnectionActivity', connectionId],
      columns: [['e.number', 'bigint']],
      direction: 'desc',
      within: [['e.connection_id', 'uuid', connectionId]],
      hideValues: true,
    })
    // First the events of the page, one after the other until it is full; then what each of them is about.
    const rows = await sql<Row>`
      with reader as materialized (
        select * from workspace_members where workspace_id = ${workspaceId} and user_id = ${caller.userId}
      ), shown as materialized (
        select e as record, seen.role, ${page.number} as n
        from events e ${expectMany} cross join lateral (
          select r.role from reader here
          ${eventAccess({ userId: fragment`${caller.userId}::uuid`, isGuest: fragment`(here.role = 'GUEST')` })}
          where here.workspace_id = e.workspace_id and ${isVisible} offset 0
        ) seen
        where e.connection_id is not null ${page.after}
        ${page.order}
      )
      select e.number, event_json(shown.record) as event, ${undoable(caller.userId)} as undo, trashed.name as "trashedName",
        ${factColumns}
      from shown cross join lateral (select (shown.record).*) e
      cross join lateral (select shown.role) r
      left join projects p on p.id = e.project_id and ${notDestroyed}
      ${factJoins} ${trashedJoin}
      order by shown.n`
    const shown = origin()
    return page.of(
      rows,
      ({ number }) => [number],
      (row) => ({
        event: row.event,
        text: `${deedOf(row)}${row.trashedName ? `: ${row.trashedName}` : placeOf(row)}`,
        excerpt: excerptOf(row),
        url: linkOf(row, shown),
        project: row.projectId === null ? null : { id: row.projectId, name: row.projectName! },
        deleted: isDeleted(row),
        undo: row.undo,
      }),
    )
  },
})

/** Facts are read at this moment: a record that is gone has no id. */
function isDeleted({ type, data, commentId, fileId, versionId, skillId }: Row): boolean {
  if (type.endsWith('.deleted')) return false
  const records = [
    [data.comment, commentId],
    [data.file, fileId],
    [data.version, versionId],
    [data.skill, skillId],
  ]
  return records.some(([then, now]) => then != null && now === null)
}

/** The workspace of a key that the caller sees, also when it is revoked, or of an app of the caller. */
async function findWorkspace(sql: Sql, caller: Caller, connectionId: string): Promise<string> {
  const isAdmin = hasWorkspaceRole(caller.workspaceRole, 'ADMIN')
  const own = fragment`user_id = ${caller.userId}`
  const [connection] = await sql<{ workspaceId: string }>`
    select workspace_id as "workspaceId" from api_keys
    where id = ${connectionId} and workspace_id = ${caller.workspaceId} and (${isAdmin} or ${own})
    union all select workspace_id from oauth_grants where id = ${connectionId} and ${own}`
  if (!connection) throw new ApiError('not_found')
  return connection.workspaceId
}
