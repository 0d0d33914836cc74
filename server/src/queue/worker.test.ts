import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { until } from '../../test/helpers/until.ts'
import { startDatabaseProxy } from '../../test/stand-ins/database-proxy.ts'
import { asAdmin, startWorld } from '../../test/worlds/world.ts'
import { ApiError } from '../core/errors.ts'
import type { Sql } from '../core/sql.ts'
import { closeQueuePool, createQueuePool } from './install.ts'
import { addTask } from './tasks.ts'
import { startTaskWorker } from './worker.ts'

const world = await startWorld()
const name = new URL(world.databaseUrl).pathname.slice(1)
const pace = { pollMs: 20, heartbeatMs: 50, restartMs: 20 }
const administer = (statement: string) => asAdmin(process.env.TEST_DATABASE_URL!, statement)
/** Returns when all are closed: a connection that outlived this would not have the new setting. */
const closeConnections = () =>
  administer(`select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${name}'`)

test('tasks end during a failover while another runs on: they run again without waiting for it', async () => {
  const { sql } = world.database
  const keys = ['one', 'two', 'three']
  const runs = new Map<string, number>()
  const long = Promise.withResolvers<void>()
  // Each task ends after the result of the one before could not be recorded: graphile-worker writes results together
  // that come at the same time.
  const gates = keys.map(() => Promise.withResolvers<void>())
  let unrecorded = 0
  const log = (line: string) => {
    if (line.includes('Failed to fail jobs')) gates[++unrecorded]?.resolve()
  }
  const worker = startTaskWorker({
    connection: world.databaseUrl,
    sql,
    logger: pino({ level: 'error' }, { write: log }),
    ...pace,
    // A worker that is restarted while the database refuses writes has to wait for the end of its patience.
    restartMs: 1_000,
    slots: keys.length + 1,
    tasks: {
      async media({ fileId }) {
        const before = runs.get(fileId) ?? 0
        runs.set(fileId, before + 1)
        if (fileId === 'long') await long.promise
        if (before > 0 || fileId === 'long') return
        await gates[keys.indexOf(fileId)]!.promise
        throw new Error('the database is away')
      },
    },
  })
  try {
    for (const key of ['long', ...keys]) await addTask(sql, { task: 'media', payload: { fileId: key }, key })
    await until(() => runs.size === keys.length + 1)
    await administer(`alter database ${name} set default_transaction_read_only = on`)
    await closeConnections()
    gates[0]!.resolve()
    await until(() => unrecorded === keys.length)
    await administer(`alter database ${name} reset default_transaction_read_only`)
    await closeConnections()
    await until(() => keys.every((key) => runs.get(key)! > 1))
    assert.equal(runs.get('long'), 1)
  } finally {
    long.resolve()
    await worker.stop()
  }
})

test('a task that the worker has locked and does not run, as after a failover, is run', async () => {
  const { sql } = world.database
  const ran = Promise.withResolvers<void>()
  const worker = startTaskWorker({
    connection: world.databaseUrl,
    sql,
    logger: pino({ level: 'silent' }),
    ...pace,
    slots: 1,
    tasks: { media: async ({ fileId }) => void (fileId === 'restored' && ran.resolve()) },
  })
  try {
    const own = await until(async () => (await sql<{ id: string }>`select id from workers`)[0])
    await addTask(sql, {
      task: 'media',
      payload: { fileId: 'restored' },
      key: 'restored',
      afterSeconds: 3_600,
    })
    // The commit that recorded the end of its first run is lost.
    await sql`
      update graphile_worker._private_jobs set run_at = now(), attempts = 1,
        locked_by = ${own.id}, locked_at = now() - interval '1 minute'
      where key = 'restored'`
    await ran.promise
  } finally {
    await worker.stop()
  }
})

for (const batches of [false, true]) {
  test(`a worker that starts while the database refuses writes runs tasks afterwards, batches: ${batches}`, async () => {
    const { sql } = world.database
    const ran = Promise.withResolvers<void>()
    await administer(`alter database ${name} set default_transaction_read_only = on`)
    const worker = startTaskWorker({
      connection: world.databaseUrl,
      sql,
      logger: pino({ level: 'silent' }),
      ...pace,
      slots: 1,
      batches,
      patienceMs: 500,
      tasks: { media: async () => ran.resolve() },
    })
    try {
      await until(async () => (await refusedWorkers()) > 0)
      await administer(`alter database ${name} reset default_transaction_read_only`)
      await closeConnections()
      await addTask(sql, { task: 'media', payload: { fileId: 'later' }, key: `later-${batches}` })
      await ran.promise
    } finally {
      await worker.stop()
    }
  })
}

/** Connections of workers that could not announce which tasks they take, which is their first statement. */
async function refusedWorkers(): Promise<number> {
  const rows = await world.database.sql`
    select from pg_stat_activity
    where datname = ${name} and query like 'insert into %_private_tasks%' and state = 'idle'`
  return rows.length
}

test('connections that the network has dropped do not keep a worker from its tasks', async (t) => {
  const { sql } = world.database
  const network = await startDatabaseProxy()
  t.after(network.close)
  const failed = Promise.withResolvers<void>()
  let isDown = false
  const overNetwork = (async (strings, ...values) => {
    if (!isDown) return sql(strings, ...values)
    setImmediate(failed.resolve)
    throw new ApiError('unavailable')
  }) as Sql
  const ran = { before: Promise.withResolvers<void>(), after: Promise.withResolvers<void>() }
  const worker = startTaskWorker({
    connection: network.through(world.databaseUrl),
    sql: overNetwork,
    logger: pino({ level: 'silent' }),
    ...pace,
    slots: 1,
    tasks: { media: async ({ fileId }) => ran[fileId as keyof typeof ran].resolve() },
  })
  try {
    await addTask(sql, { task: 'media', payload: { fileId: 'before' }, key: 'before' })
    await ran.before.promise
    network.drop()
    isDown = true
    await failed.promise
    isDown = false
    await addTask(sql, { task: 'media', payload: { fileId: 'after' }, key: 'after' })
    await ran.after.promise
  } finally {
    await worker.stop()
  }
})

test('connections that the network has dropped do not keep a worker from its tasks, though its heartbeat is written', async (t) => {
  const { sql } = world.database
  const network = await startDatabaseProxy()
  t.after(network.close)
  const ran = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() }
  const worker = startTaskWorker({
    connection: network.through(world.databaseUrl),
    sql,
    logger: pino({ level: 'silent' }),
    ...pace,
    slots: 1,
    patienceMs: 500,
    tasks: { media: async ({ fileId }) => ran[fileId as keyof typeof ran]?.resolve() },
  })
  try {
    await addTask(sql, { task: 'media', payload: { fileId: 'first' }, key: 'first' })
    await ran.first.promise
    // Only a worker that is idle has no statement left whose failure it would notice.
    await until(
      async () => (await sql`select from graphile_worker._private_jobs where key = 'first'`).length === 0,
    )
    network.drop()
    await addTask(sql, { task: 'media', payload: { fileId: 'second' }, key: 'second' })
    await ran.second.promise
  } finally {
    await worker.stop()
  }
})

test('a connection of the queue may be given back twice', async (t) => {
  const pool = createQueuePool(world.databaseUrl, 1)
  t.after(() => closeQueuePool(pool))
  await new Promise<void>((done, fail) => {
    pool.connect((error, _client, release) => {
      if (error) return fail(error)
      release()
      release()
      done()
    })
  })
  assert.equal((await pool.query('select 1 as answer')).rows[0].answer, 1)
})
