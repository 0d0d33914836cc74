// The event stream of a project. After a lost connection it resumes from the last event.
import { receive, refusal } from './answers.ts'
import { BodyReader } from './body-reader.ts'
import { DailiesConnectionError, DailiesError } from './errors.ts'
import { EventStreamParser, type StreamMessage } from './event-stream.ts'
import { type Event, type EventType, eventTypes, type KnownEvent } from './generated/events.ts'
import type { OperationInfo } from './generated/operations.ts'
import type { PresenceSignal, UnreadSignal } from './generated/records.ts'
import { apiRequest } from './requests.ts'
import type { Transport } from './transport.ts'
import { backoffMs, pause } from './waiting.ts'

/**
 * An event of the stream, of the list or of a webhook: a union by `type`. A server that is newer than the SDK may send
 * an UnknownEvent; ignore it, or read the record again.
 */
export type DailiesEvent = Event

/** Some missed events are no longer stored: read again whatever matters. */
export interface ResetEvent {
  type: 'reset'
  /** The stream continues after this number. */
  number: number
}

/** The resources that events are about: `comment`, `file`, … */
export type EventResource = EventType extends `${infer Resource}.${string}` ? Resource : never

/** The events about a resource: `EventOf<'comment'>` is any of `comment.*`. */
export type EventOf<Resource extends EventResource> = Extract<KnownEvent, { type: `${Resource}.${string}` }>

const knownTypes: ReadonlySet<string> = new Set(eventTypes)

/**
 * Whether an event is about a resource and of a known type: `isEventOf(event, 'file')` narrows it to the events whose
 * `data` has a `file`. False for types that a newer server has added.
 */
export function isEventOf<Resource extends EventResource>(
  event: { type: string },
  resource: Resource,
): event is EventOf<Resource> {
  return knownTypes.has(event.type) && event.type.startsWith(`${resource}.`)
}

export interface StreamOptions {
  signal?: AbortSignal | undefined
  /** Reconnect when nothing arrives for this long; the server sends a heartbeat every 15 seconds. Default: 45,000. */
  idleMs?: number | undefined
  /** The first delay before reconnecting, instead of the one that the server asks for. */
  retryDelayMs?: number | undefined
  /** Called when the connection is lost or cannot be made. The stream reconnects by itself. */
  onLost?: (() => void) | undefined
}

export interface SubscribeOptions extends StreamOptions {
  /** The number of the last event received: the stream resumes after it. Default: only new events. */
  lastEventId?: string | number | undefined
  /** Filters for types, such as `['comment.created', 'file.*']`. A reset is always delivered. Default: all. */
  types?: readonly string[] | undefined
  /** Called whenever the stream has caught up: from now on events arrive as they happen. */
  onReady?: ((at: { number: number }) => void) | undefined
  /**
   * Called when people begin or stop looking at a file, or typing. Only for a browser that reports its own presence on the
   * file with `client.presence.report`, and not together with `types`. The signal replaces the one before it.
   */
  onPresence?: ((signal: PresenceSignal) => void) | undefined
  /** Called with the number of unread notifications, and when it changes. Only for a browser, and not together with `types`. */
  onUnread?: ((signal: UnreadSignal) => void) | undefined
}

/** Ends only when the signal is aborted, when the server refuses (401, 403, 404), or when no token is available. */
export async function* subscribe(
  transport: Transport,
  projectId: string,
  options: SubscribeOptions = {},
): AsyncGenerator<DailiesEvent | ResetEvent, void, undefined> {
  const { target } = apiRequest(stream, { projectId, types: options.types })
  const subscription = new Subscription(transport, target, options, options.lastEventId)
  try {
    for (;;) {
      for (const message of await subscription.next()) {
        const data = JSON.parse(message.data)
        if (message.event === 'ready') options.onReady?.(data)
        else if (message.event === 'presence') options.onPresence?.(data)
        else if (message.event === 'unread') options.onUnread?.(data)
        else if (message.event === 'reset') yield { ...data, type: 'reset' }
        // A signal that a newer server has added is no event: it has no number.
        else if (typeof data.number === 'number') yield data
      }
    }
  } finally {
    subscription.hangUp()
  }
}

