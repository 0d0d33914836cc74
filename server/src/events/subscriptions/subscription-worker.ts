// Sends events to the subscriptions of MCP clients. Any number of processes work concurrently: each subscription is held by one of
// them, which sends its events one after the other. After a crash, another process sends the event that was under way again.
import type { Logger } from 'pino'
import type { Resolve } from '../../core/public-network.ts'
import type { SecretBox } from '../../core/secret-box.ts'
import type { Database } from '../../core/sql.ts'
import { isLost } from '../read-events.ts'
import { createSender, type Outcome } from '../webhooks/send.ts'
import { type Endpoint, failureOf, send, sendControl } from './endpoint.ts'
import {
  type Claim,
  claimDue,
  type LiveCredential,
  moveOn,
  type Next,
  nextOf,
  passOver,
  recordFailure,
  release,
  remove,
  skipGap,
} from './queue.ts'
import { forbidden, occurrenceOf } from './subscription.ts'

export type SubscriptionWorkerOptions = {
  database: Database
  secrets: SecretBox
  liveCredential: LiveCredential
  /** Private hosts that may be reached. */
  hosts: readonly string[]
  /** The public origin of this server, for links. */
  origin: () => string
  logger: Logger
  timeoutMs?: number
  graceMs?: number | undefined
  /** How often it looks for events without a notification. Default: 1 s. */
  pollMs?: number | undefined
  /** Sends only when `sendDue` is called: for tests, which move the times of subscriptions between two calls. */
  onDemand?: boolean
  resolve?: Resolve
}

export type SubscriptionWorker = {
  /** Looks for events to send now. */
  wake(): void
  /** Sends everything that is due, and returns when it is sent. */
  sendDue(): Promise<void>
  close(): Promise<void>
}

/** Concurrent requests; one subscription has one at a time. */
const slots = 64
/** The time after the longest request at which another process may take over. */
const takeoverMs = 15_000
const defaultPollMs = 1_000
/**
 * Between two looks the worker rests three times as long as the last one took, within these bounds: under constant writes it
 * takes a quarter of the time of one connection.
 */
const rests = { factor: 3, shortestMs: 100, longestMs: 1_000 }
/** Seconds from a failed attempt to the next one: five attempts within a quarter of an hour. */
export const retryDelays = [5, 30, 120, 600] as const
const longestWait = 900
/** Events given up in a row after which nothing more is sent until the client refreshes. */
const abandonedBeforeSuspension = 3

