import { z } from 'zod'
import { stillManages } from '../../auth/still-manages.ts'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { WebhookId } from '../../core/schemas.ts'
import { newWebhookSecret } from '../../events/webhooks/signature.ts'
import {
  EventFilters,
  mostWebhooks,
  WebhookDescription,
  WebhookFormat,
  WebhookUrl,
} from '../../records/webhook.ts'
import { requireReachable } from './require-reachable.ts'

export const createWebhook = defineOperation({
  http: 'POST /api/webhooks',
  client: 'webhooks.create',
  summary:
    'Create a webhook. Events of the workspace are sent to its URL, as signed JSON or as messages to a chat. The secret is shown only once.',

  scope: 'projects:write',
  workspaceRole: 'ADMIN',
  tier: 3,
  audit: {
    action: 'webhook.created',
    target: { of: 'webhook', after: (_input, { id }) => id },
    details: ({ url, format }) => ({ host: new URL(url).host, format }),
  },

  input: z.strictObject({
    url: WebhookUrl.describe('URL that receives the events: https, on a public address.'),
    format: WebhookFormat.default('standard').describe(
      'standard: signed requests with the event as JSON. slack, teams, discord, ntfy: messages to a chat, with names, excerpts of comments and a still of what the creator may see. It cannot be changed later.',
    ),
    events: EventFilters.describe(
      'Events to send: `*`, all events of a resource (`file.*`), or single event types.',
    ),
    description: WebhookDescription.nullish().describe('Purpose, for your own reference.'),
  }),
  output: [
    201,
    z.object({
      id: WebhookId,
      secret: z
        .string()
        .describe(
          'Secret that verifies deliveries of the standard format (Standard Webhooks). Store it now: it is not shown again.',
        ),
    }),
  ],
  conflicts: ['too_many_webhooks'],
  confidential: true,

  transaction: true,
  async handler({ url, format, events, description }, { sql, caller, secrets, webhookHosts }) {
    requireReachable(url, format, webhookHosts)
    // A concurrent request waits here and counts this webhook.
    await sql`select 1 from workspaces where id = ${caller.workspaceId} for no key update`
    const id = newUuid()
    const secret = newWebhookSecret()
    const made = await sql`
      insert into webhooks (id, workspace_id, url, format, events, description, secret, created_by)
      select ${id}, ${caller.workspaceId}, ${url}, ${format}, ${[...new Set(events)]}, ${description ?? null},
        ${secrets.seal(secret)}, ${caller.userId}
      where (select count(*) from webhooks where workspace_id = ${caller.workspaceId}) < ${mostWebhooks}
        and ${stillManages(caller.workspaceId, caller.userId)}
      returning id`
    if (made.length === 0) throw new ApiError('too_many_webhooks')
    return { id, secret }
  },
})
