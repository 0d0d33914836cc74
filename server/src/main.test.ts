import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '../test/worlds/world.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'dailies-main-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))

function start(settings: NodeJS.ProcessEnv) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', ...settings }
  const { status, stderr } = spawnSync(process.execPath, [main, 'all', '--no-build'], {
    env,
    encoding: 'utf8',
  })
  // On a slow machine the start reports its progress.
  return { status, stderr: stderr.replaceAll(/^dailies: .*, \d+ s …\n/gm, '') }
}

test('an unreachable database fails with one clear line', () => {
  const { status, stderr } = start({ DATABASE_URL: 'postgresql://ann:hunter2@localhost:1/dailies' })
  assert.equal(status, 1)
  assert.match(stderr, /^dailies: cannot connect to the database: .*ECONNREFUSED.*\n$/)
  assert.doesNotMatch(stderr, /hunter2/)
})

test('an invalid HOST fails with one clear line', async () => {
  const { url, drop } = await createTestDatabase()
  after(drop)
  const { status, stderr } = start({ DATABASE_URL: url, HOST: 'nowhere.invalid' })
  assert.deepEqual(
    { status, stderr },
    { status: 1, stderr: 'dailies: HOST=nowhere.invalid is not an address of this machine\n' },
  )
})
