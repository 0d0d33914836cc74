import type { Logger } from 'pino'
import { type StartDeadline, startDeadline as startRealDeadline } from '../core/deadline.ts'
import type { Mail, MailOutcome, RichMessage } from '../core/mail.ts'

const timeoutMs = 10_000
/** How long a caller waits for the mail server. A message that the server accepts later is still sent. */
const patienceMs = 5_000
/**
 * A server may check a message for minutes before it accepts it (RFC 5321, 4.5.3.2). A message that is given up sooner
 * is sent again and arrives twice.
 */
const deliveryTimeoutMs = 300_000

const notConfigured: MailOutcome = {
  state: 'refused',
  reason: 'This server sends no mail.',
  permanent: false,
}

/** Sends through the server in SMTP_URL. The library is loaded only when it is set. */
export async function createMail(config: {
  smtpUrl: string | undefined
  mailFrom: string | undefined
  logger: Pick<Logger, 'warn' | 'error'>
  /** Whether this is a restored copy, which sends nothing: the people in it are real. */
  isCopy: () => boolean
  startDeadline?: StartDeadline | undefined
}): Promise<Mail> {
  const { smtpUrl, mailFrom, logger, isCopy, startDeadline = startRealDeadline } = config
  if (smtpUrl === undefined)
    return { configured: false, send: async () => false, deliver: async () => notConfigured, close() {} }
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const options = { url: smtpUrl, ...timeouts }
  const transport = createTransport(options, { from: mailFrom })
  const patient = createTransport({ ...options, socketTimeout: deliveryTimeoutMs }, { from: mailFrom })
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
      const { signal, clear } = startDeadline(patienceMs)
      signal.addEventListener('abort', () => {
        logger.warn(`the mail server has not accepted a message within ${patienceMs} ms`)
        late.resolve(false)
      })
      return Promise.race([sending, late.promise]).finally(clear)
    },
    async deliver(message) {
      if (isCopy()) return notConfigured
      return patient.sendMail(richMessage(message)).then((): MailOutcome => ({ state: 'accepted' }), failed)
    },
    close() {
      transport.close()
      patient.close()
    },
  }
}

function richMessage({ to, messageId, inReplyTo, headers, images, ...content }: RichMessage) {
  const thread = inReplyTo === undefined ? {} : { inReplyTo: `<${inReplyTo}>`, references: `<${inReplyTo}>` }
  return {
    ...content,
    ...thread,
    to: { name: '', address: to },
    messageId: `<${messageId}>`,
    headers,
    attachments: images.map(({ cid, fileName, mimeType, content }) => ({
      ...{ cid, filename: fileName, contentType: mimeType, content },
      contentDisposition: 'inline' as const,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

type SmtpError = Error & {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  syscall?: string
}

/** Answers about the login, not about the address, although some servers give them to RCPT. */
const loginCodes = [530, 534, 535, 538]

function failed(error: SmtpError): MailOutcome {
  const { code, command, responseCode } = error
  const reason = (error.response ?? error.message).replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 500)
  const permanent = responseCode !== undefined && responseCode >= 500
  if (command === 'RCPT TO' && permanent && !loginCodes.includes(responseCode))
    return { state: 'rejected', reason, permanent }
  // An address that no mail server would accept.
  if (code === 'EENVELOPE' && command === 'API') return { state: 'rejected', reason, permanent: true }
  const certain = responseCode !== undefined || error.syscall === 'connect' || code === 'EDNS'
  return { state: certain ? 'refused' : 'unknown', reason, permanent }
}
