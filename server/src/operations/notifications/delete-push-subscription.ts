import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'

export const deletePushSubscription = defineOperation({
  http: 'DELETE /api/push-subscription',
  client: 'pushSubscription.delete',
  summary: 'Send no more notifications to this browser.',

  scope: null,
  credential: 'session',
  tier: 4,

  input: z.strictObject({}),
  output: [204],

  async handler(_input, { sql, caller }): Promise<undefined> {
    await sql`delete from push_subscriptions where session_id = ${caller.credentialId}`
  },
})
