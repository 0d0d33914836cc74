// The Postgres of a test run: a copy of a cluster that is made once and holds the migrated template database.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../server/src/database/embedded-postgres.ts'
import { listMigrations } from '../../server/src/database/migrate.ts'
import { migrateDatabase } from '../../server/src/migrate-database.ts'
import { asAdmin, templateDatabase } from '../../server/test/worlds/world.ts'
import { removeLeftFolders, removeRunFolder, runFolderName } from './left-folders.ts'

// No data of a test run has to survive a power failure. Several test files at a time may start several servers and
// workers each, of up to 50 connections: with 100 in all, jobs failed now and then because none was free.
// Tests of races make deadlocks, which Postgres looks for after a second by default.
// By default Postgres plans a statement anew for each of its first five calls on a connection. Most statements of a test
// file are not called much more often: in a part of share-matrix, planning took four fifths of the time of all statements.
const settings = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
  deadlock_timeout: '100ms',
  plan_cache_mode: 'force_generic_plan',
}

export type TestPostgres = {
  url: string
  /** A cluster with a migrated database `dailies`, to be copied into the data folder of a server. */
  cluster: string
  /** Where worlds have their data folders. */
  worlds: string
  /** Where tests make temporary folders. */
  temporary: string
  stop(): Promise<void>
}

/**
 * Making a cluster and migrating the template takes seconds; copying the one in `cacheFolder` takes a tenth of one. The
 * template is migrated in the copy as well, which changes nothing unless the cache is out of date.
 */
export async function startTestPostgres(
  root: string,
  cacheFolder: string,
  pgBin?: string,
): Promise<TestPostgres> {
  const cached = join(cacheFolder, `${cacheName(pgBin)}-${fingerprint(root)}`)
  if (!existsSync(cached)) await makeCluster(cacheFolder, cached, pgBin)
  const dataDir = makeRunFolder()
  execFileSync('cp', ['-a', cached, join(dataDir, 'postgres')])
  const postgres = await startPostgres(dataDir, pgBin)
  await migrateTemplate(postgres.url)
  const worlds = join(dataDir, 'worlds')
  mkdirSync(worlds)
  const temporary = join(dataDir, 'tmp')
  mkdirSync(temporary)
  // Some tests make a folder as another user.
  chmodSync(temporary, 0o1777)
  return {
    url: postgres.url,
    cluster: cached,
    worlds,
    temporary,
    async stop() {
      await postgres.stop()
      removeRunFolder(dataDir)
    },
  }
}

const memoryFolder = '/dev/shm'
const neededBytes = 6_000_000_000

/**
 * In memory where there is plenty of it: creating a database then costs a third of the CPU time and of the wall time, and
 * no statement, upload or removal of a folder waits for the disk: tests flush as production does.
 */
function makeRunFolder(): string {
  removeLeftFolders(memoryFolder)
  const place = hasMemory() ? memoryFolder : tmpdir()
  const folder = mkdtempSync(join(place, runFolderName(process.pid)))
  // Some tests start Postgres as another user, in a folder below this one.
  chmodSync(folder, 0o755)
  return folder
}

function hasMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(memoryFolder)) return false
  // Tests run programs that they have written.
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  if (mounts.some((line) => line.includes(` ${memoryFolder} `) && line.includes('noexec'))) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize > neededBytes && process.availableMemory() > neededBytes
}

/** The folder of the programs of an installed major version, such as `15`. */
export function installedPostgres(major: string): string {
  const places = [
    `/usr/lib/postgresql/${major}`,
    `/usr/pgsql-${major}`,
    `/opt/homebrew/opt/postgresql@${major}`,
  ]
  const found = places.map((place) => join(place, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
  if (found) return found
  throw new Error(`Postgres ${major} is not installed: none of ${places.join(', ')} has the program initdb`)
}

const cacheName = (pgBin?: string) => `test-postgres${pgBin?.replaceAll('/', '-') ?? ''}`

/** Creates the template database on the server, if there is none, and migrates it. */
export async function migrateTemplate(server: string): Promise<void> {
  await asAdmin(server, `create database ${templateDatabase}`).catch((error) => {
    if (error.code !== '42P04') throw error
  })
  const template = new URL(server)
  template.pathname = `/${templateDatabase}`
  await migrateDatabase(template.href)
}

/** Changes with this file, the migrations and with every version of a dependency, that of Postgres among them. */
function fingerprint(root: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  hash.update(readFileSync(import.meta.filename))
  for (const { name, checksum } of listMigrations()) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex').slice(0, 16)
}

async function makeCluster(cacheFolder: string, cached: string, pgBin: string | undefined): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dailies-tests-'))
  try {
    const postgres = await startPostgres(dataDir, pgBin)
    await fillCluster(postgres.url).finally(postgres.stop)
    for (const stale of globSync(`${cacheFolder}/${cacheName(pgBin)}-${'?'.repeat(16)}`))
      rmSync(stale, { recursive: true, force: true })
    // When two runs do this at the same time, the second one finds the folder taken and uses it.
    const copy = `${cached}.${process.pid}`
    mkdirSync(cacheFolder, { recursive: true })
    execFileSync('cp', ['-a', join(dataDir, 'postgres'), copy])
    if (existsSync(cached)) rmSync(copy, { recursive: true })
    else renameSync(copy, cached)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fillCluster(url: string): Promise<void> {
  await migrateTemplate(url)
  await asAdmin(url, 'drop database if exists dailies')
  await asAdmin(url, `create database dailies template ${templateDatabase}`)
}

async function startPostgres(
  dataDir: string,
  pgBin: string | undefined,
): Promise<Pick<TestPostgres, 'url' | 'stop'>> {
  const postgres = await startEmbeddedPostgres({ dataDir, pgBin, as: 'server', settings, log: console.error })
  const { host, user, port } = postgres.address
  const url = `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`
  return { url, stop: postgres.stop }
}
