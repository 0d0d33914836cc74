import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { numberedPage, pageNumber, pageOf, pageWindow } from '../../core/pages.ts'
import { ProjectId, SortDirection } from '../../core/schemas.ts'
import { fragment, verbatim } from '../../core/sql.ts'
import { Version, type VersionRow, versionColumns, versionRecord } from '../../records/version.ts'

// As in the indexes. By name: without regard to case, the same on every machine.
const sortKeys = { name: 'lower(v.name) collate "C"', createdAt: 'v.created_at' } as const

export const listVersions = defineOperation({
  http: 'GET /api/projects/:projectId/versions',
  client: 'versions.list',
  summary: 'List the versions of a project. A restricted reviewer receives only those marked for them.',

  scope: 'projects:read',
  project: 'projectId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({
    projectId: ProjectId,
    page: pageNumber,
    sort: z
      .strictObject({
        type: z.enum(['name', 'createdAt']).default('createdAt').describe('What to sort by.'),
        direction: SortDirection.default('desc').describe('Ascending or descending.'),
      })
      .prefault({}),
  }),
  output: [200, numberedPage(Version)],

  joinsAccess: true,
  async handler({ page, sort: { type, direction } }, { sql, access }) {
    const order = verbatim(`order by ${sortKeys[type]} ${direction}, v.id ${direction}`)
    const stored = fragment`select v.id, v.name, v.description, v.status, v.created_at, v.updated_at from versions v`
    const window = fragment`${order} ${pageWindow(page)}`
    // Only one of the halves runs, and each reads no more than a page from an index of its own, in order: with
    // `allow_restricted or role <> …` instead, a restricted reviewer would wade through all they may not see.
    const rows = await sql<VersionRow | { id: null }>`
      select access.project_id as "projectId", ${versionColumns}
      from ${access}
      left join lateral (
        (${stored} where v.project_id = access.project_id
          and access.role <> 'PROJECT_RESTRICTED_REVIEWER' ${window})
        union all
        (${stored} where v.project_id = access.project_id
          and access.role = 'PROJECT_RESTRICTED_REVIEWER' and v.allow_restricted ${window})
      ) v on true
      ${order}`
    const versions = rows.filter((row) => row.id !== null)
    return pageOf(page, versions, versionRecord)
  },
})
