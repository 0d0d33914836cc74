import { z } from 'zod'
import { stillManages } from '../../auth/still-manages.ts'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { WebhookId } from '../../core/schemas.ts'
import { newWebhookSecret } from '../../events/webhooks/signature.ts'
import { EventFilters, mostWebhooks, WebhookDescription, WebhookUrl } from '../../records/webhook.ts'
import { requireReachable } from './require-reachable.ts'

export const createWebhook = defineOperation({
  http: 'POST /api/webhooks',
  client: 'webhooks.create',
  summary: 'Make a webhook: what happens in the workspace is sent to its URL. The secret is shown this once.',

  scope: 'projects:write',
  workspaceRole: 'ADMIN',
  tier: 3,

  input: z.strictObject({
    url: WebhookUrl.describe('Where events are sent: https, on the public network.'),
    events: EventFilters.describe('Which: `*`, all of a resource (`file.*`), or single ones.'),
    description: WebhookDescription.nullish().describe('What it is for.'),
  }),
  output: [
    201,
    z.object({
      id: WebhookId,
      secret: z.string().describe('Verifies what is sent (Standard Webhooks). Keep it now.'),
    }),
  ],
  conflicts: ['too_many_webhooks'],
  confidential: true,

  transaction: true,
  async handler({ url, events, description }, { sql, caller, secrets, webhookHosts }) {
    requireReachable(url, webhookHosts)
    // Who makes another one at the same time waits here, and counts this one.
    await sql`select 1 from workspaces where id = ${caller.workspaceId} for no key update`
    const id = newUuid()
    const secret = newWebhookSecret()
    const made = await sql`
      insert into webhooks (id, workspace_id, url, events, description, secret, created_by)
      select ${id}, ${caller.workspaceId}, ${url}, ${[...new Set(events)]}, ${description ?? null},
        ${secrets.seal(secret)}, ${caller.userId}
      where (select count(*) from webhooks where workspace_id = ${caller.workspaceId}) < ${mostWebhooks}
        and ${stillManages(caller.workspaceId, caller.userId)}
      returning id`
    if (made.length === 0) throw new ApiError('too_many_webhooks')
    return { id, secret }
  },
})
