import { z } from 'zod'
import { stillManages } from '../../auth/still-manages.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { WebhookId } from '../../core/schemas.ts'
import { endPending } from '../../events/webhooks/delivery-queue.ts'
import { EventFilters, WebhookDescription, WebhookUrl } from '../../records/webhook.ts'
import { requireReachable } from './require-reachable.ts'

export const updateWebhook = defineOperation({
  http: 'PATCH /api/webhooks/:webhookId',
  client: 'webhooks.update',
  summary:
    'Change a webhook, or switch it on or off. What is left out stays; what waits goes to the new URL. Whoever changes the URL or switches it on becomes its owner.',

  scope: 'projects:write',
  workspaceRole: 'ADMIN',
  tier: 3,

  input: z.strictObject({
    webhookId: WebhookId,
    url: WebhookUrl.optional().describe('Where events are sent from now on.'),
    events: EventFilters.optional().describe('Which events are sent from now on.'),
    description: WebhookDescription.nullable().optional().describe('What it is for; null clears it.'),
    active: z
      .boolean()
      .optional()
      .describe('false: nothing is sent any more, not even what waits. true: what happens from now on is.'),
  }),
  output: [204],

  async handler({ webhookId, url, events, description, active }, context): Promise<undefined> {
    const { sql, caller, webhookHosts } = context
    if (url !== undefined) requireReachable(url, webhookHosts)
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
