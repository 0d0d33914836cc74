// Measures two servers in turns, so that other load on the machine affects both alike.
import type { handlers as floorHandlers } from './floor.ts'
import { counterDigits, type RequestBytes } from './hot-operations.ts'
import type { handlers as loadHandlers } from './load.ts'
import type { handlers as serverHandlers } from './measured-server.ts'
import type { BenchProcess } from './processes.ts'

export type LoadProcess = BenchProcess<typeof loadHandlers>
export type ServerProcess = BenchProcess<Pick<typeof floorHandlers & typeof serverHandlers, 'usage'>>

export type Target = { process: ServerProcess; port: number; request: RequestBytes }

export type Pace = {
  connections: number
  pairs: number
  roundSeconds: number
  warmUp: { requests: number; seconds: number }
}

export type Side = {
  requestsPerSecond: number
  p50: number
  p99: number
  /** Processor time of the server process per request, without Postgres and the load generator. */
  cpuMicros: number
}

export type Comparison = {
  /** The ratio of first to second over all pairs: median, minimum and maximum. */
  ratio: number
  least: number
  greatest: number
  first: Side
  second: Side
  /** The maximum share of a core that the load generator used in a round. */
  generatorLoad: number
}

type Round = { rate: number; latencies: Float64Array; cpuMicros: number; generatorLoad: number }

let counter = 1

async function runRound(load: LoadProcess, target: Target, pace: Pace, seconds: number): Promise<Round> {
  const { bytes, counterAt } = target.request
  const before = await target.process.ask('usage')
  const result = await load.ask('run', {
    port: target.port,
    connections: pace.connections,
    seconds,
    request: bytes,
    counter:
      counterAt === undefined ? undefined : { at: counterAt, width: counterDigits.length, first: counter },
  })
  const after = await target.process.ask('usage')
  // One response per connection arrives after the time is up and is not counted.
  const sent = result.requests + pace.connections
  counter += sent
  return {
    rate: result.requests / result.seconds,
    latencies: result.latencies,
    cpuMicros: (after.cpuMicros - before.cpuMicros) / sent,
    generatorLoad: result.generatorLoad,
  }
}

export async function compare(
  load: LoadProcess,
  first: Target,
  second: Target,
  pace: Pace,
): Promise<Comparison> {
  await warmUp(load, first, pace)
  await warmUp(load, second, pace)
  const firsts: Round[] = []
  const seconds: Round[] = []
  for (let pair = 0; pair < pace.pairs; pair++) {
    // Alternate which server goes first: a machine that slows down must not favour one of them.
    const swapped = pair % 2 === 1
    if (swapped) seconds.push(await runRound(load, second, pace, pace.roundSeconds))
    firsts.push(await runRound(load, first, pace, pace.roundSeconds))
    if (!swapped) seconds.push(await runRound(load, second, pace, pace.roundSeconds))
  }
  const ratios = firsts.map((round, i) => round.rate / seconds[i]!.rate).sort((a, b) => a - b)
  return {
    ratio: median(ratios),
    least: ratios[0]!,
    greatest: ratios.at(-1)!,
    first: summary(firsts),
    second: summary(seconds),
    generatorLoad: Math.max(...[...firsts, ...seconds].map((round) => round.generatorLoad)),
  }
}

/** Runs until the JIT compiler has optimised the code, some tens of thousands of requests, or the time is up. */
async function warmUp(load: LoadProcess, target: Target, pace: Pace): Promise<void> {
  const { requests, seconds } = pace.warmUp
  const slice = Math.min(0.5, seconds)
  for (let sent = 0, spent = 0; sent < requests && spent < seconds; spent += slice) {
    sent += (await runRound(load, target, pace, slice)).rate * slice
  }
}

function summary(rounds: Round[]): Side {
  const latencies = Float64Array.from(rounds.flatMap((round) => [...round.latencies])).sort()
  return {
    requestsPerSecond: median(rounds.map((round) => round.rate)),
    p50: latencies[Math.floor(latencies.length * 0.5)]!,
    p99: latencies[Math.floor(latencies.length * 0.99)]!,
    cpuMicros: median(rounds.map((round) => round.cpuMicros)),
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
