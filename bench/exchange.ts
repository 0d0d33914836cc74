// A connection of a load generator. It uses a socket directly, because a full HTTP client would need more processor time than
// the server.
import { connect, type Socket } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')

export type Exchange = { socket: Socket; onAnswer: () => void; onFailure: (error: Error) => void }

/** A connection that reports each complete response. */
export function open(port: number): Promise<Exchange> {
  let missing = 0
  let head: Buffer | undefined

  function receive(chunk: Buffer): void {
    if (missing === 0) {
      const bytes = head ? Buffer.concat([head, chunk]) : chunk
      const end = bytes.indexOf(headEnd)
      if (end === -1) {
        head = Buffer.from(bytes)
        return
      }
      head = undefined
      missing = end + headEnd.length + contentLength(bytes, end) - bytes.length
    } else {
      missing -= chunk.length
    }
    if (missing === 0) exchange.onAnswer()
  }

  const buffer = Buffer.allocUnsafe(65_536)
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer,
      callback(length) {
        try {
          receive(buffer.subarray(0, length))
        } catch (error) {
          exchange.onFailure(error as Error)
        }
        return true
      },
    },
  })
  const exchange: Exchange = { socket, onAnswer: () => {}, onFailure: () => {} }
  socket.on('error', (error) => exchange.onFailure(error))
  socket.on('close', () => exchange.onFailure(new Error('the server closed the connection')))
  return new Promise((done, fail) => {
    socket.once('connect', () => done(exchange))
    socket.once('error', fail)
  })
}

function contentLength(bytes: Buffer, end: number): number {
  // Only `HTTP/1.1 2xx` counts: errors are cheaper than the measured work.
  if (bytes[9] !== 0x32) throw new Error(`the answer is not a success: ${bytes.toString('utf8')}`)
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1]
  if (length === undefined) throw new Error(`the answer has no length: ${bytes.toString('utf8', 0, end)}`)
  return Number(length)
}

export function writeDigits(bytes: Buffer, at: number, width: number, number: number): void {
  for (let i = at + width - 1, rest = number; i >= at; i--) {
    bytes[i] = 0x30 + (rest % 10)
    rest = Math.floor(rest / 10)
  }
}
