import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, expectMany, keysetPage } from '../../core/pages.ts'
import { deleterJoins, TrashEntry, type TrashRow, trashColumns, trashRecord } from '../../records/trash.ts'

export const listWorkspaceTrash = defineOperation({
  http: 'QUERY /api/workspace/trash',
  client: 'workspace.trash',
  summary: 'List the deleted skills of the workspace that can be restored, newest first.',

  scope: 'skills:read',
  workspaceRole: 'MEMBER',
  tier: 'default',

  input: z.strictObject({ ...cursorInput }),
  output: [200, cursorPage(TrashEntry)],

  async handler(cursor, { sql, caller: { workspaceId }, cursors }) {
    const page = keysetPage(cursors, cursor, {
      binding: ['listWorkspaceTrash', workspaceId],
      columns: [
        ['t.deleted_at', 'timestamptz'],
        ['t.id', 'uuid'],
      ],
      direction: 'desc',
      within: [['t.workspace_id', 'uuid', workspaceId]],
    })
    const rows = await sql<TrashRow>`
      select ${trashColumns} from (
        select t.* from trash t ${expectMany}
        where t.project_id is null and t.purged_at is null ${page.after}
        ${page.order}
      ) t ${deleterJoins}
      ${page.order}`
    return page.of(rows, ({ deletedAt, id }) => [deletedAt, id], trashRecord)
  },
})
