import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ShareId } from '../../core/schemas.ts'
import { Share, type ShareRow, shareColumns, shareJoins, shareRecord } from '../../records/share.ts'

export const getShare = defineOperation({
  http: 'GET /api/shares/:shareId',
  client: 'shares.get',
  summary: 'Get a share. Its link is included if the credential also has the scope `shares:write`.',

  scope: 'shares:read',
  project: 'shareId',
  roles: managers,
  tier: 'default',

  input: z.strictObject({ shareId: ShareId }),
  output: [200, Share],

  joinsAccess: true,
  async handler({ shareId }, { sql, access, ...context }) {
    const [row] = await sql<ShareRow>`
      select ${shareColumns} from ${access} join shares s on s.id = ${shareId} ${shareJoins}`
    if (!row) throw new ApiError('not_found')
    return shareRecord(row, context)
  },
})
