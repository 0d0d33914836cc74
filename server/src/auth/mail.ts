import type { Logger } from 'pino'
import type { Mail } from '../core/mail.ts'

const timeoutMs = 10_000
/** How long a caller waits for the mail server. A letter that it takes later is sent all the same. */
const patienceMs = 5_000

/** Through the server that SMTP_URL names. The library is loaded only then. */
export async function createMail(config: {
  smtpUrl: string | undefined
  mailFrom: string | undefined
  logger: Pick<Logger, 'warn' | 'error'>
  /** A restored copy sends nothing: its people are real. */
  isCopy: () => boolean
}): Promise<Mail> {
  const { smtpUrl, mailFrom, logger, isCopy } = config
  if (smtpUrl === undefined) return { configured: false, send: async () => false, close() {} }
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url: smtpUrl, ...timeouts }, { from: mailFrom })
  return {
    get configured() {
      return !isCopy()
    },
    async send({ to, subject, text }) {
      if (isCopy()) return false
      // As an object: an address that is written like a list stays one address.
      const sending = transport.sendMail({ to: { name: '', address: to }, subject, text }).then(
        () => true,
        (error) => {
          logger.error({ err: error }, 'mail could not be sent')
          return false
        },
      )
      const late = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => {
        logger.warn(`the mail server has not taken a letter within ${patienceMs} ms`)
        late.resolve(false)
      }, patienceMs)
      return Promise.race([sending, late.promise]).finally(() => clearTimeout(timer))
    },
    close: () => transport.close(),
  }
}
