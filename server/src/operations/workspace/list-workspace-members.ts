import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, keysetPage } from '../../core/pages.ts'
import { containing } from '../../core/pattern.ts'
import { text } from '../../core/schemas.ts'
import { fragment, nothing } from '../../core/sql.ts'
import { memberRecord, userColumns, WorkspaceMember, type WorkspaceMemberRow } from '../../records/member.ts'

export const listWorkspaceMembers = defineOperation({
  http: 'QUERY /api/workspace-members',
  tool: 'list_workspace_members',
  summary: 'List the members of the workspace, in the order in which they joined.',

  scope: 'workspace-members:read',
  workspaceRole: 'MEMBER',
  tier: 'default',

  input: z.strictObject({
    keyword: text(1, 100)
      .nullish()
      .describe('A part of the name or the e-mail address, without regard to case.'),
    ...cursorInput,
  }),
  output: [200, cursorPage(WorkspaceMember)],

  async handler({ keyword, ...cursor }, { sql, caller, cursors }) {
    const page = keysetPage(cursors, cursor, {
      binding: ['listWorkspaceMembers', caller.workspaceId, keyword ?? null],
      within: [['w.workspace_id', 'uuid', caller.workspaceId]],
      columns: [['w.id', 'uuid']],
      direction: 'asc',
    })
    const rows = await sql<WorkspaceMemberRow>`
      select w.id, w.role, ${userColumns}
      from workspace_members w join users u on u.id = w.user_id
      where true ${keyword == null ? nothing : memberContains(keyword)} ${page.after} ${page.order}`
    return page.of(rows, (row) => [row.id], memberRecord)
  },
})

function memberContains(keyword: string) {
  const pattern = containing(keyword)
  return fragment`and (u.name ilike ${pattern} or w.display_name ilike ${pattern} or u.email ilike ${pattern})`
}
