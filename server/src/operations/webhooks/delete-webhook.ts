import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { WebhookId } from '../../core/schemas.ts'
import { forgetDeliveriesOf } from '../../events/webhooks/delivery-queue.ts'

export const deleteWebhook = defineOperation({
  http: 'DELETE /api/webhooks/:webhookId',
  client: 'webhooks.delete',
  summary: 'Delete a webhook and its delivery log. Nothing is sent to it afterwards.',

  scope: 'projects:write',
  workspaceRole: 'ADMIN',
  tier: 3,
  audit: { action: 'webhook.deleted', target: { of: 'webhook', before: ({ webhookId }) => webhookId } },

  input: z.strictObject({ webhookId: WebhookId }),
  output: [204],

  async prepare({ webhookId }, { sql, caller }) {
    const found = await sql`
      update webhooks set active = false where id = ${webhookId} and workspace_id = ${caller.workspaceId} returning id`
    if (found.length === 0) throw new ApiError('not_found')
    // The log may be long. If the request is interrupted, the webhook is inactive, and deleting it again continues.
    await forgetDeliveriesOf(sql, webhookId)
  },

  async handler({ webhookId }, { sql }): Promise<undefined> {
    await sql`delete from webhooks where id = ${webhookId}`
  },
})
