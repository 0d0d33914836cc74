// `GET /api/projects/:projectId/events` with `Accept: text/event-stream`: the events of a project as they happen. A stream
// is admitted like a call of List Events and spends its rate limit; once it has begun, it no longer counts as a request.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hashToken } from '../../auth/api-keys.ts'
import { type Caller, requireProjectRole } from '../../core/access.ts'
import { parseInput } from '../../core/call.ts'
import type { EventCounters, EventFeed } from '../../core/event-feed.ts'
import { methodAndPath } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import type { Database } from '../../core/sql.ts'
import { listEvents } from '../../operations/index.ts'
import type { Admission } from '../admission.ts'
import { apiRequest } from '../request.ts'
import type { FinishRequest } from './app.ts'
import { flatFields, queryReader } from './input.ts'
import { mediaType, outletOf, type StreamSlots, writeHead } from './streams.ts'

export type StreamServices = {
  admission: Admission
  database: Database
  feed: EventFeed
  slots: StreamSlots
  /** Called when the stream begins: from then on it no longer counts as a request under way. */
  finishRequest: FinishRequest
}

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
    const release = services.slots.take(raw.caller!.credentialId)
    reply.raw.once('close', release)
    const counters = await begin(services, raw.caller!, input)
    reply.hijack()
    if (reply.raw.destroyed) return
    raw.streams = true
    writeHead(raw, reply.raw)
    services.finishRequest(raw, reply.raw)
    const follower = {
      hash: hashToken(services.admission.tokenOf(raw)),
      scope: stream.scope!,
      credentialId: raw.caller!.credentialId,
      userId: raw.caller!.userId,
      projectId: input.projectId,
      workspaceId: raw.caller!.workspaceId,
      browser: raw.caller!.kind === 'session',
      types: input.types ?? null,
      position: input.lastEventId ?? counters.last,
      outlet: outletOf(reply.raw, services.feed.closed),
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

/** Checks the role before the stream begins, while the response can still have another status than 200. */
async function begin(
  { database, feed }: StreamServices,
  caller: Caller,
  input: Input,
): Promise<EventCounters> {
  await requireProjectRole(database.sql, 'projectId', input.projectId, caller, { roles: stream.roles! })
  return feed.counters(caller.workspaceId)
}
