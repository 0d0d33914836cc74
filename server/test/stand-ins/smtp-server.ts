// A complete SMTP server whose answers a test decides, and which parses the mail that it accepts.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ParsedMail = {
  to: string
  mail: Email
  /** By name in lower case. */
  headers: ReadonlyMap<string, string>
}

export type Behaviour = {
  /** Called for RCPT: throw to refuse the address, or wait. */
  recipient?: (address: string) => Promise<void>
  /** Called after the whole message was received: throw to refuse it, or wait before accepting it. */
  message?: (mail: ParsedMail) => Promise<void>
}

/** An error that the server answers with this code. */
export function answer(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

export async function startSmtpServer() {
  const mails: ParsedMail[] = []
  let behaviour: Behaviour = {}
  let connections = 0
  let most = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onConnect(_session, done) {
      most = Math.max(most, ++connections)
      done()
    },
    onClose() {
      connections--
    },
    onRcptTo({ address }, _session, done) {
      ;(behaviour.recipient?.(address) ?? Promise.resolve()).then(() => done(), done)
    },
    async onData(stream, session, done) {
      const mail = await parse(session.envelope.rcptTo[0]!.address, await buffer(stream))
      await (behaviour.message?.(mail) ?? Promise.resolve()).then(
        () => {
          mails.push(mail)
          done()
        },
        (error) => done(error),
      )
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  after(close)
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Takes the mails that were accepted so far. */
    take: () => mails.splice(0),
    become: (next: Behaviour) => {
      behaviour = next
    },
    /** The most connections at a time. */
    mostConnections: () => most,
    close,
  }
}

async function parse(to: string, content: Buffer): Promise<ParsedMail> {
  const mail = await PostalMime.parse(content)
  return { to, mail, headers: new Map(mail.headers.map(({ key, value }) => [key, value])) }
}
