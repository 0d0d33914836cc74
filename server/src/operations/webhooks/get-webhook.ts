import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { WebhookId } from '../../core/schemas.ts'
import { Webhook, webhookColumns } from '../../records/webhook.ts'

export const getWebhook = defineOperation({
  http: 'GET /api/webhooks/:webhookId',
  client: 'webhooks.get',
  summary: 'Get a webhook. Its secret is not included.',

  scope: 'projects:read',
  workspaceRole: 'ADMIN',
  tier: 'default',

  input: z.strictObject({ webhookId: WebhookId }),
  output: [200, Webhook],

  async handler({ webhookId }, { sql, caller }) {
    const [webhook] = await sql<Webhook>`
      select ${webhookColumns} from webhooks w
      where w.id = ${webhookId} and w.workspace_id = ${caller.workspaceId}`
    if (!webhook) throw new ApiError('not_found')
    return webhook
  },
})
