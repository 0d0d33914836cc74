// Sends push messages to browsers. Any number of processes work concurrently: the rows of the database are the queue. Push is
// best effort: a message that its service does not accept after a few attempts is dropped.
import type { Logger } from 'pino'
import type { Resolve } from '../../core/public-network.ts'
import type { Database } from '../../core/sql.ts'
import { createSender, type Outcome } from '../../events/webhooks/send.ts'
import { encryptMessage } from './encrypt.ts'
import { bytesOf, messageOf, type Pushed } from './message.ts'
import {
  type ClaimedPush,
  claimPushes,
  hasDuePushes,
  readPushed,
  recordSent,
  removePush,
  removeSubscription,
  retryPush,
} from './push-queue.ts'
import { createVapidHeader, type VapidKey } from './vapid.ts'

export type PushWorkerOptions = {
  database: Database
  logger: Logger
  pushKey: VapidKey
  /** Private hosts that may be reached. */
  hosts: readonly string[]
  /** The public origin of this server: push services may want to know whom to contact. */
  origin: () => string
  timeoutMs?: number
  graceMs?: number | undefined
  pollMs?: number | undefined
  resolve?: Resolve
}

export type PushWorker = {
  /** Sends what is due now, and returns when it is sent. */
  sendDue(): Promise<void>
  close(): Promise<void>
}

/** Concurrent requests, in total and for one person. */
const slots = 32
const slotsPerPerson = 4
/** The time after the longest request at which another process may send the message. */
const takeoverMs = 20_000
/** Seconds from a failed attempt to the next one. */
const retryDelays = [10, 60, 600, 3_600] as const
const longestWait = 3_600
/** How long a push service keeps a message for a browser that is offline. */
const ttlSeconds = 24 * 3_600

export function startPushWorker(options: PushWorkerOptions): PushWorker {
  const { database, logger, pushKey, hosts, origin, timeoutMs = 10_000, graceMs = 2_000, resolve } = options
  const { sql } = database
  const sender = createSender({ hosts, timeoutMs, ...(resolve ? { resolve } : {}) })
  const vapidHeader = createVapidHeader(pushKey, origin)
  const leaseSeconds = (timeoutMs + takeoverMs) / 1000
  /** The person of each request. */
  const underWay = new Map<Promise<void>, string>()
  let taking: Promise<void> | undefined
  let closing = false
  /** Log only the first failure in a row. */
  let failing = false

  function busyPeople(): string[] {
    const counts = new Map<string, number>()
    for (const person of underWay.values()) counts.set(person, (counts.get(person) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= slotsPerPerson).map(([person]) => person)
  }

  /** Takes what is due until nothing is left or no slot is free. */
  async function take(): Promise<void> {
    if (!(await hasDuePushes(sql))) return
    while (!closing && underWay.size < slots) {
      const claim = { most: slots - underWay.size, except: busyPeople(), leaseSeconds }
      const claimed = await claimPushes(sql, claim)
      if (claimed.length === 0) return
      const shown = await readPushed(
        sql,
        claimed.map(({ notificationId }) => notificationId),
      )
      for (const push of claimed) start(push, shown.get(push.notificationId))
    }
  }

  function start(push: ClaimedPush, notification: Pushed | undefined): void {
    const sending = send(push, notification)
      .catch((error) => logger.warn({ err: error }, 'the result of a push message could not be recorded'))
      .finally(() => {
        underWay.delete(sending)
        wake()
      })
    underWay.set(sending, push.userId)
  }

  async function send(push: ClaimedPush, notification: Pushed | undefined): Promise<void> {
    // Read, deleted or out of sight by now, or the browser was signed out.
    if (!notification || push.endpoint === null) return removePush(sql, push)
    const body = encryptMessage(bytesOf(messageOf(notification)), push)
    const outcome = await sender.post(push.endpoint, headersOf(push.endpoint, notification, body), body)
    const { status } = outcome
    const wait = waitAfter(outcome, push.attempts)
    if (wait !== undefined) return retryPush(sql, push, wait)
    await removePush(sql, push)
    if (status === 404 || status === 410) await removeSubscription(sql, push)
    else if (status !== null && status < 300) await recordSent(sql, push)
    else {
      const host = new URL(push.endpoint).hostname
      logger.warn({ host, status, reason: outcome.error ?? outcome.response }, 'a push message was dropped')
    }
  }

  function headersOf(endpoint: string, { kind, id }: Pushed, body: Buffer): Record<string, string> {
    return {
      authorization: vapidHeader(endpoint),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': String(body.length),
      ttl: String(ttlSeconds),
      urgency: kind === 'MENTION' || kind === 'REVIEW_REQUESTED' ? 'high' : 'normal',
      // A waiting message with the same topic is replaced. It has at most 32 characters.
      topic: Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'),
    }
  }

  function wake(): void {
    if (closing) return
    taking ??= take().then(
      () => ended(false),
      (error) => {
        if (!failing) logger.warn({ err: error }, 'due push messages could not be read; retrying')
        ended(true)
      },
    )
  }

  function ended(failed: boolean): void {
    taking = undefined
    failing = failed
  }

  const timer = setInterval(wake, options.pollMs ?? 1_000)
  return {
    async sendDue() {
      await taking
      wake()
      await taking
      while (underWay.size > 0) {
        await Promise.all(underWay.keys())
        await taking
      }
    },
    async close() {
      closing = true
      clearInterval(timer)
      await taking
      const grace = setTimeout(() => sender.cut(), graceMs)
      await Promise.all(underWay.keys())
      clearTimeout(grace)
      sender.close()
    },
  }
}

/** Seconds until the next attempt; undefined: there is none. */
function waitAfter({ status, cut, retryAfterSeconds }: Outcome, attempts: number): number | undefined {
  if (cut) return 0
  const temporary = status === null || status === 408 || status === 429 || status >= 500
  const delay = retryDelays[attempts - 1]
  if (!temporary || delay === undefined) return undefined
  return Math.max(delay, Math.min(retryAfterSeconds ?? 0, longestWait))
}
