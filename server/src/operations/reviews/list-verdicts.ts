import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'
import {
  VerdictRecord,
  type VerdictRow,
  verdictColumns,
  verdictRecord,
  verdictUserJoins,
} from '../../records/review.ts'

export const listVerdicts = defineOperation({
  http: 'GET /api/versions/:versionId/verdicts',
  client: 'verdicts.list',
  tool: 'list_verdicts',
  summary: 'List the verdicts on a version, one for each person, oldest first.',
  toolUse: 'Use it to read who approved a version, who requested changes, and their notes.',

  scope: 'projects:read',
  project: 'versionId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ versionId: VersionId }),
  output: [200, z.array(VerdictRecord)],

  joinsAccess: true,
  async handler({ versionId }, { sql, access }) {
    const rows = await sql<VerdictRow | { id: null }>`
      select ${verdictColumns}
      from ${access} join versions v on v.id = ${versionId} left join verdicts d on d.version_id = v.id
      ${verdictUserJoins}
      order by d.given_at, d.id`
    return rows.filter((row) => row.id !== null).map(verdictRecord)
  },
})
