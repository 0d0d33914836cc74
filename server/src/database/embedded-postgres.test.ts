import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '../../test/helpers/until.ts'
import {
  addressOf,
  isGone,
  processesOf,
  query,
  queryWhenBack,
  usedWorld,
  watchdogsOf,
  world,
} from './fixtures/postgres-world.ts'

test('the first start creates a database that only its user can reach; later starts find it', async (t) => {
  const w = world(t)
  mkdirSync(join(w.dataDir, 'postgres.new-999999999-abc'), { recursive: true })
  const first = await w.start()
  assert.deepEqual(
    await query(
      first.address,
      `select current_database() as database, pg_encoding_to_char(encoding) as encoding, datlocale as locale,
         current_setting('listen_addresses') as listens, current_setting('timezone') as zone
       from pg_database where datname = current_database()`,
    ),
    [{ database: 'dailies', encoding: 'UTF8', locale: 'C.UTF-8', listens: '', zone: 'UTC' }],
  )
  await query(first.address, 'create table kept as select 1 as id')
  assert.equal(statSync(first.address.host).mode & 0o777, 0o700)
  assert.equal(statSync(join(first.address.host, '.s.PGSQL.5432')).mode & 0o077, 0)
  assert.deepEqual(readdirSync(w.dataDir).sort(), ['postgres', 'postgres-run', 'postgres.log'])
  await first.stop()
  await until(() => processesOf(w.folder).length === 0)

  const second = await w.start()
  assert.deepEqual(await query(second.address, 'select id from kept'), [{ id: 1 }])
})

test('paths may contain spaces, quotes and letters of any language', async (t) => {
  const w = await usedWorld(t, `it's "my", data\\ дані $HOME`)
  const server = await w.start()
  assert.deepEqual(await query(server.address, 'select 1 as one'), [{ one: 1 }])
  const pid = w.postmaster()
  await server.stop()
  await until(() => isGone(pid, w))
})

test('a data folder too deep for a socket gets a short socket folder that every process finds', async (t) => {
  const w = await usedWorld(t, 'дуже/'.repeat(15))
  const server = await w.start()
  assert.ok(!server.address.host.startsWith(w.folder))
  const { mode, uid } = statSync(server.address.host)
  assert.equal(mode & 0o777, 0o700)
  assert.equal(uid, statSync(join(w.dataDir, 'postgres')).uid)
  const elsewhere = w.spawn({ as: 'tool' }, { env: { ...process.env, TMPDIR: '/var/tmp' } })
  assert.deepEqual(await addressOf(elsewhere), server.address)
  await elsewhere.stop()
})

test('processes that start at the same time for the first time share one Postgres', async (t) => {
  const w = world(t)
  const users = [w.spawn({ as: 'tool' }), w.spawn({ as: 'tool' }), w.spawn()]
  const addresses = await Promise.all(users.map(addressOf))
  assert.deepEqual(addresses[0], addresses[2])
  const names = addresses.map((address) =>
    query(address, `select setting from pg_settings where name = 'data_directory'`),
  )
  assert.equal(new Set((await Promise.all(names)).map((rows) => rows[0]?.setting)).size, 1)
  assert.deepEqual(readdirSync(w.dataDir).sort(), ['postgres', 'postgres-run', 'postgres.log'])
  await Promise.all(users.map((user) => user.stop()))
})

test('a second server on the folder is refused, with the pid of the first', async (t) => {
  const w = await usedWorld(t)
  const first = w.spawn()
  await addressOf(first)
  await assert.rejects(w.start(), {
    name: 'StartupError',
    message: `Another server (pid ${first.pid}) runs on ${w.dataDir}: stop it, or set another DATA_DIR`,
  })
  assert.equal(watchdogsOf(w).length, 1)
  await first.stop()
  await (await w.start()).stop()
})

test('the last process stops Postgres, no earlier one', async (t) => {
  const w = await usedWorld(t)
  const tool = w.spawn({ as: 'tool' })
  const address = await addressOf(tool)
  const pid = w.postmaster()
  const server = await w.start()
  await tool.stop()
  await query(address, 'select 1')
  const late = w.spawn({ as: 'tool' })
  await addressOf(late)
  await server.stop()
  await query(address, 'select 1')
  assert.equal(w.postmaster(), pid)
  await late.stop()
  assert.ok(isGone(pid, w))
})

test('Postgres stops when the whole process group of its user is killed, and loses nothing', async (t) => {
  const w = await usedWorld(t)
  const server = w.spawn({ settings: {} })
  const address = await addressOf(server)
  await query(address, 'create table kept as select 1 as id')
  const pid = w.postmaster()
  await server.kill()
  await until(() => isGone(pid, w))
  await until(() => watchdogsOf(w).length === 0)
  const { address: again } = await w.start()
  assert.deepEqual(await query(again, 'select id from kept'), [{ id: 1 }])
})

test('a killed process does not stop Postgres for the others', async (t) => {
  const w = await usedWorld(t)
  const tool = w.spawn({ as: 'tool' })
  await addressOf(tool)
  const pid = w.postmaster()
  const server = await w.start()
  await tool.kill()
  assert.deepEqual(await query(server.address, 'select 1 as one'), [{ one: 1 }])
  assert.equal(w.postmaster(), pid)
  await server.stop()
  assert.ok(isGone(pid, w))
})

