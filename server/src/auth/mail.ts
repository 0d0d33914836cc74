import type { Logger } from 'pino'
import type { Mail } from '../core/mail.ts'

const timeoutMs = 10_000
/** How long a caller waits for the mail server. A message that the server accepts later is still sent. */
const patienceMs = 5_000

/** Sends through the server in SMTP_URL. The library is loaded only when it is set. */
export async function createMail(config: {
  smtpUrl: string | undefined
  mailFrom: string | undefined
  logger: Pick<Logger, 'warn' | 'error'>
  /** Whether this is a restored copy, which sends nothing: the people in it are real. */
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
      // As an object, so that an address with a comma in it stays one address.
      const sending = transport.sendMail({ to: { name: '', address: to }, subject, text }).then(
        () => true,
        (error) => {
          logger.error({ err: error }, 'mail could not be sent')
          return false
        },
      )
      const late = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => {
        logger.warn(`the mail server has not accepted a message within ${patienceMs} ms`)
        late.resolve(false)
      }, patienceMs)
      return Promise.race([sending, late.promise]).finally(() => clearTimeout(timer))
    },
    close: () => transport.close(),
  }
}
