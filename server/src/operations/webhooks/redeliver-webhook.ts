import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { WebhookDeliveryId } from '../../core/schemas.ts'

export const redeliverWebhook = defineOperation({
  http: 'POST /api/webhook-deliveries/:deliveryId/redeliver',
  client: 'webhookDeliveries.redeliver',
  summary:
    'Deliver the same event to its webhook again, with the usual retries. The log keeps the earlier attempts. In a chat format, the message is written anew.',

  scope: 'projects:write',
  workspaceRole: 'ADMIN',
  tier: 3,

  input: z.strictObject({ deliveryId: WebhookDeliveryId }),
  output: [202, z.object({ id: WebhookDeliveryId })],
  conflicts: ['webhook_inactive'],

  async handler({ deliveryId }, { sql, caller }) {
    const [delivery] = await sql<{ id: string; queued: string | null }>`
      with delivery as (
        select d.id, w.active from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where d.id = ${deliveryId} and w.workspace_id = ${caller.workspaceId}
      ), queued as (
        update webhook_deliveries d
        set state = 'PENDING', failure = null, failures = 0, next_attempt_at = now(), claimed_until = null,
          ended_at = null, message_id = null
        from delivery where d.id = delivery.id and delivery.active
        returning d.id
      )
      select delivery.id, queued.id as queued, pg_notify('dailies_deliveries', '')
      from delivery left join queued on true`
    if (!delivery) throw new ApiError('not_found')
    if (delivery.queued === null) throw new ApiError('webhook_inactive')
    return { id: delivery.id }
  },
})
