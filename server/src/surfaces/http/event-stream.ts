// `GET /api/projects/:projectId/events` with `Accept: text/event-stream`: the events of a project as they happen. A stream
// is admitted like a call of List Events and spends its rate limit; once it has begun, it no longer counts as a request.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hashToken } from '../../auth/api-keys.ts'
import { type Caller, requireProjectRole } from '../../core/access.ts'
import { parseInput } from '../../core/call.ts'
import { ApiError } from '../../core/errors.ts'
import type { EventCounters, EventFeed, EventOutlet } from '../../core/event-feed.ts'
import { methodAndPath } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import type { Database } from '../../core/sql.ts'
import { listEvents } from '../../operations/index.ts'
import type { Admission } from '../admission.ts'
import { type ApiRequest, apiRequest } from '../request.ts'
import type { FinishRequest } from './app.ts'
import { flatFields, queryReader } from './input.ts'

export type StreamServices = {
  admission: Admission
  database: Database
  feed: EventFeed
  maxStreams: number
  /** Called when the stream begins: from then on it no longer counts as a request under way. */
  finishRequest: FinishRequest
}

const mostPerCredential = 100
const mediaType = 'text/event-stream'
/** Disconnect a client that has not received a single byte for this long. */
const drainMs = 30_000

const LastEventId = z
  .string()
  .regex(/^\d{1,15}$/, 'Must be a number: the id of an event of the stream.')
  .transform(Number)

const { types } = listEvents.input.shape
const stream = {
  ...listEvents,
  name: 'streamEvents',
  input: z.strictObject({ projectId: ProjectId, types, lastEventId: LastEventId.nullish() }),
}
type Input = z.output<(typeof stream)['input']>

export function registerEventStream(app: FastifyInstance, services: StreamServices): void {
  const { path, pathKeys } = methodAndPath(stream)
  const admit = services.admission.forOperation({ ...listEvents, name: 'listEvents' })
  const readQuery = queryReader(stream)
  const slots = createStreamSlots(services.maxStreams)

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await admit(request)
    // A client that is gone does not emit `close` again, so its slot would never be released.
    if (reply.raw.destroyed) return void reply.hijack()
    const raw = apiRequest(request)
    const fields = flatFields(request, readQuery, pathKeys)
    // A browser that reconnects repeats its original URL, so the header is newer than the query string.
    const resumed = raw.headers['last-event-id']
    if (resumed !== undefined) fields.lastEventId = resumed
    const input = parseInput(stream, pathKeys, fields) as Input
    const release = slots.take(raw.caller!.credentialId)
    reply.raw.once('close', release)
    const counters = await begin(services, raw.caller!, input)
    reply.hijack()
    if (reply.raw.destroyed) return
    raw.streams = true
    writeHead(raw, reply.raw)
    services.finishRequest(raw, reply.raw)
    const follower = {
      hash: hashToken(services.admission.tokenOf(raw)),
      credentialId: raw.caller!.credentialId,
      userId: raw.caller!.userId,
      projectId: input.projectId,
      workspaceId: raw.caller!.workspaceId,
      types: input.types ?? null,
      position: input.lastEventId ?? counters.last,
      outlet: outletOf(reply.raw, services.feed),
    }
    reply.raw.once('close', services.feed.follow(follower, counters))
  }

  app.addConstraintStrategy(byAccept)
  app.route({
    method: 'GET',
    url: path,
    constraints: { accept: mediaType },
    exposeHeadRoute: false,
    handler: serve,
  })
}

/** A request that does not accept a stream gets the list, which is the route of this path without a constraint. */
const byAccept = {
  name: 'accept',
  storage() {
    const handlers = new Map<string, never>()
    return {
      get: (type: string) => handlers.get(type) ?? null,
      set: (type: string, handler: never) => void handlers.set(type, handler),
    }
  },
  deriveConstraint: ({ headers }: IncomingMessage) =>
    headers.accept?.includes(mediaType) ? mediaType : undefined,
  validate() {},
}

/** Limits how many streams are open, in all and with one credential. */
function createStreamSlots(most: number) {
  const byCredential = new Map<string, number>()
  let taken = 0
  function take(credentialId: string): () => void {
    const own = byCredential.get(credentialId) ?? 0
    if (taken >= most) {
      const message =
        'The server has reached its limit of event streams. Wait as many seconds as Retry-After says, then retry.'
      throw new ApiError('unavailable', { message, headers: { 'Retry-After': '5' } })
    }
    if (own >= mostPerCredential) {
      const message = `This credential already has ${own} event streams open. Close one first.`
      throw new ApiError('rate_limited', { message, headers: { 'Retry-After': '5' } })
    }
    taken++
    byCredential.set(credentialId, own + 1)
    return () => {
      taken--
      const left = byCredential.get(credentialId)! - 1
      if (left === 0) byCredential.delete(credentialId)
      else byCredential.set(credentialId, left)
    }
  }
  return { take }
}

/** Checks the role before the stream begins, while the response can still have another status than 200. */
async function begin(
  { database, feed }: StreamServices,
  caller: Caller,
  input: Input,
): Promise<EventCounters> {
  await requireProjectRole(database.sql, 'projectId', input.projectId, caller, stream.roles!)
  return feed.counters(caller.workspaceId)
}

function writeHead({ id, limits }: ApiRequest, response: ServerResponse): void {
  response.writeHead(200, {
    'X-Request-Id': id,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'RateLimit-Policy': limits!.policy,
    RateLimit: limits!.state,
    'Content-Type': mediaType,
    // Keeps proxies from buffering the stream.
    'X-Accel-Buffering': 'no',
  })
  // A random delay, so that clients do not all reconnect at once after a restart.
  response.write(`retry: ${1_000 + Math.floor(Math.random() * 4_000)}\n\n`)
}

function outletOf(response: ServerResponse, feed: EventFeed): EventOutlet {
  return {
    write: (bytes) => void response.write(bytes),
    buffered: () => response.writableLength,
    closed: () => feed.closed() || response.destroyed || response.writableEnded,
    drained: () => drained(response),
    end: () => void (response.writableLength > 0 ? response.destroy() : response.end()),
    destroy: () => void response.destroy(),
  }
}

async function drained(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => response.destroy(), drainMs)
  response.once('drain', resolve).once('close', resolve)
  await promise
  clearTimeout(timer)
  response.off('drain', resolve).off('close', resolve)
}
