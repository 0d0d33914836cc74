import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { WebhookDeliveryId, WebhookId } from '../../core/schemas.ts'

export const testWebhook = defineOperation({
  http: 'POST /api/webhooks/:webhookId/test',
  client: 'webhooks.test',
  summary:
    'Send the event `webhook.test` to a webhook, regardless of its filters. The delivery log shows the result.',

  scope: 'projects:write',
  workspaceRole: 'ADMIN',
  tier: 3,

  input: z.strictObject({ webhookId: WebhookId }),
  output: [202, z.object({ id: WebhookDeliveryId })],
  conflicts: ['webhook_inactive'],

  async handler({ webhookId }, { sql, caller }) {
    const { userId, agent, workspaceId } = caller
    // The test event is not a change in the workspace, so it has no event number.
    const [webhook] = await sql<{ id: string | null }>`
      with webhook as (
        select w.id, w.active, json_build_object('id', ${newUuid()}::uuid, 'number', null, 'type', 'webhook.test',
          'createdAt', wire_time(now()), 'actor', json_build_object('id', u.id, 'name',
            coalesce(m.display_name, u.name), 'agent', ${agent}::boolean), 'project', null,
          'data', json_build_object('webhook', json_build_object('id', w.id))) as event
        from webhooks w
        join users u on u.id = ${userId}
        join workspace_members m on m.workspace_id = w.workspace_id and m.user_id = u.id
        where w.id = ${webhookId} and w.workspace_id = ${workspaceId}
      ), made as (
        insert into webhook_deliveries (webhook_id, event_id, event_type, body, next_attempt_at)
        select id, (event->>'id')::uuid, event->>'type',
          json_build_object('type', event->>'type', 'timestamp', iso_time(now()), 'data', event), now()
        from webhook where active
        returning id
      )
      select made.id, pg_notify('dailies_deliveries', '') from webhook left join made on true`
    if (!webhook) throw new ApiError('not_found')
    if (webhook.id === null) throw new ApiError('webhook_inactive')
    return { id: webhook.id }
  },
})
