import type { Logger } from 'pino'
import type { Mail } from '../core/mail.ts'

const timeoutMs = 10_000

/** Through the server that SMTP_URL names. The library is loaded only then. */
export async function createMail(config: {
  smtpUrl: string | undefined
  mailFrom: string | undefined
  logger: Logger
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
      try {
        // As an object: an address that is written like a list stays one address.
        await transport.sendMail({ to: { name: '', address: to }, subject, text })
        return true
      } catch (error) {
        logger.error({ err: error }, 'mail could not be sent')
        return false
      }
    },
    close: () => transport.close(),
  }
}