test('a start right after a kill succeeds, whatever the old Postgres is doing', async (t) => {
  const w = await usedWorld(t)
  for (let round = 0; round < 5; round++) {
    const server = w.spawn()
    const address = await addressOf(server)
    await query(address, 'create table if not exists kept (round int)')
    await query(address, `insert into kept select ${round} from generate_series(1, 20000)`)
    await server.kill()
  }
  const { address } = await w.start()
  assert.deepEqual(await query(address, 'select count(*)::int as count from kept'), [{ count: 100_000 }])
})

test('a Postgres whose user and watchdog were killed is adopted', async (t) => {
  const w = await usedWorld(t)
  const server = w.spawn()
  await addressOf(server)
  const pid = w.postmaster()
  process.kill(server.pid, 'SIGSTOP')
  for (const watchdog of watchdogsOf(w)) process.kill(watchdog.pid, 'SIGKILL')
  await server.kill()
  const next = await w.start()
  assert.equal(w.postmaster(), pid)
  await next.stop()
  assert.ok(isGone(pid, w))
})

test('a watchdog that is killed is replaced', async (t) => {
  const w = await usedWorld(t)
  const server = w.spawn()
  await addressOf(server)
  const [old] = watchdogsOf(w)
  assert.ok(old)
  process.kill(old.pid, 'SIGKILL')
  await until(() => watchdogsOf(w).some(({ pid }) => pid !== old.pid))
  const pid = w.postmaster()
  await server.kill()
  await until(() => isGone(pid, w))
})

for (const signal of ['SIGKILL', 'SIGINT', 'SIGTERM'] as const) {
  test(`Postgres is restarted after a ${signal}, and a second server is still refused`, async (t) => {
    const w = await usedWorld(t)
    const server = await w.start()
    const pid = w.postmaster()
    process.kill(pid, signal)
    await until(() => w.logs.includes('Postgres is running again'))
    assert.deepEqual(await queryWhenBack(server.address, 'select 1 as one'), [{ one: 1 }])
    assert.notEqual(w.postmaster(), pid)
    await assert.rejects(w.start(), { name: 'StartupError', message: /Another server/ })
    await server.stop()
  })
}

test('a query that does not notice that Postgres was killed does not prevent a restart', {
  skip: process.platform !== 'linux' && 'elsewhere the restart waits until the query is done',
}, async (t) => {
  const w = await usedWorld(t)
  const server = await w.start()
  const busy = query(server.address, 'do $$ begin loop null; end loop; end $$').catch((error: Error) => error)
  const running = `select 1 from pg_stat_activity where query like 'do %' and state = 'active'`
  await until(async () => (await query(server.address, running)).length > 0)
  process.kill(w.postmaster(), 'SIGKILL')
  assert.ok((await busy) instanceof Error)
  assert.deepEqual(await queryWhenBack(server.address, 'select 1 as one'), [{ one: 1 }])
})

test('stopping while Postgres is down leaves nothing behind', async (t) => {
  const w = await usedWorld(t)
  const server = await w.start()
  process.kill(w.postmaster(), 'SIGKILL')
  await until(() => w.logs.length > 1)
  await server.stop()
})

test('a stale lock file whose pid another process has does not prevent the start', async (t) => {
  const w = await usedWorld(t)
  await (await w.start()).stop()
  const pgData = join(w.dataDir, 'postgres')
  const { uid, gid } = statSync(pgData)
  const stranger = spawn('sleep', ['1000'], process.geteuid?.() === 0 ? { uid, gid } : {})
  t.after(() => stranger.kill('SIGKILL'))
  const lock = `${stranger.pid}\n${pgData}\n1700000000\n5432\n${w.dataDir}/postgres-run\n\n  123456    789\nready\n`
  writeFileSync(join(pgData, 'postmaster.pid'), lock)
  writeFileSync(join(w.dataDir, 'postgres-run', '.s.PGSQL.5432.lock'), lock)
  const server = await w.start()
  assert.notEqual(w.postmaster(), stranger.pid)
  await server.stop()
  assert.equal(stranger.exitCode, null)
})

test('a data folder of another major version is refused with the steps to take', async (t) => {
  const w = await usedWorld(t)
  writeFileSync(join(w.dataDir, 'postgres', 'PG_VERSION'), '12\n')
  await assert.rejects(w.start(), {
    name: 'StartupError',
    message:
      /was created by Postgres 12 and this is Postgres \d+: run "admin backup".*"admin restore".*PG_BIN/,
  })
})

test('a folder that is not a Postgres data folder is not changed', async (t) => {
  const w = world(t)
  mkdirSync(join(w.dataDir, 'postgres'), { recursive: true })
  writeFileSync(join(w.dataDir, 'postgres', 'diary.txt'), 'dear diary')
  await assert.rejects(w.start(), { name: 'StartupError', message: /is not a data folder of Postgres/ })
  assert.ok(existsSync(join(w.dataDir, 'postgres', 'diary.txt')))
})

test('a Postgres that cannot start reports why', async (t) => {
  const w = await usedWorld(t)
  await assert.rejects(w.start({ settings: { shared_buffers: 'plenty' } }), {
    name: 'StartupError',
    message: /^Postgres does not start: .*shared_buffers.*\(see .*postgres\.log\)$/,
  })
})

test('a large log is emptied at the start', async (t) => {
  const w = await usedWorld(t)
  const log = join(w.dataDir, 'postgres.log')
  writeFileSync(log, Buffer.alloc(11 * 2 ** 20, 'x'))
  await (await w.start()).stop()
  assert.ok(statSync(log).size < 2 ** 20)
  assert.equal(statSync(`${log}.1`).size, 11 * 2 ** 20)
})
