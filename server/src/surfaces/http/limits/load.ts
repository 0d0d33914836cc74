// Sheds load: when the machine or the database is overloaded, a quick 503 is better than a slow failure.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { ApiError } from '../../../core/errors.ts'
import type { ApiRequest, SlotPool } from '../../request.ts'
import { refuse } from '../refusal.ts'
import { moveSlot, releaseSlot } from './slots.ts'

export type LoadGuard = {
  /**
   * Takes a slot for the request and returns true, or answers 503 and returns false. The slot is released when the
   * response closes, whatever happens in between.
   */
  enter(request: ApiRequest, response: ServerResponse<ApiRequest>): boolean
  /** Takes a slot again for a request whose body has arrived; throws 503 when there is none, unless `always` is set. */
  resume(request: ApiRequest, always?: boolean): void
  /**
   * Releases the slot of a request that waits for something to happen, so that it takes none from requests that can be
   * processed. Returns a function that takes a slot again, however many are taken: the rest of the work is short.
   */
  park(request: ApiRequest): () => void
  /** The slots of requests that are being processed. */
  pool: SlotPool
  inFlight(): number
  shed(): number
  /** For how long all slots have been taken without one being released. */
  stuckMs(): number
  close(): void
}

export type LoadOptions = {
  maxRequests: number
  baseUrl: string
  databaseLoad: () => { statements: number; waiting: number }
  /** Called when the response to a request has closed. */
  closed: (request: ApiRequest, response: ServerResponse<ApiRequest>) => void
}

const sampleMs = 500
const maxLoopDelayMs = 1_000
const maxHeapShare = 0.9
const maxStatements = 5_000
const maxWaiting = 200
/** The share of slots that only requests with a credential may take. */
const reservedShare = 0.2
/** Answered under any load: a busy server is not dead, and its operator has to see why it is busy. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

export function createLoadGuard(options: LoadOptions): LoadGuard {
  const { maxRequests, baseUrl, databaseLoad } = options
  const forVisitors = maxRequests - Math.floor(maxRequests * reservedShare)
  let inFlight = 0
  let shed = 0
  let overloadedNow = false
  let slowSamples = 0
  let releases = 0
  let sampledReleases = 0
  let stuckSince: number | undefined
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const sampler = setInterval(() => {
    const heap = getHeapStatistics()
    const { statements, waiting } = databaseLoad()
    // A single long pause passes; the server is overloaded only when the loop stays late.
    slowSamples = loop.mean / 1e6 > maxLoopDelayMs ? slowSamples + 1 : 0
    overloadedNow =
      slowSamples >= 3 ||
      heap.used_heap_size / heap.heap_size_limit > maxHeapShare ||
      statements > maxStatements ||
      waiting > maxWaiting
    if (inFlight < maxRequests || releases !== sampledReleases) stuckSince = undefined
    else stuckSince ??= performance.now()
    sampledReleases = releases
    loop.reset()
  }, sampleMs).unref()

  const pool: SlotPool = {
    release() {
      inFlight--
      releases++
    },
  }

  /** Other limits count the requests that wait. */
  const parked: SlotPool = { release() {} }

  // A pool of its own: answered probes must not hide that no other request is answered.
  let probing = 0
  const probePool: SlotPool = {
    release() {
      probing--
    },
  }

  function closed(this: ServerResponse<ApiRequest>): void {
    releaseSlot(this.req)
    options.closed(this.req, this)
  }

  return {
    pool,
    enter(request, response) {
      const most = hasCredential(request) ? maxRequests : forVisitors
      if (inFlight < most && !overloadedNow) {
        request.slot = pool
        inFlight++
      } else if (probes.has(request.url!)) {
        request.slot = probePool
        probing++
      } else {
        shed++
        refuse(request, response, overloaded(), baseUrl)
        return false
      }
      response.on('close', closed)
      return true
    },
    resume(request, always = false) {
      const most = request.caller === undefined ? forVisitors : maxRequests
      if (inFlight >= most && !always) {
        shed++
        throw overloaded()
      }
      if (moveSlot(request, pool)) inFlight++
    },
    park(request) {
      moveSlot(request, parked)
      return () => {
        if (moveSlot(request, pool)) inFlight++
      }
    },
    inFlight: () => inFlight + probing,
    shed: () => shed,
    stuckMs: () => (stuckSince === undefined ? 0 : performance.now() - stuckSince),
    close() {
      clearInterval(sampler)
      loop.disable()
    },
  }
}

/** The credential is checked later; a request with an invalid one releases its slot at once. */
function hasCredential({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined || headers.cookie !== undefined
}

function overloaded(): ApiError {
  const message = 'The server is overloaded. Wait as many seconds as Retry-After says, then retry.'
  return new ApiError('unavailable', { message, headers: { 'Retry-After': '1' } })
}