export function startSubscriptionWorker(options: SubscriptionWorkerOptions): SubscriptionWorker {
  const { database, secrets, logger, liveCredential, resolve } = options
  const { timeoutMs = 10_000, graceMs = 3_000, pollMs = defaultPollMs } = options
  const { sql } = database
  const sender = createSender({ hosts: options.hosts, timeoutMs, ...(resolve ? { resolve } : {}) })
  const leaseSeconds = (timeoutMs + takeoverMs) / 1000
  const underWay = new Set<Promise<void>>()
  let taking: Promise<void> | undefined
  let again = false
  let resting = false
  let closing = false
  /** Log only the first failure in a row. */
  let failing = false

  async function take(): Promise<void> {
    while (!closing && underWay.size < slots) {
      const most = slots - underWay.size
      const seen = await claimDue(sql, { most, leaseSeconds })
      for (const { claimed, ...claim } of seen) if (claimed) start(claim)
      if (seen.length < most) return
    }
  }

  function start(claim: Claim): void {
    const sending = drain(claim)
      .catch((error) => logger.warn({ err: error }, 'events of a subscription could not be sent; retrying'))
      .finally(() => {
        underWay.delete(sending)
        wake()
      })
    underWay.add(sending)
  }

  /** Sends the events of a subscription until none is left, one fails, or it ends. */
  async function drain(claim: Claim): Promise<void> {
    while (!closing) {
      const next = await nextOf(sql, claim, liveCredential)
      if (next === undefined) return
      const endpoint = endpointOf(next)
      if (!next.admitted || endpoint === undefined) return end(next, endpoint)
      if (next.sends && isLost(next.position, next)) {
        if (!(await skipGap(sql, claim, next.last))) return
        await sendControl(sender, endpoint, { type: 'gap', cursor: String(next.last) })
      } else if (next.event !== null) {
        if (!(await deliver(claim, next, endpoint))) return
      } else if (next.sends && next.upTo < next.last) {
        await moveOn(sql, claim, next.upTo, leaseSeconds)
      } else if (next.sends && !next.sees) return end(next, endpoint)
      else return release(sql, claim, next.sends ? next.upTo : null)
    }
    await release(sql, claim, null)
  }

  /** Returns whether the event was taken off the queue, so that the next one follows. */
  async function deliver(claim: Claim, next: Next, endpoint: Endpoint): Promise<boolean> {
    const { number } = next.event!
    const occurrence = occurrenceOf(next.event!, options.origin())
    const body = { ...occurrence, cursor: String(number) }
    const outcome = await send(sender, endpoint, occurrence.eventId, body)
    if (outcome.cut) {
      await release(sql, claim, null)
      return false
    }
    const failure = failureOf(outcome)
    // 410 and 413 refuse this event, not the subscription.
    if (failure === undefined || outcome.status === 410 || outcome.status === 413) {
      await passOver(sql, claim, number, { failure, leaseSeconds })
      return true
    }
    await recordFailure(sql, claim, failure, afterFailure(next, number, outcome))
    return false
  }

  /** Access has ended. The endpoint gets one last message, without content; the subscription is gone even if that fails. */
  async function end(next: Next, endpoint: Endpoint | undefined): Promise<void> {
    if (!(await remove(sql, next)) || endpoint === undefined) return
    const { code } = forbidden()
    const error = { code, message: 'Forbidden', data: { reason: 'Access has ended.' } }
    await sendControl(sender, endpoint, { type: 'terminated', error })
  }

  /** Undefined when the secret cannot be read any more, because SECRET_KEY has changed: the client has to subscribe anew. */
  function endpointOf({ id, url, secret, previousSecret }: Next): Endpoint | undefined {
    const opened = [secret, previousSecret].map((one) => one && secrets.open(one))
    const [newest] = opened
    return newest ? { id, url, secrets: opened.filter((one) => typeof one === 'string') } : undefined
  }

  function look(): void {
    again = false
    const began = performance.now()
    taking = take().then(
      () => rest(began, false),
      (error) => {
        if (!failing && !closing) logger.warn({ err: error }, 'subscriptions could not be read; retrying')
        rest(began, true)
      },
    )
  }

  function rest(began: number, failed: boolean): void {
    taking = undefined
    failing = failed
    resting = true
    const { factor, shortestMs, longestMs } = rests
    const wanted = factor * (performance.now() - began)
    setTimeout(rested, Math.min(Math.max(wanted, shortestMs), longestMs)).unref()
  }

  function rested(): void {
    resting = false
    if (again) wake()
  }

  function wake(): void {
    if (options.onDemand) return
    again = true
    if (!closing && !resting && taking === undefined) look()
  }

  const timer = setInterval(wake, pollMs)
  return {
    wake,
    async sendDue() {
      for (let started = true; started; ) {
        await taking
        look()
        await taking
        started = underWay.size > 0
        await Promise.all(underWay)
      }
    },
    async close() {
      closing = true
      clearInterval(timer)
      await taking
      const grace = setTimeout(() => sender.cut(), graceMs)
      await Promise.all(underWay)
      clearTimeout(grace)
      sender.close()
    },
  }
}

function afterFailure({ failures, abandoned }: Next, number: number, outcome: Outcome) {
  const delay = retryDelays[failures]
  if (delay === undefined) return { abandon: number, suspend: abandoned + 1 >= abandonedBeforeSuspension }
  const asked = outcome.status === 429 || outcome.status === 503 ? (outcome.retryAfterSeconds ?? 0) : 0
  // Vary by a tenth, so that requests that failed together are not repeated together.
  const varied = delay * (0.9 + 0.2 * Math.random())
  return { waitSeconds: Math.max(varied, Math.min(asked, longestWait)) }
}
