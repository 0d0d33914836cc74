// `npm test`: one Postgres for the run, a migrated template in it, and every test file with a database of its own.
// `npm test -- server/src/core` runs what lies below a folder or a single file.
// `npm test -- --files=*.mcp.ts server` runs the files below a folder that match a pattern instead of `*.test.ts`.
// `npm test -- --test-name-pattern=<pattern>` runs the tests whose name matches (also --test-skip-pattern, --test-only).
// `npm test -- --postgres=15` runs them on an installed Postgres of that major version instead of the pinned one.
// `npm test -- --retry` runs the files that failed once more, one at a time, and names those that passed only then.
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildBundlesWhenStale } from '../server/src/sandbox/build-bundles.ts'
import { buildWhenStale } from '../server/src/surfaces/web/build.ts'
import { type FinishedFile, type PoolOptions, runTestFiles } from './lib/test-pool.ts'
import { installedPostgres, migrateTemplate, startTestPostgres } from './lib/test-postgres.ts'
import { bundlePrograms } from './lib/test-programs.ts'
import { createTestReport } from './lib/test-report.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cacheFolder = join(root, 'node_modules', '.cache')
const timesFile = join(cacheFolder, 'test-times.json')

/** Files that need a process of their own, and why. */
const runAlone: [pattern: RegExp, reason: string][] = [
  [/^server\/src\/sandbox\//, 'the sandbox is a setting of the process'],
]

/** Folders of slow files, for files whose time is not known yet: the quick ones fill the gaps at the end. */
const slowFolders = /^(web\/test|server\/test\/suites|server\/src\/media)\//
/** The slowest of these, where the time is not known: one that started among the last would end alone. */
const slowestFiles = [
  'web/test/every-page.test.ts',
  'server/test/suites/access/share-matrix.test.ts',
  'server/test/suites/docs/doc-examples.test.ts',
  'server/test/suites/http/fuzz.test.ts',
  'server/test/suites/http/hostile.test.ts',
  'server/src/media/checks/fault-frames.test.ts',
  'server/src/media/watermark/mark-video.test.ts',
  'web/test/room-sizes.test.ts',
]

/** More than there are cores: for about half of the time, a test waits. */
const defaultProcesses = availableParallelism() * 2

/** A run of fewer files starts programs from their sources, unless the bundles of an earlier run are current. */
const bundleFrom = 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    retry: { type: 'boolean', default: false },
    processes: { type: 'string' },
    postgres: { type: 'string' },
    files: { type: 'string', default: '*.test.ts' },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
    'test-skip-pattern': { type: 'string', multiple: true, default: [] },
    'test-only': { type: 'boolean', default: false },
  },
})
mkdirSync(cacheFolder, { recursive: true })
process.exit(await main())

async function main(): Promise<number> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    await migrateTemplate(given)
    return runTests(given)
  }
  const pgBin = values.postgres === undefined ? undefined : installedPostgres(values.postgres)
  // The servers that tests start with a Postgres of their own use the same version.
  if (pgBin) process.env.PG_BIN = pgBin
  const postgres = await startTestPostgres(root, cacheFolder, pgBin)
  try {
    return await runTests(postgres.url, {
      TEST_CLUSTER: postgres.cluster,
      TEST_DATA_FOLDER: postgres.worlds,
      TMPDIR: postgres.temporary,
    })
  } finally {
    await postgres.stop()
  }
}

async function runTests(server: string, folders?: NodeJS.ProcessEnv): Promise<number> {
  const files = testFiles(
    positionals.length > 0 ? positionals : ['server', 'sdk', 'cli', 'web', 'scripts', 'bench'],
  )
  await buildBundlesWhenStale()
  // Built here once: on a clean checkout several processes would build the web app at the same time.
  if (files.some((file) => file.startsWith('web/test/'))) await buildWhenStale()
  // Bundling costs as much CPU time as three starts from the sources.
  const programs = await bundlePrograms(cacheFolder, files.length >= bundleFrom)
  const env = { ...process.env, TEST_DATABASE_URL: server, TEST_PROGRAMS: programs ?? '', ...folders }
  const processes = Number(values.processes ?? defaultProcesses)
  const failed = (await runFiles(slowestFirst(files), env, processes))
    .filter((one) => one.failed > 0)
    .map((one) => one.file)
  if (failed.length === 0) return 0
  if (!values.retry) return 1
  console.error(`\nOnce more, one at a time: ${failed.join(', ')}\n`)
  const again = await runFiles(failed, env, 1)
  if (again.some((one) => one.failed > 0)) return 1
  console.error(`Passed only on the second run: ${failed.join(', ')}`)
  return 0
}

async function runFiles(files: string[], env: NodeJS.ProcessEnv, processes: number): Promise<FinishedFile[]> {
  const report = createTestReport()
  const options: PoolOptions = {
    root,
    env,
    processes: Math.min(processes, files.length),
    filters: {
      name: values['test-name-pattern'],
      skip: values['test-skip-pattern'],
      only: values['test-only'],
    },
    runsAlone: (file) => runAlone.some(([pattern]) => pattern.test(file)),
    report: report.write,
  }
  const result = await runTestFiles(files, options)
  report.summarize(result)
  rememberTimes(result.files)
  return result.files
}

/**
 * Sorts the slowest files first, so that all processes end at about the same time. A file that has never run here is
 * estimated by its folder.
 */
function slowestFirst(files: string[]): string[] {
  const times = rememberedTimes()
  const estimate = (file: string) =>
    slowestFiles.includes(file) ? 300_000 : slowFolders.test(file) ? 60_000 : 0
  const time = (file: string) => times[file] ?? estimate(file)
  return files.toSorted((a, b) => time(b) - time(a))
}

function rememberedTimes(): Record<string, number> {
  return existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {}
}

function rememberTimes(finished: readonly FinishedFile[]): void {
  const times = Object.fromEntries(finished.map(({ file, milliseconds }) => [file, Math.round(milliseconds)]))
  writeFileSync(timesFile, JSON.stringify({ ...rememberedTimes(), ...times }, null, 2))
}

function testFiles(places: string[]): string[] {
  return places.flatMap((place) => {
    const path = resolve(root, place)
    if (!statSync(path).isDirectory()) return [relative(root, path)]
    return globSync(`${path}/**/${values.files}`, { exclude: (name) => name.includes('node_modules') }).map(
      (file) => relative(root, file),
    )
  })
}
