import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { until } from '../../test/helpers/until.ts'
import { asAdmin, startWorld } from '../../test/worlds/world.ts'
import { ApiError } from '../core/errors.ts'
import type { Sql } from '../core/sql.ts'
import { addTask } from './tasks.ts'
import { startTaskWorker } from './worker.ts'

const world = await startWorld()
const name = new URL(world.databaseUrl).pathname.slice(1)
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

test('connections that the network has dropped do not keep a worker from its tasks', async (t) => {
  const { sql } = world.database
  const address = new URL(world.databaseUrl)
  const network = await startNetwork({ host: address.hostname, port: Number(address.port) })
  t.after(network.close)
  address.host = `127.0.0.1:${network.port}`
  const failed = Promise.withResolvers<void>()
  let isDown = false
  const overNetwork = (async (strings, ...values) => {
    if (!isDown) return sql(strings, ...values)
    setImmediate(failed.resolve)
    throw new ApiError('unavailable')
  }) as Sql
  const ran = { before: Promise.withResolvers<void>(), after: Promise.withResolvers<void>() }
  const worker = startTaskWorker({
    connection: address.href,
    sql: overNetwork,
    logger: pino({ level: 'silent' }),
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

/** A network between a worker and Postgres that forwards nothing more on its connections once it drops them. New ones work. */
async function startNetwork(target: { host: string; port: number }) {
  const all = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      all.add(from)
      from.on('error', () => {})
      from.pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    drop() {
      for (const socket of all) socket.unpipe().pause()
    },
    async close() {
      server.close()
      for (const socket of all) socket.destroy()
    },
  }
}
