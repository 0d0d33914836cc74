// `npm test`: one Postgres for the run, a migrated template in it, and every test file with a database of its own.
// `npm test -- server/src/core` runs what lies below a folder or a single file.
// `npm test -- --retry` runs the files that failed once more, one at a time, and names those that passed only then.
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrateDatabase } from '../server/src/service.ts'
import { asAdmin, templateDatabase } from '../server/test/worlds/world.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const failures = join(root, 'node_modules', '.cache', 'failed-tests')
mkdirSync(dirname(failures), { recursive: true })

const status = await main(process.argv.slice(2))
if (!process.env.TEST_S3_URL) {
  console.error(
    'Tests that need an S3 server were skipped: `scripts/s3-test-server.sh npm test` runs them too.',
  )
}
process.exit(status)

async function main(args: string[]): Promise<number> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return runTests(given, args)
  const { startEmbeddedPostgres } = await import('../server/src/database/embedded-postgres.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'dailies-tests-'))
  // Nothing of a test run has to survive a power failure. Two test files at a time may start several servers and workers
  // each, of up to 50 connections: with 100 in all, jobs failed now and then for want of one.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '400',
  }
  const postgres = await startEmbeddedPostgres({ dataDir, as: 'server', settings, log: console.error })
  try {
    const { host, user, port } = postgres.address
    return await runTests(
      `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`,
      args,
    )
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function runTests(server: string, args: string[]): Promise<number> {
  await asAdmin(server, `drop database if exists ${templateDatabase}`)
  await asAdmin(server, `create database ${templateDatabase}`)
  const template = new URL(server)
  template.pathname = `/${templateDatabase}`
  await migrateDatabase(template.href)

  const retry = args.includes('--retry')
  const options = args.filter((arg) => arg.startsWith('--') && arg !== '--retry')
  const places = args.filter((arg) => !arg.startsWith('--'))
  const files = testFiles(places.length > 0 ? places : ['server', 'sdk', 'cli', 'web'])
  const env = { ...process.env, TEST_DATABASE_URL: server }
  // By default Node leaves a core to itself, which of two is half.
  const status = await runFiles(files, options, env, availableParallelism())
  const failed = status === 0 || !retry ? [] : failedFiles()
  if (failed.length === 0) return status
  console.error(`\nOnce more, one at a time: ${failed.join(', ')}\n`)
  const again = await runFiles(failed, options, env, 1)
  if (again === 0) console.error(`Passed only on the second run: ${failed.join(', ')}`)
  return again
}

/** As `failed-files-reporter.mjs` has written them in the last run. */
function failedFiles(): string[] {
  if (!existsSync(failures)) return []
  return [...new Set(readFileSync(failures, 'utf8').split('\n').filter(Boolean))].map((file) =>
    relative(root, file),
  )
}

function runFiles(
  files: string[],
  options: string[],
  env: NodeJS.ProcessEnv,
  atOnce: number,
): Promise<number> {
  const reporters = [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=./scripts/failed-files-reporter.mjs', `--test-reporter-destination=${failures}`],
  ]
  const child = spawn(
    process.execPath,
    ['--test', `--test-concurrency=${atOnce}`, ...reporters, ...options, ...files],
    { cwd: root, env, stdio: 'inherit' },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)))
}

function testFiles(places: string[]): string[] {
  return places.flatMap((place) => {
    const path = resolve(root, place)
    if (!statSync(path).isDirectory()) return [relative(root, path)]
    return globSync(`${path}/**/*.test.ts`, { exclude: (name) => name.includes('node_modules') }).map(
      (file) => relative(root, file),
    )
  })
}
