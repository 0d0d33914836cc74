// Sends due webhook deliveries. Any number of processes work concurrently: the rows of the database are the queue.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { StartDeadline } from '../../core/deadline.ts'
import { ApiError } from '../../core/errors.ts'
import type { Resolve } from '../../core/public-network.ts'
import type { SecretBox } from '../../core/secret-box.ts'
import type { Database } from '../../core/sql.ts'
import { type ChatServices, compose } from './chat/compose.ts'
import { gather, keepBody, settleMessages } from './chat/gather.ts'
import { type Claimed, claim, disable, type Ended, endPending, record } from './delivery-queue.ts'
import { createDeliverySlots } from './delivery-slots.ts'
import { type NextState, nextState } from './retry-schedule.ts'
import { createSender, unsent } from './send.ts'
import { requestHeaders } from './signature.ts'

export type DeliveryTally = { underWay: number; delivered: number; failed: number }

export type DeliveryWorker = {
  /** Looks for due deliveries now. */
  wake(): void
  /** The counts of this process since its start. */
  tally(): DeliveryTally
  /** Takes no more deliveries, waits briefly for current requests, and hands back the rest. */
  close(): Promise<void>
}

export type DeliveryWorkerOptions = {
  database: Database
  secrets: SecretBox
  /** Private hosts that may be reached. */
  hosts: readonly string[]
  logger: Logger
  /** For chat messages: the origin of links, and a still of a file. */
  origin: ChatServices['origin']
  still: ChatServices['still']
  timeoutMs?: number
  graceMs?: number | undefined
  /** How often it looks for what is due without a notification. Default: 1 s. */
  pollMs?: number | undefined
  /** Replaces the time limits of requests. */
  startDeadline?: StartDeadline
  resolve?: Resolve
}

/** Concurrent requests, in total and to one webhook. */
const totalSlots = 128
const slotsPerWebhook = 16
/** Attempts waiting to be recorded: when the database cannot keep up, no further requests are sent. */
const maxUnrecorded = 1_000
/** The time after the longest request at which another process may take over a delivery. */
const takeoverMs = 15_000
/** Polling finds retries that are due, deliveries of a crashed process, and deliveries without a notification. */
const defaultPollMs = 1_000
const retryMs = 1_000

/** Nothing was sent: a chat message with nothing left to report. */
const skipped = { state: 'SKIPPED' } as const

function isFailed({ state }: NextState): boolean {
  return state !== 'DELIVERED' && state !== 'SKIPPED'
}

export function startDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { database, secrets, hosts, logger, resolve } = options
  const { timeoutMs = 15_000, graceMs = 3_000, pollMs = defaultPollMs } = options
  const chat = { sql: database.sql, origin: options.origin, still: options.still }
  const sender = createSender({
    ...{ hosts, timeoutMs, startDeadline: options.startDeadline },
    ...(resolve ? { resolve } : {}),
  })
  const slots = createDeliverySlots({ total: totalSlots, perWebhook: slotsPerWebhook })
  const leaseSeconds = (timeoutMs + takeoverMs) / 1000
  const ended: Ended[] = []
  const idle = Promise.withResolvers<void>()
  const tally = { delivered: 0, failed: 0 }
  let gatherAt = 0
  let recording = false
  let closing = false
  let bell = Promise.withResolvers<void>()
  const wake = () => bell.resolve()

  /** Waiting events become chat messages once per interval, however busy the worker is. */
  async function gatherWaiting(): Promise<void> {
    if (performance.now() < gatherAt) return
    gatherAt = performance.now() + pollMs
    await gather(database.sql)
  }

  async function takeDue(): Promise<void> {
    await gatherWaiting()
    if (slots.used() === totalSlots || ended.length >= maxUnrecorded) return
    const taken = await claim(database.sql, { ...slots.limits(), leaseSeconds })
    for (const delivery of taken) if (delivery.active) void deliver(delivery)
    const inactive = new Set(taken.filter(({ active }) => !active).map(({ webhookId }) => webhookId))
    for (const webhookId of inactive) await endPending(database.sql, webhookId)
  }

  async function deliver(claimed: Claimed): Promise<void> {
    slots.take(claimed.webhookId)
    const attempt = await send(claimed).catch((error) => {
      logger.error({ err: error, deliveryId: claimed.id }, 'a webhook request could not be sent')
      return { outcome: unsent('The request could not be sent.') }
    })
    const { outcome } = attempt
    const next = outcome === undefined ? skipped : nextState(outcome, claimed.failures)
    // A failing webhook holds its slot until the failure is recorded: it may be switched off by then.
    if (!isFailed(next)) slots.release(claimed.webhookId, true)
    if (outcome !== undefined) tally[isFailed(next) ? 'failed' : 'delivered']++
    ended.push({ claimed, ...attempt, next })
    if (!recording) void recordAll()
    wake()
  }

  async function send(claimed: Claimed): Promise<Pick<Ended, 'outcome' | 'hidden'>> {
    if (claimed.format !== 'standard') return sendMessage(claimed)
    const { eventId, url, secret, previousSecret } = claimed
    const sealed = previousSecret ? [secret, previousSecret] : [secret]
    const valid = sealed.map((one) => secrets.open(one)).filter((one) => one !== undefined)
    if (valid.length === 0)
      return { outcome: unsent('The secret cannot be read since SECRET_KEY has changed. Rotate it.') }
    const body = Buffer.from(claimed.body)
    return { outcome: await sender.post(url, requestHeaders(eventId, valid, body), body) }
  }

  async function sendMessage(claimed: Claimed): Promise<Pick<Ended, 'outcome' | 'hidden'>> {
    const { request, hidden } = await compose(chat, claimed)
    if (request === undefined) return { outcome: undefined, hidden }
    await keepBody(database.sql, claimed.id, claimed.number, request.body)
    const body = Buffer.from(request.body)
    const headers = { ...request.headers, 'content-length': String(body.length) }
    return { outcome: await sender.post(request.url, headers, body), hidden }
  }

  /** Attempts that end while a batch is being recorded form the next batch. */
  async function recordAll(): Promise<void> {
    recording = true
    for (let batch = ended.splice(0); batch.length > 0; batch = ended.splice(0)) {
      await keepTrying(() => write(batch))
      const failed = batch.filter(({ next }) => isFailed(next))
      for (const { claimed } of failed) slots.release(claimed.webhookId, false)
      wake()
    }
    recording = false
    if (closing && slots.used() === 0) idle.resolve()
  }

  async function write(batch: Ended[]): Promise<void> {
    const givenUp = batch.filter(({ next }) => next.state === 'FAILED')
    const messages = batch.filter(({ claimed }) => claimed.format !== 'standard')
    if (givenUp.length === 0 && messages.length === 0) return record(database.sql, batch)
    const disabled = await database.transaction(async (sql) => {
      await record(sql, batch)
      await settleMessages(sql, messages)
      return disable(sql, givenUp)
    })
    for (const { webhookId, reason } of disabled) {
      logger.warn({ webhookId, reason }, 'a webhook was switched off')
      await endPending(database.sql, webhookId)
    }
  }

  /**
   * Holds attempts in memory while the database is unavailable. If they are lost, the deliveries are sent once more.
   */
  async function keepTrying(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        logger.warn({ err: error }, 'webhook attempts could not be recorded')
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
    tally: () => ({ underWay: slots.used(), ...tally }),
    async close() {
      closing = true
      wake()
      await running
      const grace = setTimeout(() => sender.cut(), graceMs)
      if (recording || slots.used() > 0) await idle.promise
      clearTimeout(grace)
      sender.close()
    },
  }
}
