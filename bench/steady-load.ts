// A mixed load at a steady rate: requests are due at fixed times, and latency counts from then, so a slow answer also delays
// those behind it. Without a rate, each connection sends the next request at once.
import { type Exchange, open, writeDigits } from './exchange.ts'
import { answerParent } from './processes.ts'
import { quantile } from './statistics.ts'

export type MixedRequest = { bytes: Uint8Array; counterAt: number | undefined }

export type SteadyLoad = {
  port: number
  connections: number
  seconds: number
  /** Requests per second; undefined for as many as possible. */
  rate?: number | undefined
  /** Sent in turns. */
  requests: MixedRequest[]
  counterWidth: number
}

export type SteadyResult = { requests: number; errors: string[]; p50: number; p99: number }

let counter = 1

export const handlers = {
  async run(load: SteadyLoad): Promise<SteadyResult> {
    const latencies: number[] = []
    const errors: string[] = []
    const began = performance.now()
    const until = began + load.seconds * 1000
    let slot = 0

    async function drive(): Promise<void> {
      let exchange = await open(load.port)
      try {
        while (true) {
          const number = slot++
          const due = load.rate === undefined ? performance.now() : began + (number * 1000) / load.rate
          if (due >= until) return
          await waitUntil(due)
          const request = load.requests[number % load.requests.length]!
          try {
            await send(exchange, request, load.counterWidth)
            latencies.push(performance.now() - due)
          } catch (error) {
            errors.push((error as Error).message.slice(0, 300))
            exchange.socket.destroy()
            exchange = await open(load.port)
          }
        }
      } finally {
        exchange.onFailure = () => {}
        exchange.socket.destroy()
      }
    }

    await Promise.all(Array.from({ length: load.connections }, drive))
    const sorted = Float64Array.from(latencies).sort()
    return { requests: sorted.length, errors, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
  },
}
answerParent(handlers)

function waitUntil(due: number): Promise<void> | undefined {
  const wait = due - performance.now()
  return wait <= 0 ? undefined : new Promise((done) => setTimeout(done, wait))
}

function send(exchange: Exchange, { bytes, counterAt }: MixedRequest, width: number): Promise<void> {
  const request = Buffer.from(bytes)
  if (counterAt !== undefined) writeDigits(request, counterAt, width, counter++)
  return new Promise((done, fail) => {
    exchange.onAnswer = done
    exchange.onFailure = fail
    exchange.socket.write(request)
  })
}
