// `npm run bench`: every hot operation against a floor, in turns. `npm run bench -- ping versions` measures those
// whose name has one of the words in it; `--quick` takes seconds, `--goals` fails on a missed goal, `--json <file>`
// keeps the figures, `--profile <folder>` a CPU profile of our server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { planOf } from './capture.ts'
import type { handlers as floorHandlers } from './floor.ts'
import { type HotOperation, hotOperations, requestBytes } from './hot-operations.ts'
import type { handlers as loadHandlers } from './load.ts'
import { compare, type Pace } from './measure.ts'
import type { handlers as oursHandlers } from './ours.ts'
import { type Handlers, type Part, startPart } from './parts.ts'
import { type Figures, machine, missedGoals, report } from './report.ts'
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
  ? { connections: 32, pairs: 3, roundSeconds: 0.5, warmUpSeconds: 0.5 }
  : { connections: 32, pairs: 5, roundSeconds: 1.6, warmUpSeconds: 1.5 }
const rows = { few: 1_000, many: options.quick ? 100_000 : 1_000_000 }
const selected = hotOperations.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase())),
)

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
  if (selected.length === 0) {
    console.error(
      `No hot operation has such a name. There are: ${hotOperations.map(({ name }) => name).join(', ')}.`,
    )
    return 2
  }
  const folder = mkdtempSync(join(tmpdir(), 'dailies-bench-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const figures = await measure(folder, await postgres(folder))
  console.log(report(figures))
  const missed = missedGoals(figures)
  if (missed.length > 0) console.log(`\nMissed:\n${missed.map((line) => `  ${line}`).join('\n')}`)
  if (options.json) writeFileSync(options.json, JSON.stringify(figures, null, 2))
  return options.goals && missed.length > 0 ? 1 : 0
}

async function measure(folder: string, server: string): Promise<Figures> {
  const growing = selected.filter((operation) => operation.rows)
  const few = await seed(server, 'bench_few', rows.few)
  const many = growing.length > 0 ? await seed(server, 'bench_many', rows.many) : undefined
  const load = part<typeof loadHandlers>('./load.ts')
  const ours = part<typeof oursHandlers>(
    './ours.ts',
    options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [],
  )
  const floor = part<typeof floorHandlers>('./floor.ts')
  const oursPort = await ours.ask('start', serverOptions(folder, 'few', few))
  const floorPort = await floor.ask('start', { databaseUrl: few.databaseUrl })

  const operations: Figures['operations'] = []
  for (const operation of selected) {
    note(`${operation.name} against the floor`)
    await floor.ask('serve', await planOf(ours, oursPort, operation, few))
    const request = requestBytes(operation.request(few), few.key)
    const first = { part: ours, port: oursPort, request }
    const second = { part: floor, port: floorPort, request }
    operations.push({ operation, comparison: await compare(load, first, second, pace) })
  }
  const memory = {
    ours: await ours.ask('usage'),
    floor: await floor.ask('usage'),
  }

  const growth: Figures['growth'] = []
  if (many) {
    const oursOfMany = part<typeof oursHandlers>('./ours.ts')
    const portOfMany = await oursOfMany.ask('start', serverOptions(folder, 'many', many))
    const target = (operation: HotOperation, world: World, serverPart: typeof ours, port: number) => ({
      part: serverPart,
      port,
      request: requestBytes(operation.request(world), world.key),
    })
    for (const operation of growing) {
      note(`${operation.name} as rows grow`)
      const first = target(operation, many, oursOfMany, portOfMany)
      const second = target(operation, few, ours, oursPort)
      growth.push({ operation, comparison: await compare(load, first, second, pace) })
    }
  }
  const {
    rows: [version],
  } = await asAdmin(server, (client) => client.query('show server_version'))
  return { machine: machine(version.server_version), pace, operations, growth, rows, memory }
}

/** The Postgres that DATABASE_URL names, or one of our own with the settings of production. */
async function postgres(folder: string): Promise<string> {
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

function serverOptions(folder: string, name: string, world: World) {
  return { databaseUrl: world.databaseUrl, dataDir: join(folder, name), log: join(folder, `${name}.log`) }
}

function part<H extends Handlers>(file: string, execArgv: string[] = []): Part<H> {
  const started = startPart<H>(file, execArgv)
  undo.push(() => started.stop())
  return started
}

async function cleanUp(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step()
}

function note(message: string): void {
  console.error(`bench: ${message} …`)
}
