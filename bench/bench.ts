// The environment of a suite: the options of the run, and processes and databases that end with the suite.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchProcess, type Handlers, type ProcessOptions, startProcess } from './processes.ts'
import { asAdmin, createWorld, type World } from './world.ts'

export type Options = {
  /** Seconds instead of minutes, with figures that are too rough for the docs. */
  quick: boolean
  /** Words that the names of measured operations contain; none for all. */
  words: string[]
  /** Files, comments, notifications and events in the growth suite. */
  rows: number
  /** The length of the soak. */
  minutes: number
  /** The folder for CPU profiles of the server. */
  profile: string | undefined
}

export type Bench = Options & {
  /** A folder on the measured disk. */
  folder: string
  /** Creates a database with `rows` files, comments, notifications and events. */
  seed(name: string, rows: number): Promise<World>
  /** Starts `bench/<file>`. */
  launch<H extends Handlers>(file: string, options?: ProcessOptions): BenchProcess<H>
  undo(step: () => unknown): void
  note(message: string): void
}

/** Opens a Postgres, the one at DATABASE_URL or an embedded one with production settings. */
export async function openBench(options: Options) {
  /** Undone in reverse, at the end and on Ctrl-C. */
  const steps: (() => unknown)[] = []
  const folder = mkdtempSync(join(tmpdir(), 'dailies-bench-'))
  steps.push(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startPostgres(folder, (step) => steps.push(step))

  async function closeTo(length: number): Promise<void> {
    while (steps.length > length) await steps.pop()!()
  }

  const bench: Bench = {
    ...options,
    folder,
    undo: (step) => void steps.push(step),
    note,
    async seed(name, rows) {
      note(`${rows.toLocaleString('en-US')} rows of each kind that grows`)
      const database = `bench_${name}`
      bench.undo(() =>
        asAdmin(server, (client) => client.query(`drop database if exists ${database} with (force)`)),
      )
      return createWorld(server, database, rows)
    },
    launch(file, processOptions) {
      const started = startProcess(file, processOptions)
      bench.undo(() => started.stop())
      return started as never
    },
  }
  return {
    bench,
    server,
    /** Runs a suite and ends the processes and databases that it has started. */
    async run<T>(suite: (bench: Bench) => Promise<T>): Promise<T> {
      const before = steps.length
      try {
        return await suite(bench)
      } finally {
        await closeTo(before)
      }
    },
    close: () => closeTo(0),
  }
}

async function startPostgres(folder: string, undo: (step: () => unknown) => void): Promise<string> {
  const given = process.env.DATABASE_URL
  if (given) return given
  const { startEmbeddedPostgres } = await import('../server/src/database/embedded-postgres.ts')
  const started = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), as: 'server', log: note })
  undo(() => started.stop())
  const { host, user, port } = started.address
  return `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`
}

function note(message: string): void {
  console.error(`bench: ${message} …`)
}
