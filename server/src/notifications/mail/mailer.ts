// Sends notifications by mail. Any number of processes work concurrently: the rows of `mail_digests` are the queue.
//
// A mail is recorded as sent after the mail server has accepted it. A worker that is killed in between sends it once more,
// with the same Message-ID and the same events; nothing is lost.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ApiError } from '../../core/errors.ts'
import type { Mail, MailOutcome } from '../../core/mail.ts'
import type { Database } from '../../core/sql.ts'
import { type ComposeServices, compose } from './compose.ts'
import { type Batch, begin, claim, postpone, renew, settle, stop } from './queue.ts'

export type Mailer = {
  /** Looks for due mails now. */
  wake(): void
  /** Takes no more mails, and waits for those on their way, but not for a mail server that hangs. */
  close(): Promise<void>
}

export type MailerOptions = Omit<ComposeServices, 'sql'> & {
  database: Database
  logger: Logger
  mail: Pick<Mail, 'configured' | 'deliver'>
  now?: () => Date
  pollMs?: number | undefined
  leaseSeconds?: number
  graceMs?: number | undefined
}

/** Mails on their way at a time: mail servers limit the connections of a client, often to ten. */
const slots = 5
const firstRetryMs = 60_000
const lastRetryMs = 900_000
const recordRetryMs = 1_000
/** A message that is refused so often for good is refused because of its address. */
const mostRefusals = 6

export function startMailer(options: MailerOptions): Mailer {
  const { database, logger, mail, now = () => new Date() } = options
  const { pollMs = 5_000, leaseSeconds = 60, graceMs = 5_000 } = options
  const services: ComposeServices = { ...options, sql: database.sql }
  const underWay = new Map<string, Promise<void>>()
  let looking: Promise<void> | undefined
  let again = false
  let closed = false
  /** Log only the first failure in a row. */
  let failing = false

  async function look(): Promise<void> {
    while (again && !closed && mail.configured && underWay.size < slots) {
      again = false
      const claimed = await claim(database.sql, { now: now(), max: slots - underWay.size, leaseSeconds })
      for (const userId of claimed) take(userId)
      if (claimed.length > 0) again = true
    }
  }

  function wake(): void {
    again = true
    if (closed || looking) return
    looking = look()
      .then(
        () => {
          failing = false
        },
        (error) => {
          if (!failing) logger.warn({ err: error }, 'due mails could not be read; retrying')
          failing = true
        },
      )
      .finally(() => {
        looking = undefined
      })
  }

  function take(userId: string): void {
    const work = handle(userId)
      .catch((error) => logger.error({ err: error, userId }, 'a mail could not be prepared or recorded'))
      .finally(() => {
        underWay.delete(userId)
        wake()
      })
    underWay.set(userId, work)
  }

  async function handle(userId: string): Promise<void> {
    const batch = await begin(database, userId, now())
    if (!batch) return
    const message = await compose(services, batch)
    if (!message) return settle(database, batch, null)
    const outcome = await mail.deliver(message)
    await keepTrying(() => record(batch, outcome))
  }

  /** A mail that was sent, but not recorded, is sent once more: hold it in memory while the database is unavailable. */
  async function keepTrying(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (closed || !(error instanceof ApiError)) throw error
        logger.warn({ err: error }, 'a mail could not be recorded; retrying')
        await pause(recordRetryMs)
      }
    }
  }

  async function record(batch: Batch, outcome: MailOutcome): Promise<void> {
    if (outcome.state === 'accepted') return settle(database, batch, now())
    const { state, reason, permanent } = outcome
    const { userId, failures } = batch
    if (state === 'rejected' || (permanent && failures + 1 >= mostRefusals)) {
      logger.warn({ userId, reason }, 'mail to a person stopped: the mail server rejects the address')
      return stop(database, batch, reason)
    }
    logger.warn({ userId, reason, failures: failures + 1 }, 'a mail was not accepted; retrying')
    const wait = Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(failures, 10))
    const until = new Date(now().getTime() + wait)
    return postpone(database.sql, batch, { until, certain: state === 'refused' })
  }

  const poll = setInterval(wake, pollMs)
  const renewal = setInterval(
    () => {
      if (underWay.size === 0) return
      renew(database.sql, [...underWay.keys()], leaseSeconds).catch((error) =>
        logger.warn({ err: error }, 'the leases of mails could not be renewed'),
      )
    },
    (leaseSeconds * 1000) / 3,
  )
  wake()
  return {
    wake,
    async close() {
      closed = true
      clearInterval(poll)
      await looking
      const grace = Promise.withResolvers<void>()
      const timer = setTimeout(grace.resolve, graceMs)
      await Promise.race([Promise.all(underWay.values()), grace.promise])
      clearTimeout(timer)
      clearInterval(renewal)
    },
  }
}
