// Every list and the other hot operations: the server against the floor, and the server with many rows against few.
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { planOf } from './capture.ts'
import type { handlers as floorHandlers } from './floor.ts'
import { type HotOperation, type Kind, operationsNamed, requestBytes } from './hot-operations.ts'
import type { handlers as loadHandlers } from './load.ts'
import { type Comparison, compare, measureAlone, narrow, type Pace, type Side } from './measure.ts'
import type { handlers as serverHandlers } from './measured-server.ts'
import type { BenchProcess, Usage } from './processes.ts'
import { startRecorder } from './recorder.ts'
import { bounds, count, type Judged, judge, judgedTable, type SuiteReport, table } from './report.ts'
import { halfWidth, type Interval, verdictOf } from './statistics.ts'
import { mostProjects, type World } from './world.ts'
import { fillByApi } from './world-lists.ts'

const goals: Partial<Record<Kind | 'growth', number>> = { ping: 0.85, read: 0.85, write: 0.8, growth: 0.85 }

type Measured = { operation: HotOperation; comparison: Comparison }
/** The lengths of the bodies. */
type AgainstFloor = Measured & { bytes: { server: number; floor: number } }
type Alone = { operation: HotOperation; side: Side; reason: string }

const paceOf = ({ quick }: Bench): Pace =>
  quick
    ? {
        connections: 32,
        pairs: { least: 6, most: 9 },
        roundSeconds: 0.25,
        warmUp: { requests: 5_000, seconds: 1 },
      }
    : {
        connections: 32,
        pairs: { least: 9, most: 40 },
        roundSeconds: 0.5,
        warmUp: { requests: 50_000, seconds: 4 },
      }

export async function measureOperations(bench: Bench): Promise<SuiteReport> {
  const pace = paceOf(bench)
  const world = await bench.seed('operations', 1_000)
  const load = bench.launch<typeof loadHandlers>('./load.ts')
  const server = await startServer(bench, world)
  await fillByApi(`http://127.0.0.1:${server.port}`, world)
  const recorded = await startRecorded(bench, world)
  const floor = bench.launch<typeof floorHandlers>('./floor.ts')
  const floorPort = await floor.ask('start', { databaseUrl: world.databaseUrl })
  const measured: AgainstFloor[] = []
  const alone: Alone[] = []
  const unfinished = await eachOperation(operationsNamed(bench.words), async (operation) => {
    bench.note(`${operation.name} against the floor`)
    const request = requestBytes(operation, world)
    const target = { process: server.process, port: server.port, request }
    const plan = await planOf(recorded, operation)
    if (typeof plan === 'string') {
      alone.push({ operation, reason: plan, side: await measureAlone(load, target, pace) })
      return
    }
    await floor.ask('serve', plan)
    const comparison = await compare(load, target, { process: floor, port: floorPort, request }, pace)
    const bytes = { server: Buffer.byteLength(plan.answer), floor: await floor.ask('sentBytes') }
    measured.push({ operation, comparison, bytes })
  })
  const memory = { server: await server.process.ask('usage'), floor: await floor.ask('usage') }
  return { ...operationsReport(pace, measured, alone, memory), unfinished }
}

export async function measureGrowth(bench: Bench): Promise<SuiteReport> {
  const pace = paceOf(bench)
  const few = await bench.seed('few', 1_000)
  const many = await bench.seed('many', bench.rows)
  const load = bench.launch<typeof loadHandlers>('./load.ts')
  const servers = [await startServer(bench, many), await startServer(bench, few)]
  for (const { port, world } of servers) await fillByApi(`http://127.0.0.1:${port}`, world)
  const measured: Measured[] = []
  const growing = operationsNamed(bench.words).filter(({ kind }) => kind !== 'ping')
  const unfinished = await eachOperation(growing, async (operation) => {
    bench.note(`${operation.name} as rows grow`)
    const [first, second] = servers.map(({ process, port, world }) => ({
      process,
      port,
      request: requestBytes(operation, world),
    }))
    measured.push({ operation, comparison: await compare(load, first!, second!, pace) })
  })
  return { ...growthReport(bench.rows, measured), unfinished }
}

/** Measures the others when one fails. Returns those that failed, with the reason. */
async function eachOperation(
  operations: HotOperation[],
  measure: (operation: HotOperation) => Promise<void>,
): Promise<string[]> {
  const unfinished: string[] = []
  for (const operation of operations) {
    await measure(operation).catch((error: Error) => {
      console.error(error)
      unfinished.push(`${operation.name} (${error.message.split('\n')[0]})`)
    })
  }
  return unfinished
}

export type StartedServer = { process: BenchProcess<typeof serverHandlers>; port: number; world: World }

export async function startServer(bench: Bench, world: World, work = false): Promise<StartedServer> {
  const name = world.name
  const started = bench.launch<typeof serverHandlers>('./measured-server.ts', {
    // The log that `npm start` writes to standard output.
    stdout: join(bench.folder, `${name}.log`),
    execArgv: bench.profile ? ['--cpu-prof', `--cpu-prof-dir=${bench.profile}`] : [],
  })
  const { databaseUrl } = world
  const port = await started.ask('start', { databaseUrl, dataDir: join(bench.folder, name), work })
  return { process: started, world, port }
}

