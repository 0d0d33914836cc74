// The load generator: each connection sends a request, waits for the response and sends the next one.
import { type Exchange, open, writeDigits } from './exchange.ts'
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
  /** Until the last answer. */
  seconds: number
  /** Milliseconds, one per request, ascending. */
  latencies: Float64Array
  /** The share of a core that the generator used: near 1 the generator is the bottleneck. */
  generatorLoad: number
}

const maxRequests = 2_000_000
/** A round of a slow operation takes longer, rather than to end without an answer. */
const leastPerConnection = 3

export const handlers = { run }
answerParent(handlers)

async function run(load: Load): Promise<LoadResult> {
  const latencies = new Float64Array(maxRequests)
  let requests = 0
  let number = load.counter?.first ?? 0
  let until = 0
  const isOver = () =>
    requests >= maxRequests ||
    (performance.now() > until && requests >= load.connections * leastPerConnection)

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
        latencies[requests++] = performance.now() - sentAt
        if (isOver()) done()
        else send()
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
      seconds: elapsed / 1000,
      latencies: latencies.slice(0, requests).sort(),
      generatorLoad: (user + system) / 1000 / elapsed,
    }
  } finally {
    for (const { socket } of exchanges) socket.destroy()
  }
}
