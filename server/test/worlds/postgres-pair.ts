// A Postgres and a replica of it, for one test file.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts'

// No data of a test has to survive a power failure.
const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }

export type PostgresPair = {
  primaryUrl: string
  replicaUrl: string
  stopReplica(): Promise<void>
}

/** The replica starts as a copy of the stopped primary: the embedded Postgres has no pg_basebackup. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-pair-'))
  const [primaryFolder, replicaFolder] = [join(folder, 'primary'), join(folder, 'replica')]
  const start = (dataDir: string, more = {}) =>
    startEmbeddedPostgres({ dataDir, as: 'server', settings: { ...settings, ...more }, log: () => {} })
  await (await start(primaryFolder)).stop()
  execFileSync('cp', ['-a', primaryFolder, replicaFolder])
  writeFileSync(join(replicaFolder, 'postgres', 'standby.signal'), '')
  const primary = await start(primaryFolder)
  const { host, port, user } = primary.address
  const replica = await start(replicaFolder, { primary_conninfo: `host=${host} port=${port} user=${user}` })
  after(async () => {
    await replica.stop()
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { primaryUrl: urlOf(primary), replicaUrl: urlOf(replica), stopReplica: () => replica.stop() }
}

function urlOf({ address: { host, user, port } }: EmbeddedPostgres): string {
  return `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`
}
