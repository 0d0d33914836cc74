import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ConnectedAppId } from '../../core/schemas.ts'

export const disconnectApp = defineOperation({
  http: 'DELETE /api/connected-apps/:connectedAppId',
  client: 'connectedApps.disconnect',
  summary: 'Disconnect an app. All servers refuse its tokens within a second.',

  scope: null,
  credential: 'session',
  tier: 3,
  audit: {
    action: 'app.disconnected',
    target: { of: 'app', before: ({ connectedAppId }) => connectedAppId },
  },

  input: z.strictObject({ connectedAppId: ConnectedAppId }),
  output: [204],

  async handler({ connectedAppId }, { sql, caller }): Promise<undefined> {
    // Its tokens are deleted with it.
    const deleted = await sql`
      delete from oauth_grants where id = ${connectedAppId} and user_id = ${caller.userId} returning id`
    if (deleted.length === 0) throw new ApiError('not_found')
  },
})
