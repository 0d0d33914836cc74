import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ConnectedAppId } from '../../core/schemas.ts'
import { switchesOf, switchInput } from '../../records/connection.ts'

export const updateConnectedApp = defineOperation({
  http: 'PATCH /api/connected-apps/:connectedAppId',
  client: 'connectedApps.update',
  summary:
    'Forbid or allow an app to spend money, give verdicts or let people in. All servers apply it within a second.',

  scope: null,
  credential: 'session',
  tier: 3,
  audit: {
    action: 'app.updated',
    target: { of: 'app', before: ({ connectedAppId }) => connectedAppId },
    details: ({ connectedAppId: _, ...may }) => ({ changed: switchesOf(may) }),
  },

  input: z.strictObject({ connectedAppId: ConnectedAppId, ...switchInput }),
  output: [204],

  async handler({ connectedAppId, ...may }, { sql, caller }): Promise<undefined> {
    const updated = await sql`
      update oauth_grants set may_spend = coalesce(${may.maySpend ?? null}, may_spend),
        may_give_verdicts = coalesce(${may.mayGiveVerdicts ?? null}, may_give_verdicts),
        may_add_people = coalesce(${may.mayAddPeople ?? null}, may_add_people)
      where id = ${connectedAppId} and user_id = ${caller.userId} returning id`
    if (updated.length === 0) throw new ApiError('not_found')
  },
})
