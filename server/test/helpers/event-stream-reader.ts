// A reader of an event stream, as strict as the standard: records everything in order until the stream is cut or
// ends.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { credentialHeaders, type World } from '../worlds/world.ts'
import { emitEvent, type TestEvent } from './emit-events.ts'
import { patienceMs } from './until.ts'

// biome-ignore lint/suspicious/noExplicitAny: each test knows what it waits for.
export type StreamEvent = { id: string; event: string; data: any }

export type EventStream = {
  response: IncomingMessage
  /** All events so far except `ready` and `unread`. */
  events: StreamEvent[]
  /** The data of the `unread` signals, which only browsers get. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  unread: any[]
  /** Comments, which are heartbeats. */
  comments: string[]
  /** The id to resume from. */
  lastId(): string
  /** Resolves when the condition holds; it is checked whenever something arrives. */
  until(condition: () => boolean): Promise<void>
  /** Resolves when the server has ended or cut the stream. */
  ended: Promise<void>
  cut(): void
}

export type StreamOptions = { key: string; lastId?: string | undefined; query?: string }

export async function requestStream(url: string, projectId: string, options: StreamOptions) {
  return requestPath(url, `/api/projects/${projectId}/events${options.query ?? ''}`, options)
}

export async function requestPath(
  url: string,
  path: string,
  { key, lastId }: Omit<StreamOptions, 'query'>,
): Promise<IncomingMessage> {
  const headers = { Accept: 'text/event-stream', ...Object.fromEntries(credentialHeaders(url, key)) }
  const request = get(url + path, {
    headers: { ...headers, ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }) },
    agent: false,
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

/** Opens a stream and waits until it is up to date. */
export async function openStream(
  url: string,
  projectId: string,
  options: StreamOptions,
): Promise<EventStream> {
  const stream = await beginStream(url, projectId, options)
  await stream.until(() => stream.ready())
  return stream
}

export async function beginStream(url: string, projectId: string, options: StreamOptions) {
  return readStream(await requestStream(url, projectId, options), options.lastId)
}

export function readStream(response: IncomingMessage, lastId = '') {
  if (response.statusCode !== 200) throw new Error(`the stream was refused with ${response.statusCode}`)
  const events: StreamEvent[] = []
  const comments: string[] = []
  const unread: unknown[] = []
  let id = lastId
  let ready = false
  let over = false
  let text = ''
  const waiting = new Set<() => void>()
  const look = () => {
    for (const check of waiting) check()
  }

  function take(block: string): void {
    const event: StreamEvent = { id: '', event: 'message', data: undefined }
    for (const line of block.split('\n')) {
      const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line)!
      if (name === '') comments.push(value!)
      else if (name === 'id') id = value!
      else if (name === 'event') event.event = value!
      else if (name === 'data') event.data = JSON.parse(value!)
    }
    if (event.data === undefined) return
    if (event.event === 'ready') ready = true
    else if (event.event === 'unread') unread.push(event.data)
    else events.push({ ...event, id })
  }

  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) take(block)
    look()
  })
  const ended = new Promise<void>((resolve) => {
    response.on('error', () => {})
    response.on('close', () => {
      over = true
      resolve()
      look()
    })
  })

  return {
    response,
    events,
    comments,
    unread,
    ready: () => ready,
    lastId: () => id,
    until(condition: () => boolean): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timer = setTimeout(
        () => reject(new Error(`not in time; got ${events.length} events`)),
        patienceMs,
      )
      const check = () => {
        if (condition()) resolve()
        else if (over) reject(new Error(`the stream has ended; got ${events.length} events`))
      }
      waiting.add(check)
      check()
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(check)
      })
    },
    ended,
    cut: () => void response.destroy(),
  }
}

export const idsOf = (events: readonly StreamEvent[]): string[] => events.map(({ data }) => data.id)

export function streamEmitter({ database, workspaceId, changed }: World) {
  async function emit(projectId: string, event: Partial<TestEvent> = {}): Promise<string> {
    const id = await emitEvent(database.sql, { workspaceId, projectId, ...event })
    changed()
    return id
  }

  /** Emits an event and waits for it: everything before it in the stream has arrived by then. */
  async function mark(projectId: string, stream: Pick<EventStream, 'events' | 'until'>): Promise<string> {
    const id = await emit(projectId, { type: 'project.updated' })
    await stream.until(() => idsOf(stream.events).includes(id))
    return id
  }

  return { emit, mark }
}
