// Sends what is due. Any number of processes do so side by side: the rows of the database are the queue.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ApiError } from '../../core/errors.ts'
import type { Resolve } from '../../core/public-network.ts'
import type { SecretBox } from '../../core/secret-box.ts'
import type { Database } from '../../core/sql.ts'
import { type Claimed, claim, disable, type Ended, endPending, record } from './delivery-queue.ts'
import { createRoom } from './delivery-slots.ts'
import { judge } from './retry-schedule.ts'
import { createSender, type Outcome, unsent } from './send.ts'
import { requestHeaders } from './signature.ts'

export type DeliveryTally = { underWay: number; delivered: number; failed: number }

export type Deliverer = {
  /** Something may be due. */
  wake(): void
  /** What this process has done so far. */
  tally(): DeliveryTally
  /** Takes no more, waits a moment for what is under way, and hands back the rest. */
  close(): Promise<void>
}

export type DelivererOptions = {
  database: Database
  secrets: SecretBox
  /** Private hosts that may be reached. */
  hosts: readonly string[]
  logger: Logger
  timeoutMs?: number
  graceMs?: number
  resolve?: Resolve
}

/** Requests at a time, in all and to one webhook. */
const slots = 128
const slotsPerWebhook = 16
/** Attempts that wait to be written down: when the database cannot keep up, no more are made. */
const mostUnwritten = 1_000
/** How long after the longest request another process may take a delivery over. */
const takeoverMs = 15_000
/** Finds what is due by the clock, what a process that died has left, and what we were not told of. */
const pollMs = 1_000
const retryMs = 1_000

export function startDeliverer(options: DelivererOptions): Deliverer {
  const { database, secrets, hosts, logger, timeoutMs = 15_000, graceMs = 3_000, resolve } = options
  const sender = createSender({ hosts, timeoutMs, ...(resolve ? { resolve } : {}) })
  const room = createRoom({ slots, slotsPerWebhook })
  const leaseSeconds = (timeoutMs + takeoverMs) / 1000
  const ended: Ended[] = []
  const idle = Promise.withResolvers<void>()
  const tally = { delivered: 0, failed: 0 }
  let recording = false
  let closing = false
  let bell = Promise.withResolvers<void>()
  const wake = () => bell.resolve()

  async function takeDue(): Promise<void> {
    if (room.taken() === slots || ended.length >= mostUnwritten) return
    const taken = await claim(database.sql, { ...room.limits(), leaseSeconds })
    for (const delivery of taken) if (delivery.active) void deliver(delivery)
    const inactive = new Set(taken.filter(({ active }) => !active).map(({ webhookId }) => webhookId))
    for (const webhookId of inactive) await endPending(database.sql, webhookId)
  }

  async function deliver(claimed: Claimed): Promise<void> {
    room.enter(claimed.webhookId)
    const outcome = await attempt(claimed).catch((error) => {
      logger.error({ err: error, deliveryId: claimed.id }, 'a webhook request could not be made')
      return unsent('The request could not be made.')
    })
    const verdict = judge(outcome, claimed.failures)
    // Whoever fails gets the next one when that is known to all: it may be switched off by then.
    if (verdict.state === 'DELIVERED') room.leave(claimed.webhookId, true)
    tally[verdict.state === 'DELIVERED' ? 'delivered' : 'failed']++
    ended.push({ claimed, outcome, verdict })
    if (!recording) void recordAll()
    wake()
  }

  async function attempt({ eventId, url, secret, previousSecret, ...claimed }: Claimed): Promise<Outcome> {
    const sealed = previousSecret ? [secret, previousSecret] : [secret]
    const valid = sealed.map((one) => secrets.open(one)).filter((one) => one !== undefined)
    if (valid.length === 0)
      return unsent('The secret cannot be read since SECRET_KEY has changed. Rotate it.')
    const body = Buffer.from(claimed.body)
    return sender.post(url, requestHeaders(eventId, valid, body), body)
  }

  /** What ends while a batch is written is the next batch. */
  async function recordAll(): Promise<void> {
    recording = true
    for (let batch = ended.splice(0); batch.length > 0; batch = ended.splice(0)) {
      await keepTrying(() => write(batch))
      const failed = batch.filter(({ verdict }) => verdict.state !== 'DELIVERED')
      for (const { claimed } of failed) room.leave(claimed.webhookId, false)
      wake()
    }
    recording = false
    if (closing && room.taken() === 0) idle.resolve()
  }

  async function write(batch: Ended[]): Promise<void> {
    const givenUp = batch.filter(({ verdict }) => verdict.state === 'FAILED')
    if (givenUp.length === 0) return record(database.sql, batch)
    const disabled = await database.transaction(async (sql) => {
      await record(sql, batch)
      return disable(sql, givenUp)
    })
    for (const { webhookId, reason } of disabled) {
      logger.warn({ webhookId, reason }, 'a webhook was switched off')
      await endPending(database.sql, webhookId)
    }
  }

  /** While the database is away we hold what we know. If it is lost, the deliveries are made once more. */
  async function keepTrying(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        logger.warn({ err: error }, 'webhook attempts could not be written down')
        if (closing || !(error instanceof ApiError)) return
        await pause(retryMs)
      }
    }
  }

  async function run(): Promise<void> {
    while (!closing) {
      bell = Promise.withResolvers()
      await takeDue().catch((error) =>
        logger.warn({ err: error }, 'due webhook deliveries could not be read'),
      )
      const timer = setTimeout(wake, pollMs)
      if (!closing) await bell.promise
      clearTimeout(timer)
    }
  }

  const running = run()
  return {
    wake,
    tally: () => ({ underWay: room.taken(), ...tally }),
    async close() {
      closing = true
      wake()
      await running
      const grace = setTimeout(() => sender.cut(), graceMs)
      if (recording || room.taken() > 0) await idle.promise
      clearTimeout(grace)
      sender.close()
    },
  }
}