/** The number of unread notifications, now and after each change. Ends as `subscribe` does. */
export async function* subscribeToUnread(
  transport: Transport,
  options: StreamOptions = {},
): AsyncGenerator<UnreadSignal, void, undefined> {
  const subscription = new Subscription(transport, '/api/notifications/stream', options)
  try {
    for (;;)
      for (const message of await subscription.next())
        if (message.event === 'unread') yield JSON.parse(message.data)
  } finally {
    subscription.hangUp()
  }
}

const stream: OperationInfo = {
  client: 'events.subscribe',
  http: 'GET /api/projects/:projectId/events',
  fields: 'query',
}

type Connection = { body: BodyReader; parser: EventStreamParser; controller: AbortController }

class Subscription {
  readonly #transport: Transport
  readonly #target: string
  readonly #options: StreamOptions
  #lastId: string | undefined
  #connection: Connection | undefined
  #failures = 0
  #retryMs: number

  constructor(transport: Transport, target: string, options: StreamOptions, lastEventId?: string | number) {
    this.#transport = transport
    this.#target = target
    this.#options = options
    this.#lastId = lastEventId === undefined ? undefined : String(lastEventId)
    this.#retryMs = options.retryDelayMs ?? transport.retryDelayMs
  }

  /** The next messages, from this connection or a later one. */
  async next(): Promise<StreamMessage[]> {
    for (;;) {
      this.#options.signal?.throwIfAborted()
      try {
        this.#connection ??= await this.#connect()
        const messages = await this.#read(this.#connection)
        if (messages.length > 0) return messages
      } catch (error) {
        this.hangUp()
        await this.#backOff(error)
      }
    }
  }

  hangUp(): void {
    this.#connection?.body.cancel()
    this.#connection?.controller.abort()
    this.#connection = undefined
  }

  async #read({ body, parser }: Connection): Promise<StreamMessage[]> {
    const piece = await overNetwork(body.read())
    if (!piece) throw new DailiesConnectionError('The stream of events has ended.')
    this.#failures = 0
    const messages = parser.push(piece)
    this.#retryMs = this.#options.retryDelayMs ?? parser.retryMs ?? this.#retryMs
    // Heartbeats carry the id as well: a quiet stream must not resume from a number that is no longer stored.
    if (parser.id !== '') this.#lastId = parser.id
    return messages
  }

  async #backOff(error: unknown): Promise<void> {
    const { signal } = this.#options
    signal?.throwIfAborted()
    if (isFinal(error)) throw error
    if (this.#failures === 0) this.#options.onLost?.()
    const asked = error instanceof DailiesError ? (error.retryAfter ?? 0) * 1000 : 0
    await pause(asked + backoffMs(this.#failures, this.#retryMs), signal)
    this.#failures++
  }

  async #connect(): Promise<Connection> {
    const { signal, idleMs = 45_000 } = this.#options
    const controller = new AbortController()
    const ends = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal
    const timer = setTimeout(() => controller.abort(), this.#transport.timeoutMs)
    try {
      const response = await this.#request(ends)
      const type = response.headers.get('Content-Type') ?? ''
      if (!response.ok || !response.body || !type.startsWith('text/event-stream'))
        throw refusal(await overNetwork(receive(response)))
      return { body: new BodyReader(response.body, idleMs), parser: new EventStreamParser(), controller }
    } finally {
      clearTimeout(timer)
    }
  }

  async #request(signal: AbortSignal): Promise<Response> {
    const asked: Record<string, string> = { Accept: 'text/event-stream' }
    if (this.#lastId !== undefined) asked['Last-Event-ID'] = this.#lastId
    for (let renewed = false; ; renewed = true) {
      const { headers, token } = await this.#transport.authorized(asked)
      const credentials = token === undefined ? 'same-origin' : 'omit'
      const url = this.#transport.baseUrl + this.#target
      const init: RequestInit = { headers, signal, credentials, redirect: 'manual' }
      const response = await overNetwork(this.#transport.fetch(url, init))
      if (response.status !== 401 || renewed || !(await this.#transport.renew(token))) return response
    }
  }
}

/** Turns any failure of the network into a connection error, after which the stream reconnects. */
async function overNetwork<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new DailiesConnectionError('The connection for events failed.', { cause })
  }
}

/** Whether reconnecting is pointless: the server would refuse again. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof DailiesError)) return !(error instanceof DailiesConnectionError)
  return error.status < 500 && error.status !== 408 && error.status !== 429
}
