import { z } from 'zod'
import { stillManages } from '../../auth/still-manages.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { givenFields } from '../../core/operation-audit.ts'
import { WebhookId } from '../../core/schemas.ts'
import { endPending } from '../../events/webhooks/delivery-queue.ts'
import { EventFilters, WebhookDescription, type WebhookFormat, WebhookUrl } from '../../records/webhook.ts'
import { requireReachable } from './require-reachable.ts'

export const updateWebhook = defineOperation({
  http: 'PATCH /api/webhooks/:webhookId',
  client: 'webhooks.update',
  summary:
    'Change a webhook, or enable or disable it. Omitted fields stay as they are; pending deliveries go to the new URL. The user who changes the URL or enables the webhook becomes its owner.',

  scope: 'projects:write',
  workspaceRole: 'ADMIN',
  tier: 3,
  audit: {
    action: 'webhook.updated',
    target: { of: 'webhook', before: ({ webhookId }) => webhookId },
    details: ({ webhookId: _, ...changes }) => ({
      changed: givenFields(changes),
      host: changes.url && new URL(changes.url).host,
      active: changes.active,
    }),
  },

  input: z.strictObject({
    webhookId: WebhookId,
    url: WebhookUrl.optional().describe('New URL for events.'),
    events: EventFilters.optional().describe('New event filters.'),
    description: WebhookDescription.nullable()
      .optional()
      .describe('Purpose, for your own reference; null clears it.'),
    active: z
      .boolean()
      .optional()
      .describe(
        'false: nothing is sent any more, including pending deliveries. true: events are sent from now on.',
      ),
  }),
  output: [204],

  async handler({ webhookId, url, events, description, active }, context): Promise<undefined> {
    const { sql, caller, webhookHosts } = context
    if (url !== undefined) {
      const [own] = await sql<{ format: WebhookFormat }>`
        select format from webhooks where id = ${webhookId} and workspace_id = ${caller.workspaceId}`
      if (!own) throw new ApiError('not_found')
      requireReachable(url, own.format, webhookHosts)
    }
    const unchanged = [url, events, description, active].every((change) => change === undefined)
    const [webhook] = await sql<{ active: boolean }>`
      update webhooks
      set url = coalesce(${url ?? null}, url), events = coalesce(${events ? [...new Set(events)] : null}, events),
        description = case when ${description === undefined} then description else ${description ?? null} end,
        active = coalesce(${active ?? null}, active),
        disabled_reason = case when ${active ?? false} then null else disabled_reason end,
        created_by = case when ${url !== undefined || active === true} then ${caller.userId} else created_by end,
        updated_at = case when ${unchanged} then updated_at else now() end
      where id = ${webhookId} and workspace_id = ${caller.workspaceId}
        and ${stillManages(caller.workspaceId, caller.userId)}
      returning active`
    if (!webhook) throw new ApiError('not_found')
    if (!webhook.active) await endPending(sql, webhookId)
  },
})
