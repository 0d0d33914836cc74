import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import {
  addressOf,
  isRoot,
  query,
  usedWorld,
  userProgram,
  type World,
  world,
} from './fixtures/postgres-world.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'

/** An ordinary user, and a uid without an account, as containers have. */
const nobody = { uid: 65534, gid: 65534 }
const stranger = { uid: 54321, gid: 54321 }

const hasSetpriv = isRoot && spawnSync('setpriv', ['--version']).status === 0
const othersCanRunUs =
  isRoot &&
  spawnSync(process.execPath, ['-e', ''], { ...nobody, cwd: '/' }).status === 0 &&
  spawnSync('test', ['-r', userProgram], { ...nobody, cwd: '/' }).status === 0
const [programs] = findPostgresBinaries(undefined, '/nowhere')
const othersCanRunPostgres =
  isRoot &&
  spawnSync(join(programs?.folder ?? '', 'postgres'), ['--version'], { ...nobody, cwd: '/' }).status === 0
const skipUnlessRoot = { skip: !isRoot && 'only root can switch users' }
const skipWithoutSetpriv = { skip: !hasSetpriv && 'needs root and setpriv' }
const skipUnlessOthersCan = {
  skip: !othersCanRunUs && 'needs root, and a checkout that other users can read',
}

function statusOf(w: World): { uid: number; capabilities: number } {
  const status = readFileSync(`/proc/${w.postmaster()}/status`, 'utf8')
  const find = (pattern: RegExp) => pattern.exec(status)?.[1] ?? ''
  return {
    uid: Number(find(/^Uid:\s+(\d+)/m)),
    capabilities: Number.parseInt(find(/^CapEff:\s+([0-9a-f]+)/m), 16),
  }
}

function makeDataDir(w: World, owner: { uid: number; gid: number }): void {
  mkdirSync(w.dataDir)
  chownSync(w.dataDir, owner.uid, owner.gid)
}

test('started by root, Postgres runs as another user without privileges', skipUnlessRoot, async (t) => {
  const w = world(t)
  const { address } = await w.start()
  await query(address, 'select 1')
  const { uid } = statSync(join(w.dataDir, 'postgres'))
  assert.notEqual(uid, 0)
  if (process.platform !== 'linux') return
  assert.equal(statusOf(w).uid, uid)
  if (othersCanRunPostgres) assert.equal(statusOf(w).capabilities, 0)
})

test(
  'data below a folder that this user cannot enter needs one capability',
  skipWithoutSetpriv,
  async (t) => {
    const w = world(t, 'closed/data')
    mkdirSync(join(w.folder, 'closed'), { mode: 0o700 })
    const { address } = await w.start()
    await query(address, 'select 1')
    assert.equal(statusOf(w).capabilities, othersCanRunPostgres ? 1 << 2 : statusOf(w).capabilities & 0b110)
  },
)

test(
  'where that capability is withheld, as in Docker, another one is used',
  skipWithoutSetpriv,
  async (t) => {
    const w = world(t, 'closed/data')
    mkdirSync(join(w.folder, 'closed'), { mode: 0o700 })
    const server = w.spawn({}, {}, ['setpriv', '--bounding-set=-dac_read_search'])
    await query(await addressOf(server), 'select 1')
    assert.equal(statusOf(w).capabilities, 1 << 1)
    await server.stop()
  },
)

test(
  'programs in a closed folder or with closed modes run with a capability',
  skipWithoutSetpriv,
  async (t) => {
    const w = world(t)
    const native = dirname(programs?.folder ?? '')
    cpSync(native, join(w.folder, 'native'), { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'go=', join(w.folder, 'native')])
    const { address } = await w.start({ pgBin: join(w.folder, 'native', 'bin') })
    await query(address, 'select 1')
    assert.equal(statusOf(w).capabilities, 1 << 1)
  },
)

