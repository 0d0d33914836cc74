// Requests whose bodies are still arriving. They hold no slot for work, so that clients that send slowly, or never finish,
// keep nobody else waiting.
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../admission.ts'
import { type ApiRequest, apiRequest, type SlotPool } from '../../request.ts'
import { cutOff } from '../refusal.ts'
import type { LoadGuard } from './load.ts'
import { moveSlot, releaseSlot } from './slots.ts'

export type Arrivals = {
  size(): number
  /** How many requests were cut off because their body did not arrive in time, or to free a slot. */
  cut(): number
  close(): void
}

export type ArrivalOptions = {
  guard: LoadGuard
  maxRequests: number
  requestSeconds: number
  baseUrl: string
}

type Arrival = { request: ApiRequest; response: ServerResponse; since: number }

/** How long the body of a request without a credential may take to arrive. */
const visitorSeconds = 10
/** The share of the slots for bodies that requests without a credential may take. */
const visitorShare = 0.5
const sweepMs = 1_000

/**
 * Makes every route start its work only when the body of the request has arrived. Must be called before any route is
 * registered.
 */
export function watchArrivals(app: FastifyInstance, options: ArrivalOptions): Arrivals {
  const { guard, baseUrl, requestSeconds } = options
  let cut = 0
  const cutArrival = ({ request, response }: Arrival) => {
    cut++
    releaseSlot(request)
    cutOff(request, response, baseUrl)
  }
  const callers = createWaitingPool(options.maxRequests, cutArrival)
  const visitors = createWaitingPool(Math.ceil(options.maxRequests * visitorShare), cutArrival)
  const patienceMs = Math.min(visitorSeconds, requestSeconds) * 1_000
  const sweeper = setInterval(
    () => visitors.cutOlderThan(patienceMs),
    Math.min(sweepMs, patienceMs / 4),
  ).unref()

  /** Runs after admission: requests with a credential and without one wait in separate pools. */
  function wait(request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void {
    const raw = apiRequest(request)
    // A request without a slot has ended, and a transfer has its own limits.
    if (!raw.complete && raw.slot === guard.pool) {
      if (raw.caller) callers.enter(raw, reply.raw, raw.caller.credentialId)
      else visitors.enter(raw, reply.raw, networkOf(request.ip))
    }
    done()
  }

  function resume(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
    const raw = apiRequest(request)
    try {
      if (callers.holds(raw) || visitors.holds(raw)) {
        if (raw.complete) guard.resume(raw)
        // The OAuth library reads the body itself, so the request can no longer be refused.
        else raw.once('end', () => guard.resume(raw, true))
      }
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => method === 'GET' || method === 'HEAD')) return
    route.preParsing = [...[route.preParsing ?? []].flat(), wait]
    route.preValidation = [...[route.preValidation ?? []].flat(), resume]
  })

  return {
    size: () => callers.size() + visitors.size(),
    cut: () => cut,
    close: () => clearInterval(sweeper),
  }
}

/**
 * A full pool still admits every request: it cuts off the oldest body of the group with the most bodies. A body normally
 * arrives within moments, so a client that holds many open loses its own, even when all clients appear to have one address
 * because their proxy is not in TRUST_PROXY.
 */
function createWaitingPool(most: number, cutArrival: (arrival: Arrival) => void) {
  const groups = new Map<string, Map<ApiRequest, Arrival>>()
  const groupOf = new Map<ApiRequest, string>()

  const pool: SlotPool = {
    release(request) {
      const name = groupOf.get(request)!
      const group = groups.get(name)!
      groupOf.delete(request)
      group.delete(request)
      if (group.size === 0) groups.delete(name)
    },
  }

  function cutOldest(): void {
    let largest: Map<ApiRequest, Arrival> | undefined
    for (const group of groups.values()) if (group.size > (largest?.size ?? 0)) largest = group
    const oldest = largest?.values().next().value
    if (oldest) cutArrival(oldest)
  }

  return {
    enter(request: ApiRequest, response: ServerResponse, name: string): void {
      if (groupOf.size >= most) cutOldest()
      if (!moveSlot(request, pool)) return
      const group = groups.get(name) ?? new Map<ApiRequest, Arrival>()
      groups.set(name, group)
      groupOf.set(request, name)
      group.set(request, { request, response, since: performance.now() })
    },
    holds: (request: ApiRequest) => request.slot === pool,
    cutOlderThan(ms: number): void {
      const latest = performance.now() - ms
      for (const group of groups.values()) {
        for (const arrival of group.values()) {
          if (arrival.since > latest) break
          cutArrival(arrival)
        }
      }
    },
    size: () => groupOf.size,
  }
}
