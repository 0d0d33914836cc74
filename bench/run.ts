// `npm run bench`: every hot operation against a floor, in turns, bytes in and out of storage, generation, media and the app.
// `npm run bench -- ping storage` measures the operations whose name contains one of the words; `--quick` takes seconds, `--goals` fails on a missed goal, `--json <file>`
// stores the figures, `--profile <folder>` a CPU profile of the server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { appReport, measureApp } from './app.ts'
import { planOf } from './capture.ts'
import type { handlers as readerHandlers } from './event-readers.ts'
import { eventsReport, measureEvents } from './events.ts'
import type { handlers as floorHandlers } from './floor.ts'
import { generationReport, measureGeneration } from './generation.ts'
import type { handlers as generationHandlers } from './generation-server.ts'
import { hotOperations, requestBytes } from './hot-operations.ts'
import type { handlers as loadHandlers } from './load.ts'
import { compare, type LoadProcess, type Pace } from './measure.ts'
import type { handlers as serverHandlers } from './measured-server.ts'
import { measureMedia, mediaReport } from './media.ts'
import { type BenchProcess, type Handlers, type ProcessOptions, startProcess } from './processes.ts'
import { type Figures, machine, missedGoals, report } from './report.ts'
import { measureSizes, sizesReport } from './sizes.ts'
import { measureStorage, missedStorageGoals, type StorageFigures, storageReport } from './storage.ts'
import type { handlers as webhookFloorHandlers } from './webhook-floor.ts'
import type { handlers as receiverHandlers } from './webhook-receiver.ts'
import type { handlers as workerHandlers } from './webhook-worker.ts'
import { measureWebhooks, webhookReport } from './webhooks.ts'
import { asAdmin, createWorld, type World } from './world.ts'

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    goals: { type: 'boolean' },
    json: { type: 'string' },
    profile: { type: 'string' },
  },
})

const pace: Pace = options.quick
  ? { connections: 32, pairs: 3, roundSeconds: 0.5, warmUp: { requests: 10_000, seconds: 1 } }
  : { connections: 32, pairs: 7, roundSeconds: 1, warmUp: { requests: 50_000, seconds: 4 } }
const rows = { few: 1_000, many: options.quick ? 100_000 : 1_000_000 }
const isSelected = (name: string) =>
  words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()))
const selected = hotOperations.filter(({ name }) => isSelected(name))
const growing = selected.filter((operation) => operation.rows)

/** Undone in reverse, at the end and on Ctrl-C. */
const undo: (() => unknown)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cleanUp().finally(() => process.exit(130)))
}

try {
  process.exitCode = await main()
} finally {
  await cleanUp()
}

