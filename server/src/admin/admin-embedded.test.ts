// On the embedded database: without a server, beside a running one, and on an unused data folder.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { admin, dumpFolder, temporaryFolder } from './fixtures/admin-world.ts'

test('commands use the embedded database with and without a running server; restore requires it stopped', async () => {
  const dataDir = temporaryFolder()
  const run = (...args: string[]) => admin({ DATA_DIR: dataDir }, args)
  const names = async () => (await run('workspace', 'list')).json.map(({ name }: { name: string }) => name)
  const file = join(temporaryFolder(), 'backup.tgz')

  const first = await run('workspace', 'create', '--name', 'Before any start')
  assert.equal(first.code, 0, first.stderr)

  const server = await startEmbeddedPostgres({ dataDir, as: 'server', log() {} })
  try {
    assert.equal((await run('workspace', 'create', '--name', 'Beside a server')).code, 0)
    assert.equal((await run('backup', '--to', file)).code, 0)
    const refused = await run('restore', '--from', file, '--force')
    assert.equal(refused.code, 1)
    assert.match(
      refused.stderr,
      new RegExp(`^dailies: Another server \\(pid ${process.pid}\\) runs on .*: stop it.*\\n$`),
    )
  } finally {
    await server.stop()
  }

  assert.equal((await run('workspace', 'create', '--name', 'Too late')).code, 0)
  const restored = await run('restore', '--from', file, '--force')
  assert.equal(restored.code, 0, restored.stderr)
  assert.deepEqual(await names(), ['Before any start', 'Beside a server'])
  assert.ok(!Object.keys(dumpFolder(dataDir)).includes('postgres/postmaster.pid'), 'Postgres has stopped')
})
