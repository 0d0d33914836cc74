// The load generator: each connection sends a request, waits for the response and sends the next one. It uses sockets
// directly, because a full HTTP client would need more processor time than the server.
import { connect, type Socket } from 'node:net'
import { answerParent } from './processes.ts'

export type Load = {
  port: number
  connections: number
  seconds: number
  request: Uint8Array
  /** The position of the digits that differ per request, and the first number. */
  counter?: { at: number; width: number; first: number } | undefined
}

export type LoadResult = {
  requests: number
  seconds: number
  /** Milliseconds, one per request, ascending. */
  latencies: Float64Array
  /** The share of a core that the generator used: near 1 the generator is the bottleneck. */
  generatorLoad: number
}

const maxRequests = 2_000_000
const headEnd = Buffer.from('\r\n\r\n')

export const handlers = { run }
if (process.send) answerParent(handlers)

async function run(load: Load): Promise<LoadResult> {
  const latencies = new Float64Array(maxRequests)
  let requests = 0
  let number = load.counter?.first ?? 0
  let until = 0

  /** Sends on one connection until the time is up; resolves after the last response. */
  function drive(exchange: Exchange): Promise<void> {
    const request = Buffer.from(load.request)
    return new Promise((done, fail) => {
      let sentAt = 0
      const send = () => {
        if (load.counter) writeDigits(request, load.counter.at, load.counter.width, number++)
        sentAt = performance.now()
        exchange.socket.write(request)
      }
      exchange.onAnswer = () => {
        const now = performance.now()
        if (now > until || requests === maxRequests) return done()
        latencies[requests++] = now - sentAt
        send()
      }
      exchange.onFailure = fail
      send()
    })
  }

  const exchanges = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)))
  try {
    const before = process.cpuUsage()
    const began = performance.now()
    until = began + load.seconds * 1000
    await Promise.all(exchanges.map(drive))
    const { user, system } = process.cpuUsage(before)
    const elapsed = performance.now() - began
    return {
      requests,
      seconds: load.seconds,
      latencies: latencies.slice(0, requests).sort(),
      generatorLoad: (user + system) / 1000 / elapsed,
    }
  } finally {
    for (const { socket } of exchanges) socket.destroy()
  }
}

type Exchange = { socket: Socket; onAnswer: () => void; onFailure: (error: Error) => void }

/** A connection that reports each complete response. */
function open(port: number): Promise<Exchange> {
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

function writeDigits(bytes: Buffer, at: number, width: number, number: number): void {
  for (let i = at + width - 1, rest = number; i >= at; i--) {
    bytes[i] = 0x30 + (rest % 10)
    rest = Math.floor(rest / 10)
  }
}
