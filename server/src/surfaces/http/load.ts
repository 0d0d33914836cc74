// Says no in time: beyond what the machine and the database can take, a quick 503 is kinder than a slow failure.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { ApiError } from '../../core/errors.ts'
import { refuse } from './refusal.ts'

export type LoadGuard = {
  /** Counts the request in, or answers it with 503 and returns false. */
  enter(request: IncomingMessage, response: ServerResponse): boolean
  /** Counts a request out that was counted in. */
  leave(): void
  inFlight(): number
  shed(): number
  close(): void
}

const sampleMs = 500
const maxLoopDelayMs = 1_000
const maxHeapShare = 0.9
const maxStatements = 5_000
const maxWaiting = 200

export function createLoadGuard(
  maxRequests: number,
  baseUrl: string,
  databaseLoad: () => { statements: number; waiting: number },
): LoadGuard {
  let inFlight = 0
  let shed = 0
  let drowning = false
  let slowSamples = 0
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const sampler = setInterval(() => {
    const heap = getHeapStatistics()
    const { statements, waiting } = databaseLoad()
    // One long pause passes by itself; only when the loop stays late is there too much to do.
    slowSamples = loop.mean / 1e6 > maxLoopDelayMs ? slowSamples + 1 : 0
    drowning =
      slowSamples >= 3 ||
      heap.used_heap_size / heap.heap_size_limit > maxHeapShare ||
      statements > maxStatements ||
      waiting > maxWaiting
    loop.reset()
  }, sampleMs).unref()

  return {
    enter(request, response) {
      // Probes must be answered when nothing else is: a busy server is not a dead one.
      if ((inFlight >= maxRequests || drowning) && request.url !== '/healthz') {
        shed++
        refuse(request, response, overloaded(), baseUrl)
        return false
      }
      inFlight++
      return true
    },
    leave() {
      inFlight--
    },
    inFlight: () => inFlight,
    shed: () => shed,
    close() {
      clearInterval(sampler)
      loop.disable()
    },
  }
}

function overloaded(): ApiError {
  const message =
    'The server has more to do than it can. Wait as many seconds as Retry-After says, then retry.'
  return new ApiError('unavailable', { message, headers: { 'Retry-After': '1' } })
}
