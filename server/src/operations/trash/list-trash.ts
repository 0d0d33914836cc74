import { z } from 'zod'
import { type Caller, contributors, managers, type ProjectRole, type Scope } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, expectMany, keysetPage } from '../../core/pages.ts'
import { ProjectId } from '../../core/schemas.ts'
import { type Fragment, fragment, nothing } from '../../core/sql.ts'
import { deleterJoins, TrashEntry, type TrashRow, trashColumns, trashRecord } from '../../records/trash.ts'
import { TrashKind } from '../../records/trash-kind.ts'

export const listTrash = defineOperation({
  http: 'QUERY /api/projects/:projectId/trash',
  client: 'trash.list',
  tool: 'list_trash',
  summary: 'List what was deleted in a project and can be restored, newest first.',
  toolUse: 'Use it to find what to restore.',

  scope: 'projects:read',
  project: 'projectId',
  roles: contributors,
  tier: 'default',

  input: z.strictObject({
    projectId: ProjectId,
    kind: TrashKind.exclude(['SKILL']).nullish().describe('Only this kind.'),
    ...cursorInput,
  }),
  output: [200, cursorPage(TrashEntry)],

  async handler({ kind = null, ...cursor }, { sql, projectId, role, caller, cursors }) {
    const page = keysetPage(cursors, cursor, {
      binding: ['listTrash', projectId, kind],
      columns: [
        ['t.deleted_at', 'timestamptz'],
        ['t.id', 'uuid'],
      ],
      direction: 'desc',
      within: [['t.project_id', 'uuid', projectId]],
    })
    const rows = await sql<TrashRow>`
      select ${trashColumns} from (
        select t.* from trash t ${expectMany}
        where t.purged_at is null and t.kind = any(${readableKinds(caller)})
          ${kind === null ? nothing : fragment`and t.kind = ${kind}`} ${restorable(caller, role)} ${page.after}
        ${page.order}
      ) t ${deleterJoins}
      ${page.order}`
    return page.of(rows, ({ deletedAt, id }) => [deletedAt, id], trashRecord)
  },
})

/** An entry is listed to credentials that could read the record. */
const scopes: Record<Exclude<TrashKind, 'SKILL'>, Scope> = {
  FILE: 'files:read',
  FOLDER: 'folders:read',
  COMMENT: 'comments:read',
  VERSION: 'projects:read',
}

function readableKinds(caller: Caller): string[] {
  return Object.entries(scopes).flatMap(([kind, scope]) => (caller.scopes.has(scope) ? [kind] : []))
}

/** Members may restore their own comments only. */
function restorable({ userId }: Caller, role: ProjectRole): Fragment {
  if (managers.includes(role)) return nothing
  return fragment`and (t.kind <> 'COMMENT' or exists (
    select from all_comments c where c.trash_id = t.id and c.author_id = ${userId}))`
}
