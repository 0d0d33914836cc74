import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { Checks } from '../../records/checks.ts'
import { readChecks } from './read-checks.ts'

export const getChecks = defineOperation({
  http: 'GET /api/files/:fileId/checks',
  client: 'checks.get',
  tool: 'get_checks',
  summary: 'Get the automatic checks of a file: outcome of each rule, and findings with frames and waivers.',
  toolUse: 'Use it before a review. NOT_APPLICABLE and NOT_MEASURED are no pass.',

  scope: 'files:read',
  project: 'fileId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({ fileId: FileId }),
  output: [200, Checks],

  joinsAccess: true,
  async handler({ fileId }, { sql, access, checks }) {
    const found = await readChecks(sql, fileId, { access, on: checks })
    if (!found) throw new ApiError('not_found')
    return found
  },
})
