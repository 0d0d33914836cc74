import { z } from 'zod'
import { Timestamp, text, UserId, WebhookDeliveryId, WebhookId } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'
import { column, computed, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { EventFilter } from './event-filter.ts'

export const mostWebhooks = 50

export const EventFilters = z.array(EventFilter).min(1).max(EventFilter.options.length)
export const WebhookDescription = text(1, 500)
export const WebhookUrl = text(1, 2048)
  .check((context) => {
    const { value } = context
    const url = URL.parse(value)
    if (url && /^https?:$/.test(url.protocol) && url.username + url.password === '') return
    const message = 'Must be an http or https URL without a user name or password.'
    context.issues.push({ code: 'invalid_format', format: 'url', input: value, message })
  })
  .meta({ format: 'uri' })

/** Selected from `webhooks w`. */
const columns = {
  id: column(WebhookId, 'w.id'),
  url: column(z.string(), 'w.url'),
  events: column(
    z.array(z.string()).describe('`*`, all events of a resource (`file.*`), or single event types.'),
    'w.events',
  ),
  description: column(z.string().nullable(), 'w.description'),
  active: column(z.boolean().describe('Whether events are delivered to it.'), 'w.active'),
  disabledReason: column(
    z
      .enum(['GONE', 'FAILING', 'OWNER_REMOVED'])
      .nullable()
      .describe(
        'Why the service disabled it. GONE: the endpoint answered 410. FAILING: no delivery succeeded for three days. OWNER_REMOVED: its owner may no longer manage webhooks.',
      ),
    'w.disabled_reason',
  ),
  owner: column(
    z
      .object({ id: UserId, name: z.string() })
      .nullable()
      .describe(
        'The user who created it, or last changed its URL or enabled it. The webhook is disabled when this user may no longer manage webhooks.',
      ),
    "(select json_build_object('id', u.id, 'name', u.name) from users u where u.id = w.created_by)",
  ),
  createdAt: column(Timestamp, 'w.created_at'),
  updatedAt: column(Timestamp, 'w.updated_at'),
}

export const Webhook = wireSchema('Webhook', columns)
export type Webhook = z.output<typeof Webhook>

/** A row already has the shape of the record. */
export const webhookColumns = selectList(columns)

export const DeliveryState = z.enum(['PENDING', 'DELIVERED', 'FAILED'])

const Attempt = z.object({
  number: z.int().describe('Counts from 1. A number is missing if a server stopped during the attempt.'),
  url: z.string(),
  startedAt: Timestamp,
  durationMs: z.int(),
  status: z.int().nullable().describe('Status of the response; null without a response.'),
  error: z.string().nullable().describe('Why there was no response, or an incomplete one.'),
  response: z.string().nullable().describe('The first 4,096 bytes of the response.'),
})

// Inside JSON, Postgres writes a time in another form: `wire_time` formats it.
const attemptsColumn = fragment`coalesce((
    select json_agg(json_build_object('number', a.number, 'url', a.url,
      'startedAt', wire_time(a.started_at), 'durationMs', a.duration_ms,
      'status', a.status, 'error', a.error, 'response', a.response) order by a.number)
    from webhook_attempts a where a.delivery_id = d.id), '[]')`

/** The headers that every attempt has. The id is the event's, so that a receiver recognises a repeated delivery. */
export function deliveryHeaders(eventId: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Dailies-Webhooks/1.0',
    'webhook-id': eventId,
  }
}

/** Selected from `webhook_deliveries d`. */
const delivery = {
  id: column(WebhookDeliveryId, 'd.id'),
  event: object(z.object({ id: z.string(), type: z.string() }), { id: 'd.event_id', type: 'd.event_type' }),
  state: column(DeliveryState, 'd.state'),
  failure: column(
    z
      .enum(['EXHAUSTED', 'GONE', 'INACTIVE'])
      .nullable()
      .describe(
        'Why there are no more attempts. EXHAUSTED: the last attempt failed. GONE: the endpoint answered 410. INACTIVE: the webhook was disabled.',
      ),
    'd.failure',
  ),
  request: computed(
    z
      .object({ headers: z.record(z.string(), z.string()), body: z.string() })
      .describe('The request, the same at every attempt; each attempt adds headers for time and signature.'),
    { body: column(z.string(), 'd.body') },
  ),
  attempts: column(z.array(Attempt), attemptsColumn),
  nextAttemptAt: column(Timestamp.nullable().describe('null if no attempt is left.'), 'd.next_attempt_at'),
  createdAt: column(Timestamp, 'd.created_at'),
  endedAt: column(Timestamp.nullable(), 'd.ended_at'),
}

export const WebhookDelivery = wireSchema('WebhookDelivery', delivery)
export const deliveryColumns = selectList(delivery)
export type DeliveryRow = Row<typeof delivery>
const mapDelivery = recordMapper(delivery)

export function deliveryRecord(row: DeliveryRow): z.output<typeof WebhookDelivery> {
  return mapDelivery(row, { request: { headers: deliveryHeaders(row['event.id']), body: row.body } })
}
