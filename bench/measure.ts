// Measures two servers in turns, so that other load on the machine affects both alike.
import type { handlers as floorHandlers } from './floor.ts'
import { counterDigits, type RequestBytes } from './hot-operations.ts'
import type { handlers as loadHandlers } from './load.ts'
import type { handlers as serverHandlers } from './measured-server.ts'
import type { BenchProcess } from './processes.ts'
import { halfWidth, type Interval, median, medianInterval, quantile } from './statistics.ts'

export type LoadProcess = BenchProcess<typeof loadHandlers>
export type ServerProcess = BenchProcess<Pick<typeof floorHandlers & typeof serverHandlers, 'usage'>>

export type Target = { process: ServerProcess; port: number; request: RequestBytes }

export type Pace = {
  connections: number
  /** Pairs of rounds are repeated until the interval of their ratio is narrow, between these numbers of pairs. */
  pairs: { least: number; most: number }
  roundSeconds: number
  warmUp: { requests: number; seconds: number }
}

/** Half of the width of a narrow interval, relative to the estimate. */
export const narrow = 0.03

export type Side = {
  requestsPerSecond: number
  p50: number
  p99: number
  /** Processor time of the server process per request in µs, without Postgres and the load generator. */
  cpu: Interval
}

export type Comparison = {
  /** First to second: the median of all pairs. */
  ratio: Interval
  pairs: number
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
  counter += result.requests
  return {
    rate: result.requests / result.seconds,
    latencies: result.latencies,
    cpuMicros: (after.cpuMicros - before.cpuMicros) / result.requests,
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
  let ratio: Interval
  do {
    // Alternate which server goes first: a machine that slows down must not favour one of them.
    const swapped = firsts.length % 2 === 1
    if (swapped) seconds.push(await runRound(load, second, pace, pace.roundSeconds))
    firsts.push(await runRound(load, first, pace, pace.roundSeconds))
    if (!swapped) seconds.push(await runRound(load, second, pace, pace.roundSeconds))
    ratio = medianInterval(firsts.map((round, i) => round.rate / seconds[i]!.rate))
  } while (firsts.length < pace.pairs.least || (firsts.length < pace.pairs.most && halfWidth(ratio) > narrow))
  return {
    ratio,
    pairs: firsts.length,
    first: summary(firsts),
    second: summary(seconds),
    generatorLoad: Math.max(...[...firsts, ...seconds].map((round) => round.generatorLoad)),
  }
}

/** One server without a floor. */
export async function measureAlone(load: LoadProcess, target: Target, pace: Pace): Promise<Side> {
  await warmUp(load, target, pace)
  const rounds: Round[] = []
  while (rounds.length < pace.pairs.least) rounds.push(await runRound(load, target, pace, pace.roundSeconds))
  return summary(rounds)
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
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpu: medianInterval(rounds.map((round) => round.cpuMicros)),
  }
}
