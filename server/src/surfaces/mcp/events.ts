// MCP Events, the draft that ChatGPT speaks: clients list event types, poll them, and subscribe an endpoint of theirs to them.
// See docs/decisions/0087-mcp-events.md for the revisions of the draft and what they leave open.
import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Caller, Scope } from '../../core/access.ts'
import type { Services } from '../../core/services.ts'
import { readChanges } from '../../events/changes.ts'
import { mayWatch, startOf, subscribe, unsubscribe } from '../../events/subscriptions/subscribe.ts'
import {
  argumentsOf,
  forbidden,
  occurrenceOf,
  payloadOf,
  type SubscriptionArguments,
  SubscriptionError,
} from '../../events/subscriptions/subscription.ts'
import type { Sender } from '../../events/webhooks/send.ts'
import { mayReadEvents, scopesOfEvent } from '../../records/event-scopes.ts'
import { type EventType, eventTypeNames, eventTypes } from '../../records/event-types.ts'
import { type JsonSchema, type SharedSchemas, toJsonSchema } from '../json-schemas.ts'
import type { Exchange } from './tool-call.ts'
import { inputSchema, outputSchema } from './tools/schemas.ts'

export const eventMethods = ['events/list', 'events/poll', 'events/subscribe', 'events/unsubscribe'] as const

export function isEventMethod(method: unknown): boolean {
  return (eventMethods as readonly unknown[]).includes(method)
}

/** The scopes that a message about this event type needs; none for an unknown type, which has its own error. */
export function scopesOfMessage(method: unknown, params: unknown): readonly Scope[] {
  // Without its scopes, a client must still be able to clean up.
  if (method !== 'events/poll' && method !== 'events/subscribe') return []
  const name = (params as { name?: unknown } | null | undefined)?.name
  return isEventType(name) ? scopesOfEvent(name) : ['projects:read']
}

function isEventType(name: unknown): name is EventType {
  return typeof name === 'string' && Object.hasOwn(eventTypes, name)
}

type EventsOptions = {
  services: Services
  sender: Sender
  limitHost(host: string): Promise<void>
  exchange: Exchange
}

const nextPollMs = 5_000
const cursor = z
  .string()
  .regex(/^\d{1,15}$/, 'Send a cursor unchanged.')
  .nullish()
const maxAgeMs = z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullish()
const about = { name: z.string(), arguments: z.record(z.string(), z.unknown()).nullish() }
const ListParams = z.looseObject({ cursor: z.string().nullish() })
const PollParams = z.looseObject({
  ...{ ...about, cursor, maxAgeMs },
  maxEvents: z.int().min(1).nullish(),
})
const SubscribeParams = z.looseObject({
  ...{ ...about, cursor, maxAgeMs },
  delivery: z.looseObject({ mode: z.string(), url: z.string(), secret: z.string() }),
  ttlMs: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().optional(),
})
const UnsubscribeParams = z.looseObject({ ...about, delivery: z.looseObject({ url: z.string() }) })

