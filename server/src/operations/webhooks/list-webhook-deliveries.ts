import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, expectMany, keysetPage } from '../../core/pages.ts'
import { WebhookId } from '../../core/schemas.ts'
import { fragment, nothing, verbatim } from '../../core/sql.ts'
import {
  type DeliveryRow,
  DeliveryState,
  deliveryColumns,
  deliveryRecord,
  WebhookDelivery,
} from '../../records/webhook.ts'

export const listWebhookDeliveries = defineOperation({
  http: 'QUERY /api/webhooks/:webhookId/deliveries',
  client: 'webhookDeliveries.list',
  summary: 'List the deliveries of a webhook in pages, newest first, with every attempt and its result.',

  scope: 'projects:read',
  workspaceRole: 'ADMIN',
  tier: 'default',

  input: z.strictObject({
    webhookId: WebhookId,
    state: DeliveryState.nullish().describe('Only deliveries in this state.'),
    ...cursorInput,
  }),
  output: [200, cursorPage(WebhookDelivery)],

  async handler({ webhookId, state = null, ...cursor }, { sql, caller, cursors }) {
    const page = keysetPage(cursors, cursor, {
      binding: ['listWebhookDeliveries', caller.workspaceId, webhookId, state],
      columns: [
        ['d.created_at', 'timestamptz'],
        ['d.id', 'uuid'],
      ],
      direction: 'desc',
      within: [['d.webhook_id', 'uuid', webhookId]],
    })
    // The state is part of the text, not a parameter: only then does Postgres use the index of failed deliveries.
    const filter = state === null ? nothing : fragment`and d.state = ${verbatim(`'${state}'`)}`
    const rows = await sql<DeliveryRow | { id: null }>`
      select ${deliveryColumns}
      from webhooks w
      left join lateral (
        select d.* from webhook_deliveries d ${expectMany} where true ${filter} ${page.after} ${page.order}
      ) d on true
      where w.id = ${webhookId} and w.workspace_id = ${caller.workspaceId}
      ${page.order}`
    if (rows.length === 0) throw new ApiError('not_found')
    return page.of(
      rows.filter((row) => row.id !== null),
      ({ createdAt, id }) => [createdAt, id],
      deliveryRecord,
    )
  },
})
