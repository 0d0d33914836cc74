// Half of the maximal load for an hour, with event streams open: memory, file descriptors and p99 must stay flat.
import type { Bench } from './bench.ts'
import type { handlers as readerHandlers } from './event-readers.ts'
import { createKeys } from './events.ts'
import { counterDigits, hotOperations, requestBytes } from './hot-operations.ts'
import { startServer } from './operations.ts'
import { bounds, count, type GoalResult, type SuiteReport, table } from './report.ts'
import { trendOf } from './statistics.ts'
import type { handlers as loadHandlers, MixedRequest } from './steady-load.ts'
import type { World } from './world.ts'

/** How often each operation is in ten requests: a page that is opened, read and commented. */
const mix: Record<string, number> = {
  listProjects: 1,
  getProject: 1,
  queryFiles: 1,
  getFile: 2,
  listFileComments: 2,
  createFileComment: 2,
  createFolder: 1,
}

const connections = 32
const streams = 20
/** How much of its own size a figure may grow during the run. */
const tolerance = { memory: 0.1, descriptors: 0.1, p99: 0.2 }
/** The part of the run in which caches fill and code is compiled. */
const warmUp = 0.2

type Sample = { memory: number; descriptors: number; p99: number; requests: number }

export async function measureSoak(bench: Bench): Promise<SuiteReport> {
  const world = await bench.seed('soak', 1_000)
  const server = await startServer(bench, world, true)
  const load = bench.launch<typeof loadHandlers>('./steady-load.ts')
  const readers = bench.launch<typeof readerHandlers>('./event-readers.ts')
  const path = `/api/projects/${world.writesProject}/events`
  await readers.ask('open', { port: server.port, path, keys: await createKeys(world, streams) })
  const steady = {
    ...{ port: server.port, connections, counterWidth: counterDigits.length },
    requests: mixedRequests(world),
  }
  const trial = bench.quick ? 3 : 20
  await load.ask('run', { ...steady, seconds: trial })
  const maximum = (await load.ask('run', { ...steady, seconds: trial })).requests / trial
  const rate = maximum / 2
  const seconds = bench.minutes * 60
  const sampleSeconds = Math.min(60, seconds / 20)
  const samples: Sample[] = []
  const errors: string[] = []
  for (let spent = 0; spent < seconds; spent += sampleSeconds) {
    bench.note(
      `soak, ${(spent / 60).toFixed(1)} of ${bench.minutes} minutes at ${count(rate)} requests a second`,
    )
    const result = await load.ask('run', { ...steady, seconds: sampleSeconds, rate })
    const { rssMegabytes: memory, descriptors } = await server.process.ask('usage')
    samples.push({ memory, descriptors, p99: result.p99, requests: result.requests })
    errors.push(...result.errors)
    // The readers keep delays until they are asked for them.
    await readers.ask('delays')
  }
  return soakReport({ maximum, rate, sampleSeconds, samples, errors })
}

function mixedRequests(world: World): MixedRequest[] {
  const operations = Object.entries(mix).flatMap(([name, times]) =>
    Array.from({ length: times }, () => hotOperations.find((operation) => operation.name === name)!),
  )
  return operations.map((operation) => requestBytes(operation, world))
}

type SoakFigures = {
  maximum: number
  rate: number
  sampleSeconds: number
  samples: Sample[]
  errors: string[]
}

function soakReport(figures: SoakFigures): SuiteReport {
  const { maximum, rate, sampleSeconds, samples, errors } = figures
  const settled = samples.slice(Math.ceil(samples.length * warmUp))
  const trends = Object.entries(tolerance).map(([name, tolerated]) => ({
    name: { memory: 'memory (RSS), MB', descriptors: 'file descriptors', p99: 'p99, ms' }[name]!,
    tolerated,
    ...trendOf(
      settled.map((sample) => sample[name as keyof typeof tolerance]),
      tolerated,
    ),
  }))
  const requests = samples.reduce((sum, sample) => sum + sample.requests, 0)
  const minutes = (samples.length * sampleSeconds) / 60
  const text = [
    `${minutes.toFixed(0)} minutes at ${count(rate)} requests a second, half of the ${count(maximum)} that ${connections} connections ` +
      `reached without a pause; 7 reads to 3 writes, ${streams} event streams, background work in the same process. ` +
      `${count(requests)} requests, ${errors.length} errors. A sample every ${sampleSeconds.toFixed(0)} s; growth is the slope after ` +
      `the first ${warmUp * 100} % of the run, times its length.`,
    '',
    ...table(
      ['figure', 'median', 'first', 'last', 'growth', '95 %', 'goal', ''],
      trends.map(({ name, size, growth, verdict, tolerated }, i) => {
        const key = Object.keys(tolerance)[i] as keyof typeof tolerance
        return [
          ...[name, size.toFixed(1), settled[0]![key].toFixed(1), settled.at(-1)![key].toFixed(1)],
          ...[growth.estimate.toFixed(1), bounds(growth, 1), `≤ ${tolerated * 100} %`],
          verdict === 'met' ? 'flat' : verdict === 'missed' ? 'rising' : 'undecided',
        ]
      }),
    ),
    ...(errors.length > 0 ? ['', `First error: \`${errors[0]}\``] : []),
  ].join('\n')
  const goals: GoalResult[] = trends.map(({ name, verdict }) => ({ name: `flat ${name}`, verdict }))
  goals.push({ name: 'no errors', verdict: errors.length === 0 ? 'met' : 'missed' })
  return { text, goals, figures }
}
