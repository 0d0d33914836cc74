import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { WebhookId } from '../../core/schemas.ts'
import { newWebhookSecret } from '../../events/webhooks/signature.ts'

export const rotateWebhookSecret = defineOperation({
  http: 'POST /api/webhooks/:webhookId/secret.rotate',
  client: 'webhooks.rotateSecret',
  summary:
    'Replace the secret of a webhook. The new secret is shown only once. For 24 hours the previous secret signs as well.',

  scope: 'projects:write',
  workspaceRole: 'ADMIN',
  tier: 3,
  audit: {
    action: 'webhook.secret_rotated',
    target: { of: 'webhook', before: ({ webhookId }) => webhookId },
  },

  input: z.strictObject({ webhookId: WebhookId }),
  output: [
    200,
    z.object({ secret: z.string().describe('New secret. Store it now: it is not shown again.') }),
  ],
  confidential: true,

  async handler({ webhookId }, { sql, caller, secrets }) {
    const secret = newWebhookSecret()
    const rotated = await sql`
      update webhooks
      set secret = ${secrets.seal(secret)}, previous_secret = secret,
        previous_secret_until = now() + interval '24 hours', updated_at = now()
      where id = ${webhookId} and workspace_id = ${caller.workspaceId}
      returning id`
    if (rotated.length === 0) throw new ApiError('not_found')
    return { secret }
  },
})
