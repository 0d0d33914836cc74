import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'

export const getPushSubscription = defineOperation({
  http: 'GET /api/push-subscription',
  client: 'pushSubscription.get',
  summary: 'Get the push subscription of this browser, and the key to create one with.',

  scope: null,
  credential: 'session',
  tier: 'default',

  input: z.strictObject({}),
  output: [
    200,
    z.object({
      publicKey: z
        .string()
        .describe('The `applicationServerKey` of this server (VAPID), in base64url. It rarely changes.'),
      endpoint: z
        .string()
        .nullable()
        .describe('The endpoint that notifications of this session are sent to; null if push is off.'),
    }),
  ],

  async handler(_input, { sql, caller, pushKey }) {
    const [found] = await sql<{ endpoint: string }>`
      select endpoint from push_subscriptions where session_id = ${caller.credentialId}`
    return { publicKey: pushKey, endpoint: found?.endpoint ?? null }
  },
})
