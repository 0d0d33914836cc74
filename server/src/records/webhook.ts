import { z } from 'zod'
import { Timestamp, text, UserId, WebhookDeliveryId, WebhookId } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'
import { column, computed, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { EventFilter } from './event-filter.ts'

export const mostWebhooks = 50

export const WebhookFormat = z.enum(['standard', 'slack', 'teams', 'discord', 'ntfy'])
export type WebhookFormat = z.output<typeof WebhookFormat>
export type ChatFormat = Exclude<WebhookFormat, 'standard'>

export const EventFilters = z.array(EventFilter).min(1).max(EventFilter.options.length)
export const WebhookDescription = text(1, 500)
export const WebhookUrl = text(1, 2048)
  .check((context) => {
    const { value } = context
    const url = URL.parse(value)
    if (url && /^https?:$/.test(url.protocol)) return
    const message = 'Must be an http or https URL.'
    context.issues.push({ code: 'invalid_format', format: 'url', input: value, message })
  })
  .meta({ format: 'uri' })

/** Selected from `webhooks w`. */
const columns = {
  id: column(WebhookId, 'w.id'),
  url: column(z.string(), 'w.url'),
  format: column(
    WebhookFormat.describe(
      'standard: signed requests with the event as JSON. The others post readable messages to a chat.',
    ),
    'w.format',
  ),
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

export const DeliveryState = z.enum(['PENDING', 'DELIVERED', 'FAILED', 'SKIPPED'])

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

// An event that was sent with others shows the request of their message.
const sentBody = fragment`coalesce(case when d.message_id is null then d.sent_body
    else (select message.sent_body from webhook_deliveries message where message.id = d.message_id) end, d.body)`

const fixedHeaders = { 'content-type': 'application/json', 'user-agent': 'Dailies-Webhooks/1.0' }

/**
 * The headers that every attempt has. The id is the event's, so that a receiver recognises a repeated delivery; chat
 * services do not use it.
 */
export function deliveryHeaders(format: WebhookFormat, eventId: string): Record<string, string> {
  return format === 'standard' ? { ...fixedHeaders, 'webhook-id': eventId } : fixedHeaders
}

/** Selected from `webhook_deliveries d` and its `webhooks w`. */
const delivery = {
  id: column(WebhookDeliveryId, 'd.id'),
  event: object(z.object({ id: z.string(), type: z.string() }), { id: 'd.event_id', type: 'd.event_type' }),
  state: column(
    DeliveryState.describe(
      'SKIPPED: not sent to the chat, because its subject was deleted or the owner of the webhook may not see it.',
    ),
    'd.state',
  ),
  failure: column(
    z
      .enum(['EXHAUSTED', 'GONE', 'INACTIVE'])
      .nullable()
      .describe(
        'Why there are no more attempts. EXHAUSTED: the last attempt failed. GONE: the endpoint answered 410. INACTIVE: the webhook was disabled.',
      ),
    'd.failure',
  ),
  sentWith: object(
    z
      .object({ id: WebhookDeliveryId })
      .nullable()
      .describe(
        'The delivery whose chat message reports this event, too; null if the event has its own request.',
      ),
    { id: 'd.message_id' },
  ),
  eventCount: column(
    z
      .int()
      .describe('Number of events of the message, including those left out since; 1 in the standard format.'),
    'coalesce(cardinality(d.members), 0) + 1',
  ),
  request: computed(
    z
      .object({ headers: z.record(z.string(), z.string()), body: z.string() })
      .describe(
        'The request. The same at every attempt, which adds headers for time and signature; a chat message is written anew for each attempt, and this is the last one. Until then, `body` is the event.',
      ),
    { body: column(z.string(), sentBody), format: column(WebhookFormat, 'w.format') },
  ),
  attempts: column(z.array(Attempt), attemptsColumn),
  nextAttemptAt: column(
    Timestamp.nullable().describe(
      'null if no attempt is left, and while the event waits for others of the same chat message.',
    ),
    "nullif(d.next_attempt_at, 'infinity')",
  ),
  createdAt: column(Timestamp, 'd.created_at'),
  endedAt: column(Timestamp.nullable(), 'd.ended_at'),
}

export const WebhookDelivery = wireSchema('WebhookDelivery', delivery)
export const deliveryColumns = selectList(delivery)
export type DeliveryRow = Row<typeof delivery>
const mapDelivery = recordMapper(delivery)

export function deliveryRecord(row: DeliveryRow): z.output<typeof WebhookDelivery> {
  const headers = deliveryHeaders(row.format, row['event.id'])
  return mapDelivery(row, { request: { headers, body: row.body } })
}
