import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, keysetPage } from '../../core/pages.ts'
import { text } from '../../core/schemas.ts'
import { search } from '../../core/search.ts'
import { type Fragment, fragment } from '../../core/sql.ts'
import { memberRecord, userColumns, WorkspaceMember, type WorkspaceMemberRow } from '../../records/member.ts'

export const listWorkspaceMembers = defineOperation({
  http: 'QUERY /api/workspace-members',
  client: 'workspaceMembers.list',
  tool: 'list_workspace_members',
  summary:
    'List the members of the workspace in the order in which they joined; with a keyword, the best matches first.',
  toolUse: "Use it to find a user's id by name or e-mail.",

  scope: 'workspace-members:read',
  workspaceRole: 'MEMBER',
  tier: 'default',

  input: z.strictObject({
    keyword: text(1, 100)
      .nullish()
      .describe(
        'A part of the name or the e-mail address, or the name but for a typo. The best matches come first.',
      ),
    ...cursorInput,
  }),
  output: [200, cursorPage(WorkspaceMember)],

  async handler({ keyword, ...cursor }, { sql, caller, cursors }) {
    const { workspaceId } = caller
    const binding = ['listWorkspaceMembers', workspaceId, keyword ?? null]
    const columns = fragment`w.id, w.role, ${userColumns}`
    if (keyword == null) {
      const page = keysetPage(cursors, cursor, {
        binding,
        within: [['w.workspace_id', 'uuid', workspaceId]],
        columns: [['w.id', 'uuid']],
        direction: 'asc',
      })
      const rows = await sql<WorkspaceMemberRow>`
        select ${columns} from workspace_members w join users u on u.id = w.user_id where true ${page.after} ${page.order}`
      return page.of(rows, (row) => [row.id], memberRecord)
    }
    const page = keysetPage(cursors, cursor, {
      binding,
      columns: [
        ['hit.place', 'integer'],
        ['w.id', 'uuid'],
      ],
      direction: 'asc',
    })
    const rows = await sql<WorkspaceMemberRow & { place: number }>`
      select ${columns}, hit.place
      from (select hit.id, min(hit.place) as place from (${matchingMembers(keyword, workspaceId)}) hit group by hit.id) hit
      join workspace_members w on w.id = hit.id join users u on u.id = w.user_id
      where true ${page.after} ${page.order}`
    return page.of(rows, (row) => [row.place, row.id], memberRecord)
  },
})

/** By what the workspace calls them and by their account, each looked up in its own index; `place` 0 is the best. */
function matchingMembers(keyword: string, workspaceId: string): Fragment {
  const shown = search(keyword, [{ folded: 'w.name_folded', key: 'w.name_key' }])
  const account = search(keyword, [
    { folded: 'u.name_folded', key: 'u.name_key' },
    { folded: 'u.email_folded', key: 'u.email_key' },
  ])
  const members = fragment`from workspace_members w where w.workspace_id = ${workspaceId}`
  const accounts = fragment`from users u join workspace_members w on w.user_id = u.id and w.workspace_id = ${workspaceId}`
  return fragment`
    select w.id, 3 - ${shown.rank} as place ${members} and ${shown.found}
    union all select w.id, 3 - ${account.rank} ${accounts} where ${account.found}
    union all select w.id, 3 ${members} and ${shown.similar ?? fragment`false`}
    union all select w.id, 3 ${accounts} where ${account.similar ?? fragment`false`}`
}
