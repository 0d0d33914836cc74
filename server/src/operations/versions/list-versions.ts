import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { numberedPage, pageNumber, pageOf, pageWindow } from '../../core/pages.ts'
import { FileId, ProjectId, SortDirection } from '../../core/schemas.ts'
import { fragment, nothing, verbatim } from '../../core/sql.ts'
import { roleSees, roleSeesAll } from '../../core/visibility.ts'
import {
  deciderJoin,
  Version,
  type VersionRow,
  versionColumns,
  versionRecord,
} from '../../records/version.ts'

// As in the indexes. Sorting by name ignores case and does not depend on the locale of the machine.
const sortKeys = { name: 'lower(v.name) collate "C"', createdAt: 'v.created_at' } as const

export const listVersions = defineOperation({
  http: 'GET /api/projects/:projectId/versions',
  client: 'versions.list',
  summary: 'List the versions of a project. Restricted reviewers see only the versions marked for them.',

  scope: 'projects:read',
  project: 'projectId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({
    projectId: ProjectId,
    page: pageNumber,
    file: z.strictObject({ id: FileId }).nullish().describe('Only versions that contain this file.'),
    sort: z
      .strictObject({
        type: z.enum(['name', 'createdAt']).default('createdAt').describe('Field to sort by.'),
        direction: SortDirection.default('desc').describe('Ascending or descending.'),
      })
      .prefault({}),
  }),
  output: [200, numberedPage(Version)],

  joinsAccess: true,
  async handler({ page, file, sort: { type, direction } }, { sql, access }) {
    const order = verbatim(`order by ${sortKeys[type]} ${direction}, v.id ${direction}`)
    const stored = fragment`select v.* from versions v`
    const window = fragment`${order} ${pageWindow(page)}`
    const held = file
      ? fragment`and exists (select from version_files vf join files f on f.id = vf.file_id
          where vf.version_id = v.id and vf.file_id = ${file.id}
            and ${roleSees('f')})`
      : nothing
    // Only one half of the union runs, and each reads at most a page from an index of its own, in order. A single
    // `allow_restricted or role <> …` would read all versions that a restricted reviewer may not see.
    const rows = await sql<VersionRow | { id: null }>`
      select ${versionColumns}
      from ${access}
      left join lateral (
        (${stored} where v.project_id = access.project_id
          and ${roleSeesAll('access.role')} ${held} ${window})
        union all
        (${stored} where v.project_id = access.project_id
          and not ${roleSeesAll('access.role')} and v.allow_restricted ${held} ${window})
      ) v on true
      ${deciderJoin}
      ${order}`
    const versions = rows.filter((row) => row.id !== null)
    return pageOf(page, versions, versionRecord)
  },
})
