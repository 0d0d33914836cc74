import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { Webhook, webhookColumns } from '../../records/webhook.ts'

export const listWebhooks = defineOperation({
  http: 'GET /api/webhooks',
  client: 'webhooks.list',
  summary: 'List all webhooks of the workspace, oldest first.',

  scope: 'projects:read',
  workspaceRole: 'ADMIN',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, z.array(Webhook)],

  handler: (_input, { sql, caller }) => sql<Webhook>`
    select ${webhookColumns} from webhooks w where w.workspace_id = ${caller.workspaceId} order by w.id`,
})
