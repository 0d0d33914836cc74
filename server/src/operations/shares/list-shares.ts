import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { Share, type ShareRow, shareColumns, shareJoins, shareRecord } from '../../records/share.ts'

export const listShares = defineOperation({
  http: 'GET /api/projects/:projectId/shares',
  client: 'shares.list',
  summary: 'List the shares of a project, newest first, with those that have ended.',

  scope: 'shares:read',
  project: 'projectId',
  roles: managers,
  tier: 'default',

  input: z.strictObject({ projectId: ProjectId }),
  output: [200, z.array(Share)],

  joinsAccess: true,
  async handler(_input, { sql, access, ...context }) {
    // The outer join returns one row of nulls for a project without shares, which saves a second query for access.
    const rows = await sql<ShareRow | { id: null }>`
      select ${shareColumns}
      from ${access} left join shares s on s.project_id = access.project_id ${shareJoins}
      order by s.id desc`
    return rows.filter((row) => row.id !== null).map((row) => shareRecord(row, context))
  },
})