/** The same server behind the recorder. It shares the data folder of the measured one, which belongs to the database. */
async function startRecorded(bench: Bench, world: World) {
  const recorder = await startRecorder(world.databaseUrl)
  bench.undo(() => recorder.close())
  const server = bench.launch<typeof serverHandlers>('./measured-server.ts', {
    stdout: join(bench.folder, 'recorded.log'),
  })
  const dataDir = join(bench.folder, world.name)
  const port = await server.ask('start', { databaseUrl: recorder.databaseUrl, dataDir })
  return { recorder, port, world }
}

function operationsReport(
  pace: Pace,
  measured: AgainstFloor[],
  alone: Alone[],
  memory: { server: Usage; floor: Usage },
): SuiteReport {
  const ratios = measured.flatMap((one) => ratioGoal(one, one.operation.kind))
  const sides = [
    ...measured.map(({ operation, comparison }) => ({ operation, side: comparison.first })),
    ...alone,
  ]
  const costs = sides.flatMap(({ operation: { name, cpuGoal }, side }): Judged[] =>
    cpuGoal === undefined ? [] : [{ name: `${name} CPU µs`, interval: side.cpu, goal: { atMost: cpuGoal } }],
  )
  const text = [
    `Server, Postgres and load generator share these cores. ${pace.connections} connections, one request at a time ` +
      `each; ${pace.pairs.least} to ${pace.pairs.most} pairs of rounds of ${pace.roundSeconds} s; Postgres with fsync.`,
    '',
    ...table(
      [
        'operation',
        'ratio',
        '95 %',
        'goal',
        '',
        'server/s',
        'floor/s',
        'server p50/p99 ms',
        'floor p50/p99 ms',
        'server CPU µs',
        'floor CPU µs',
        'server/floor bytes',
      ],
      measured.map(({ operation, bytes, comparison: { ratio, first, second } }) => [
        operation.name,
        ...ratioCells(ratio, goals[operation.kind]),
        ...[count(first.requestsPerSecond), count(second.requestsPerSecond)],
        ...[latency(first), latency(second)],
        ...[first.cpu.estimate.toFixed(0), second.cpu.estimate.toFixed(0)],
        `${count(bytes.server)} / ${count(bytes.floor)}`,
      ]),
    ),
    ...(costs.length > 0 ? ['', ...judgedTable('processor time of the server for one call', costs, 0)] : []),
    ...(alone.length > 0 ? ['', ...aloneTable(alone)] : []),
    '',
    `Memory after the load (RSS): server ${count(memory.server.rssMegabytes)} MB, floor ${count(memory.floor.rssMegabytes)} MB.`,
  ].join('\n')
  return {
    text,
    goals: [...ratios, ...costs].map(judge),
    noisy: noisyOf(measured),
    figures: { measured, alone, memory },
  }
}

function aloneTable(alone: Alone[]): string[] {
  return table(
    ['without a floor', 'because', 'server/s', 'p50/p99 ms', 'server CPU µs', '95 %'],
    alone.map(({ operation, reason, side }) => [
      ...[operation.name, reason, count(side.requestsPerSecond), latency(side)],
      ...[side.cpu.estimate.toFixed(0), bounds(side.cpu, 0)],
    ]),
  )
}

function growthReport(rows: number, measured: Measured[]): SuiteReport {
  const ratios = measured.flatMap((one) => ratioGoal(one, 'growth'))
  const text = [
    `The server with ${count(rows)} files, comments, notifications and events, and with ${count(Math.min(rows, mostProjects))} projects, ` +
      'folders and versions, against the server with 1,000 of each.',
    '',
    ...table(
      ['operation', 'ratio', '95 %', 'goal', '', `${count(rows)}/s`, '1,000/s', 'p50/p99 ms', 'rows'],
      measured.map(({ operation, comparison: { ratio, first, second } }) => [
        operation.name,
        ...ratioCells(ratio, goals.growth),
        ...[count(first.requestsPerSecond), count(second.requestsPerSecond), latency(first)],
        operation.rows ?? 'of other projects',
      ]),
    ),
  ].join('\n')
  return { text, goals: ratios.map(judge), noisy: noisyOf(measured), figures: { rows, measured } }
}

function ratioGoal({ operation: { name }, comparison }: Measured, kind: keyof typeof goals): Judged[] {
  const goal = goals[kind]
  return goal === undefined ? [] : [{ name, interval: comparison.ratio, goal: { atLeast: goal } }]
}

function ratioCells(ratio: Interval, goal: number | undefined): string[] {
  const verdict = goal === undefined ? '' : verdictOf(ratio, { atLeast: goal })
  const noise = isNoisy(ratio) ? 'too noisy' : ''
  const remarks = [verdict, noise].filter((remark) => remark !== '').join(', ')
  return [ratio.estimate.toFixed(2), bounds(ratio, 2), goal?.toFixed(2) ?? '', remarks]
}

const isNoisy = (ratio: Interval) => halfWidth(ratio) > narrow

function noisyOf(measured: Measured[]): string[] {
  return measured.filter(({ comparison }) => isNoisy(comparison.ratio)).map(({ operation }) => operation.name)
}

function latency({ p50, p99 }: Side): string {
  return `${p50.toFixed(2)} / ${p99.toFixed(2)}`
}