export function attachEvents(mcp: McpServer, options: EventsOptions): void {
  const { services, exchange } = options
  const { caller } = exchange
  const { sql } = services.database
  const { server } = mcp

  function handle<P extends z.ZodType>(
    method: (typeof eventMethods)[number],
    params: P,
    answer: (params: z.output<P>) => object,
  ) {
    server.setRequestHandler(method, { params }, async (given) => {
      try {
        const result = await answer(given as z.output<P>)
        exchange.succeed(200)
        return result as Record<string, unknown>
      } catch (error) {
        throw protocolError(error, exchange)
      }
    })
  }

  // `events` is where ChatGPT looks; SEP-3415 moves it to the extensions.
  const capabilities = { events: {}, extensions: { 'io.modelcontextprotocol/events': {} } }
  server.registerCapabilities(capabilities as Parameters<typeof server.registerCapabilities>[0])

  handle('events/list', ListParams, (params) => {
    if (params.cursor) throw new SubscriptionError('InvalidParams', 'The list has one page.')
    return { events: descriptorsFor(caller) }
  })

  handle('events/poll', PollParams, async (params) => {
    const { name, given } = readAbout(params)
    if (!(await mayWatch(sql, caller, name, given))) throw forbidden()
    const from = { cursor: numberOf(params.cursor), maxAgeMs: params.maxAgeMs ?? undefined }
    const { position, truncated } = await startOf(sql, caller, from)
    const limit = Math.min(params.maxEvents ?? 50, 100)
    const query = { after: position, types: [name], filters: given, limit }
    const found = await readChanges(sql, caller, query)
    // The next read of the client must not be older than this answer.
    if (found.rows.length > 0) await services.replica?.advance([caller.userId])
    return {
      events: found.rows.map((row) => occurrenceOf(row, services.origin())),
      cursor: String(found.cursor),
      truncated: truncated || found.missed,
      hasMore: found.more,
      nextPollMs,
    }
  })

  handle('events/subscribe', SubscribeParams, async (params) => {
    const { name, given } = readAbout(params)
    const { mode, url, secret } = params.delivery
    if (mode !== 'webhook')
      throw new SubscriptionError('Unsupported', 'Events are delivered to webhooks, or polled.', {
        feature: 'deliveryMode',
        value: mode,
      })
    services.requireLive()
    const { database, secrets, webhookHosts } = services
    const { sender, limitHost } = options
    return subscribe({ database, secrets, webhookHosts, sender, limitHost }, caller, {
      ...{ name, arguments: given, url, secret },
      cursor: numberOf(params.cursor),
      maxAgeMs: params.maxAgeMs ?? undefined,
      ttlMs: params.ttlMs,
      client: exchange.client(),
    })
  })

  handle('events/unsubscribe', UnsubscribeParams, async (params) => {
    const { name, given } = readAbout(params)
    const { url } = params.delivery
    await unsubscribe(sql, caller, { name, arguments: given, url, client: exchange.client() })
    return {}
  })
}

function numberOf(text: string | null | undefined): number | null {
  return text == null ? null : Number(text)
}

function readAbout(params: { name: string; arguments?: Record<string, unknown> | null | undefined }): {
  name: EventType
  given: SubscriptionArguments
} {
  const { name } = params
  if (!isEventType(name))
    throw new SubscriptionError('NotFound', `There is no event ${name.slice(0, 100)}.`, { kind: 'event' })
  const parsed = argumentsOf(name).safeParse(params.arguments ?? {})
  if (parsed.success) return { name, given: parsed.data }
  const [issue] = parsed.error.issues
  const path = ['arguments', ...issue!.path].join('.')
  const message = issue!.code === 'custom' ? 'must be an id of such a record' : issue!.message
  throw new SubscriptionError('InvalidParams', `${path}: ${message}`)
}

function protocolError(error: unknown, exchange: Exchange): ProtocolError {
  if (error instanceof SubscriptionError) return new ProtocolError(error.code, error.message, error.data)
  // The SDK sends the message of an error to the client, so it must not get the original error.
  const known = exchange.fail(error)
  return new ProtocolError(ProtocolErrorCode.InternalError, known.message)
}

type Descriptor = {
  name: string
  description: string
  delivery: string[]
  inputSchema: JsonSchema
  payloadSchema: JsonSchema
}

/** Made when a client lists them first, as the schemas of tools are. */
let descriptors: Descriptor[] | undefined

/** As with tools, a key is shown what its scopes allow; an app can be granted more, and is shown everything. */
function descriptorsFor({ kind, scopes }: Caller): Descriptor[] {
  descriptors ??= eventTypeNames.map(describe)
  return descriptors.filter(({ name }) => kind !== 'key' || mayReadEvents(scopes, name as EventType))
}

function describe(name: EventType): Descriptor {
  const shared: SharedSchemas = new Map()
  return {
    name,
    description: eventTypes[name].description,
    delivery: ['webhook', 'poll'],
    inputSchema: inputSchema(toJsonSchema(argumentsOf(name), 'input', shared), shared),
    payloadSchema: outputSchema(toJsonSchema(payloadOf(name), 'output', shared), shared),
  }
}
