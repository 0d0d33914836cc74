// An SMTP server that stores received mail: the part of RFC 5321 that a correct client needs.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

export type ReceivedMail = { from: string; to: string[]; text: string }

export async function startMailServer() {
  const letters: ReceivedMail[] = []
  const waiting: (() => void)[] = []
  const server = createServer((socket) => {
    converse(socket, (letter) => {
      letters.push(letter)
      for (const wake of waiting.splice(0)) wake()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    /** The next unread message. */
    async next(): Promise<ReceivedMail> {
      while (letters.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      return letters.shift()!
    },
    close: () => server.close(),
  }
}

function converse(socket: Socket, keep: (letter: ReceivedMail) => void): void {
  let rest = ''
  let letter: ReceivedMail = { from: '', to: [], text: '' }
  let inText = false
  const say = (line: string) => void socket.write(`${line}\r\n`)
  say('220 test ready')
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    const lines = (rest + bytes).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) inText ? readText(line) : readCommand(line)
  })

  function readText(line: string): void {
    if (line !== '.') {
      letter.text += `${line.replace(/^\./, '')}\n`
      return
    }
    inText = false
    letter.text = unquote(letter.text)
    keep(letter)
    letter = { from: '', to: [], text: '' }
    say('250 stored')
  }

  function readCommand(line: string): void {
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (/^MAIL/i.test(line)) letter.from = address
    if (/^RCPT/i.test(line)) letter.to.push(address)
    if (/^DATA/i.test(line)) {
      inText = true
      say('354 go on')
    } else if (/^QUIT/i.test(line)) {
      say('221 bye')
      socket.end()
    } else say(/^(EHLO|HELO|MAIL|RCPT|RSET)/i.test(line) ? '250 ok' : '500 what')
  }
}

/** Long lines are folded and `=` is written as `=3D`. */
function unquote(text: string): string {
  if (!/quoted-printable/i.test(text)) return text
  return text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
