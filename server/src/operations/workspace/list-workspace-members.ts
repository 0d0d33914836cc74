import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, expectMany, keysetPage } from '../../core/pages.ts'
import {
  type Among,
  amongOf,
  bestRank,
  fold,
  keywordInput,
  search,
  typoRank,
  wantedParts,
} from '../../core/search.ts'
import { type Fragment, fragment, verbatim } from '../../core/sql.ts'
import {
  WorkspaceMember,
  type WorkspaceMemberRow,
  workspaceMemberColumns,
  workspaceMemberRecord,
} from '../../records/member.ts'

export const listWorkspaceMembers = defineOperation({
  http: 'QUERY /api/workspace-members',
  client: 'workspaceMembers.list',
  tool: 'list_workspace_members',
  summary:
    'List the members of the workspace in the order in which they joined. With a keyword, the best matches come first.',
  toolUse: "Use it to find a user's id by name or e-mail.",

  scope: 'workspace-members:read',
  workspaceRole: 'MEMBER',
  tier: 'default',

  input: z.strictObject({
    keyword: keywordInput('the name or the e-mail address'),
    ...cursorInput,
  }),
  output: [200, cursorPage(WorkspaceMember)],

  async handler({ keyword, ...cursor }, { sql, caller, cursors }) {
    const { workspaceId } = caller
    const binding = ['listWorkspaceMembers', workspaceId, keyword ?? null]
    if (keyword == null) {
      const page = keysetPage(cursors, cursor, {
        binding,
        within: [['w.workspace_id', 'uuid', workspaceId]],
        columns: [['w.id', 'uuid']],
        direction: 'asc',
      })
      const rows = await sql<WorkspaceMemberRow>`
        select ${workspaceMemberColumns}
        from (select w.* from workspace_members w ${expectMany} where true ${page.after} ${page.order}) w
        join users u on u.id = w.user_id
        ${page.order}`
      return page.of(rows, (row) => [row.id], workspaceMemberRecord)
    }
    const page = keysetPage(cursors, cursor, {
      binding,
      columns: [
        ['hit.place', 'integer'],
        ['w.id', 'uuid'],
      ],
      direction: 'asc',
    })
    const place = page.position?.[0]
    const among = amongOf(place === undefined ? undefined : bestRank - Number(place))
    const hits = fragment`(select id, place from found union all select id, place from typos)`
    const rows = await sql<WorkspaceMemberRow & { place: number }>`
      with ${matchingMembers(keyword, workspaceId, among)}
      select ${workspaceMemberColumns}, hit.place
      from (select hit.id, min(hit.place) as place from ${hits} hit group by hit.id) hit
      join workspace_members w on w.id = hit.id join users u on u.id = w.user_id
      where true ${page.after} ${page.order}`
    return page.of(rows, (row) => [row.place, row.id], workspaceMemberRecord)
  },
})

const typoPlace = bestRank - typoRank

/**
 * The CTEs `found` and `typos`: members by display name and by account, each from its own index; `place` 0 is the best.
 * Typos are searched only if nothing matches exactly; further pages stay with the list that the first page came from.
 */
function matchingMembers(keyword: string, workspaceId: string, among: Among): Fragment {
  const [best, typo] = [verbatim(String(bestRank)), verbatim(String(typoPlace))]
  const shown = search(keyword, [{ folded: 'w.name_folded', key: 'w.name_key' }])
  const account = search(keyword, [
    { folded: 'u.name_folded', key: 'u.name_key' },
    { folded: 'u.email_folded', key: 'u.email_key' },
  ])
  // A match of the whole address ranks like a match of the whole name.
  const accountPlace = fragment`case when u.email_folded = ${fold(keyword)} then 0 else ${best} - ${account.rank} end`
  const wanted = wantedParts(among)
  const members = fragment`from workspace_members w where w.workspace_id = ${workspaceId}`
  const accounts = fragment`from users u join workspace_members w on w.user_id = u.id and w.workspace_id = ${workspaceId}`
  return fragment`found as materialized (
      select w.id, ${best} - ${shown.rank} as place ${members} and ${wanted.found} and ${shown.found}
      union all select w.id, ${accountPlace} ${accounts} where ${wanted.found} and ${account.found}),
    typos as materialized (
      select w.id, ${typo} as place ${members} and ${wanted.typos} and ${shown.similar}
      union all select w.id, ${typo} ${accounts} where ${wanted.typos} and ${account.similar})`
}