async function main(): Promise<number> {
  const others = ['storage', 'generation', 'events', 'webhooks', 'media', 'app', 'sizes']
  if (selected.length === 0 && !others.some(isSelected)) {
    const names = [...hotOperations.map(({ name }) => name), ...others]
    console.error(`bench: no match; choose from ${names.join(', ')}`)
    return 2
  }
  const folder = mkdtempSync(join(tmpdir(), 'dailies-bench-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startPostgres(folder)
  const about = await machine(server)
  console.log(about)
  if (isSelected('generation')) await reportGeneration(folder, server)
  if (isSelected('events')) await reportEvents(folder, server)
  if (isSelected('webhooks')) await reportWebhooks(folder, server)
  if (isSelected('media')) await reportMedia(folder)
  if (isSelected('app')) await reportApp(folder)
  if (isSelected('sizes')) await reportSizes(folder, server)
  const figures = selected.length > 0 ? await measure(folder, server) : undefined
  const storage = isSelected('storage') ? await measureBytes(folder, server) : undefined
  const reports = [...(figures ? [report(figures)] : []), ...(storage ? [storageReport(storage)] : [])]
  if (reports.length > 0) console.log(reports.join('\n\n'))
  const missed = [...(figures ? missedGoals(figures) : []), ...(storage ? missedStorageGoals(storage) : [])]
  if (missed.length > 0) console.log(`\nMissed:\n${missed.map((line) => `  ${line}`).join('\n')}`)
  if (options.json)
    writeFileSync(options.json, JSON.stringify({ machine: about, ...figures, storage }, null, 2))
  return options.goals && missed.length > 0 ? 1 : 0
}

async function reportMedia(folder: string): Promise<void> {
  note('media')
  const figures = await measureMedia(folder, options.quick ? 10 : 60)
  console.log(`${figures ? mediaReport(figures) : 'Skipped media: ffmpeg is not installed.'}\n`)
}

async function reportApp(folder: string): Promise<void> {
  note('app')
  const figures = await measureApp(folder, options.quick ? 3 : 10)
  console.log(`${figures ? appReport(figures) : 'Skipped the web app: chromium is not installed.'}\n`)
}

async function reportSizes(folder: string, server: string): Promise<void> {
  const { port, world } = await startServerProcess(folder, await seed(server, 'bench_sizes', rows.few))
  note('sizes')
  const counts = options.quick ? { comments: 2_000, files: 1_000 } : { comments: 100_000, files: 10_000 }
  console.log(`${sizesReport(await measureSizes(`http://localhost:${port}`, world, counts))}\n`)
}

/** Generation has no floor, so its figures are printed without goals. */
async function reportGeneration(folder: string, server: string): Promise<void> {
  const world = await seed(server, 'bench_generation', rows.few)
  note('generation')
  const generation = launch<typeof generationHandlers>('./generation-server.ts')
  const counts = options.quick ? { requests: 100, queued: 200 } : { requests: 500, queued: 1_000 }
  console.log(`${generationReport(await measureGeneration(generation, folder, world, counts))}\n`)
}

/** Events have no floor either: it would be another program. */
async function reportEvents(folder: string, server: string): Promise<void> {
  const world = await seed(server, 'bench_events', rows.few)
  note('events')
  const processes = {
    server: launch<typeof serverHandlers>('./measured-server.ts', { stdout: join(folder, 'events.log') }),
    readers: launch<typeof readerHandlers>('./event-readers.ts'),
  }
  const counts = { streams: 1_000, events: options.quick ? 50 : 500 }
  console.log(`${eventsReport(await measureEvents(processes, folder, world, counts))}\n`)
}

/** The floor of webhooks does much less, so there is no goal: deliveries per second count. */
async function reportWebhooks(folder: string, server: string): Promise<void> {
  const world = await seed(server, 'bench_webhooks', rows.few)
  note('webhooks')
  const processes = {
    worker: launch<typeof workerHandlers>('./webhook-worker.ts', {
      execArgv: options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [],
    }),
    floor: launch<typeof webhookFloorHandlers>('./webhook-floor.ts'),
    receiver: launch<typeof receiverHandlers>('./webhook-receiver.ts'),
  }
  const pace = options.quick ? { deliveries: 2_000, pairs: 3 } : { deliveries: 4_000, pairs: 5 }
  console.log(`${webhookReport(await measureWebhooks(processes, folder, world, pace))}\n`)
}

async function measure(folder: string, server: string): Promise<Figures> {
  const few = await seed(server, 'bench_few', rows.few)
  const many = growing.length > 0 ? await seed(server, 'bench_many', rows.many) : undefined
  const load = launch<typeof loadHandlers>('./load.ts')
  const withFew = await startServerProcess(folder, few)
  const against = await compareWithFloor(load, withFew)
  const growth = many ? await compareGrowth(load, await startServerProcess(folder, many), withFew) : []
  return { pace, rows, growth, ...against }
}

async function measureBytes(folder: string, server: string): Promise<StorageFigures> {
  return measureStorage({
    folder,
    world: await seed(server, 'bench_storage', rows.few),
    size: (options.quick ? 256 : 2_048) * 2 ** 20,
    s3Url: process.env.TEST_S3_URL,
    startServer: () =>
      launch('./byte-server.ts', { stdout: join(folder, 'byte-servers.log'), execArgv: ['--expose-gc'] }),
    note,
  })
}

async function compareWithFloor(
  load: LoadProcess,
  server: StartedServer,
): Promise<Pick<Figures, 'operations' | 'memory'>> {
  const { world } = server
  const floor = launch<typeof floorHandlers>('./floor.ts')
  const floorPort = await floor.ask('start', { databaseUrl: world.databaseUrl })
  const operations: Figures['operations'] = []
  for (const operation of selected) {
    note(`${operation.name} against the floor`)
    await floor.ask('serve', await planOf(server.process, server.port, operation, world))
    const request = requestBytes(operation.request(world), world.key)
    const comparison = await compare(
      load,
      { process: server.process, port: server.port, request },
      { process: floor, port: floorPort, request },
      pace,
    )
    operations.push({ operation, comparison })
  }
  return {
    operations,
    memory: { server: await server.process.ask('usage'), floor: await floor.ask('usage') },
  }
}

async function compareGrowth(
  load: LoadProcess,
  ofMany: StartedServer,
  ofFew: StartedServer,
): Promise<Figures['growth']> {
  const growth: Figures['growth'] = []
  for (const operation of growing) {
    note(`${operation.name} as rows grow`)
    const [many, few] = [ofMany, ofFew].map(({ process, port, world }) => ({
      process,
      port,
      request: requestBytes(operation.request(world), world.key),
    }))
    growth.push({ operation, comparison: await compare(load, many!, few!, pace) })
  }
  return growth
}

type StartedServer = { process: BenchProcess<typeof serverHandlers>; port: number; world: World }

async function startServerProcess(folder: string, world: World): Promise<StartedServer> {
  const name = `server-${world.rows}`
  const started = launch<typeof serverHandlers>('./measured-server.ts', {
    // The log that `npm start` writes to standard output.
    stdout: join(folder, `${name}.log`),
    execArgv: options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [],
  })
  const dataDir = join(folder, name)
  return {
    process: started,
    world,
    port: await started.ask('start', { databaseUrl: world.databaseUrl, dataDir }),
  }
}

/** The Postgres at DATABASE_URL, or an embedded one with production settings. */
async function startPostgres(folder: string): Promise<string> {
  const given = process.env.DATABASE_URL
  if (given) return given
  const { startEmbeddedPostgres } = await import('../server/src/database/embedded-postgres.ts')
  const started = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), as: 'server', log: note })
  undo.push(() => started.stop())
  const { host, user, port } = started.address
  return `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`
}

async function seed(server: string, name: string, count: number): Promise<World> {
  note(`${count.toLocaleString('en-US')} rows of each kind`)
  undo.push(() => asAdmin(server, (client) => client.query(`drop database if exists ${name} with (force)`)))
  return createWorld(server, name, count)
}

function launch<H extends Handlers>(file: string, processOptions?: ProcessOptions): BenchProcess<H> {
  const started = startProcess<H>(file, processOptions)
  undo.push(() => started.stop())
  return started
}

async function cleanUp(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step()
}

function note(message: string): void {
  console.error(`bench: ${message} …`)
}
