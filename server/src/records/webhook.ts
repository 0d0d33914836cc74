import { z } from 'zod'
import { Timestamp, text, UserId, WebhookDeliveryId, WebhookId } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'
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

export const Webhook = z
  .object({
    id: WebhookId,
    url: z.string(),
    events: z.array(z.string()).describe('`*`, all events of a resource (`file.*`), or single ones.'),
    description: z.string().nullable(),
    active: z.boolean().describe('Whether it gets events.'),
    disabledReason: z
      .enum(['GONE', 'FAILING', 'OWNER_REMOVED'])
      .nullable()
      .describe(
        'Why the service has switched it off. GONE: it answered 410. FAILING: nothing got through for three days. OWNER_REMOVED: its owner may no longer manage webhooks.',
      ),
    owner: z
      .object({ id: UserId, name: z.string() })
      .nullable()
      .describe(
        'Who made it, or last changed its URL or switched it on again. It is paused when they may no longer manage webhooks.',
      ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>

/** The columns of `webhooks w` that make a Webhook. */
export const webhookColumns = fragment`w.id, w.url, w.events, w.description, w.active,
  w.disabled_reason as "disabledReason",
  (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = w.created_by) as owner, w.created_at as "createdAt", w.updated_at as "updatedAt"`

export const DeliveryState = z.enum(['PENDING', 'DELIVERED', 'FAILED'])

const Attempt = z.object({
  number: z.int().describe('Counts from 1. One that is missing was under way when a server died.'),
  url: z.string(),
  startedAt: Timestamp,
  durationMs: z.int(),
  status: z.int().nullable().describe('What was answered; null: nothing was.'),
  error: z.string().nullable().describe('Why there is no answer, or not a whole one.'),
  response: z.string().nullable().describe('The first 4,096 bytes of the answer.'),
})

export const WebhookDelivery = z
  .object({
    id: WebhookDeliveryId,
    event: z.object({ id: z.string(), type: z.string() }),
    state: DeliveryState,
    failure: z
      .enum(['EXHAUSTED', 'GONE', 'INACTIVE'])
      .nullable()
      .describe(
        'Why it is not tried any more. EXHAUSTED: the last attempt failed. GONE: the answer was 410. INACTIVE: the webhook was switched off.',
      ),
    request: z
      .object({ headers: z.record(z.string(), z.string()), body: z.string() })
      .describe(
        'What is sent, the same at every attempt; the time and the signature are added to the headers.',
      ),
    attempts: z.array(Attempt),
    nextAttemptAt: Timestamp.nullable().describe('null: it has ended.'),
    createdAt: Timestamp,
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

/** The columns of `webhook_deliveries d` that make a WebhookDelivery. In JSON a time has another form. */
export const deliveryColumns = fragment`d.id, d.event_id as "eventId", d.event_type as "eventType", d.state, d.failure,
  d.body, d.next_attempt_at as "nextAttemptAt", d.created_at as "createdAt", d.ended_at as "endedAt",
  coalesce((
    select json_agg(json_build_object('number', a.number, 'url', a.url,
      'startedAt', wire_time(a.started_at), 'durationMs', a.duration_ms,
      'status', a.status, 'error', a.error, 'response', a.response) order by a.number)
    from webhook_attempts a where a.delivery_id = d.id), '[]') as attempts`

/** The headers that every attempt has. The id is the event's, so that a receiver recognises a repeated delivery. */
export function deliveryHeaders(eventId: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Dailies-Webhooks/1.0',
    'webhook-id': eventId,
  }
}

export type DeliveryRow = Omit<z.output<typeof WebhookDelivery>, 'event' | 'request'> & {
  eventId: string
  eventType: string
  body: string
}

export function deliveryRecord(row: DeliveryRow): z.output<typeof WebhookDelivery> {
  const { id, eventId, eventType, state, failure, body, attempts, nextAttemptAt, createdAt, endedAt } = row
  return {
    id,
    event: { id: eventId, type: eventType },
    state,
    failure,
    request: { headers: deliveryHeaders(eventId), body },
    attempts,
    nextAttemptAt,
    createdAt,
    endedAt,
  }
}