test('without setpriv, the error says what root can do', skipUnlessRoot, async (t) => {
  const w = world(t, 'closed/data')
  mkdirSync(join(w.folder, 'closed'), { mode: 0o700 })
  const answer = await w.spawn({}, { env: { PATH: '/nonexistent' } }).ready
  assert.ok('failed' in answer)
  assert.equal(answer.failed, 'StartupError')
  assert.match(
    answer.message,
    /^Postgres refuses to run as root and cannot run on .*install setpriv.*DATABASE_URL$/,
  )
})

test('an ordinary user runs Postgres in an own folder, and root joins it', skipUnlessOthersCan, async (t) => {
  const w = world(t)
  makeDataDir(w, nobody)
  const server = w.spawn({}, nobody)
  await query(await addressOf(server), 'create table kept as select 1 as id')
  const tool = await w.start({ as: 'tool' })
  await server.stop()
  await tool.stop()
  const { address } = await w.start()
  assert.deepEqual(await query(address, 'select id from kept'), [{ id: 1 }])
  assert.equal(statSync(join(w.dataDir, 'postgres')).uid, nobody.uid)
})

test('the owner of the folder continues with what root started', skipUnlessOthersCan, async (t) => {
  const w = world(t)
  makeDataDir(w, nobody)
  await (await w.start()).stop()
  const server = w.spawn({}, nobody)
  await query(await addressOf(server), 'select 1')
  await server.stop()
})

test('data of another user is refused', skipUnlessOthersCan, async (t) => {
  const w = await usedWorld(t)
  const answer = await w.spawn({}, stranger).ready
  assert.ok('failed' in answer)
  assert.match(
    answer.message,
    /belongs to uid \d+, and this process runs as uid 54321: start as that user or as root, or run "chown/,
  )
})

test('a data folder restored by root is given to the user of Postgres', skipUnlessRoot, async (t) => {
  const w = await usedWorld(t)
  execFileSync('chown', ['-R', '0:0', w.dataDir])
  chmodSync(join(w.dataDir, 'postgres'), 0o755)
  const { address } = await w.start()
  await query(address, 'select 1')
})

test('a uid without an account needs libnss-wrapper, for the first start', skipUnlessOthersCan, async (t) => {
  const w = world(t)
  makeDataDir(w, stranger)
  const server = w.spawn({}, stranger)
  const answer = await server.ready
  if (globSync('/usr/{lib,lib64}/{,*/}libnss_wrapper.so').length === 0) {
    assert.ok('failed' in answer)
    assert.match(answer.message, /as uid 54321, which has no account on this system: install libnss-wrapper/)
    return
  }
  await query(await addressOf(server), 'select 1')
  await server.stop()
})

test('root can start it for a uid without an account', skipUnlessRoot, async (t) => {
  const w = world(t)
  makeDataDir(w, stranger)
  chmodSync(w.dataDir, 0o700)
  const { address } = await w.start()
  await query(address, 'select 1')
  assert.equal(statSync(join(w.dataDir, 'postgres', 'base')).uid, stranger.uid)
})

test('a socket folder created by another user is refused', skipUnlessRoot, async (t) => {
  const w = await usedWorld(t, 'deep/'.repeat(20))
  const first = await w.start()
  await first.stop()
  chownSync(first.address.host, stranger.uid, stranger.gid)
  await assert.rejects(w.start(), {
    name: 'StartupError',
    message: /must be a folder that only uid \d+ may enter/,
  })
})

const [systemBin] = globSync('/usr/lib/postgresql/*/bin').filter((folder) =>
  existsSync(join(folder, 'initdb')),
)
test('PG_BIN selects other programs', { skip: !systemBin && 'no Postgres is installed here' }, async (t) => {
  const w = world(t)
  const { address } = await w.start({ pgBin: systemBin })
  const [row] = await query(address, `select current_setting('server_version_num')::int / 10000 as major`)
  assert.equal(String(row?.major), systemBin?.split('/').at(-2))
})
