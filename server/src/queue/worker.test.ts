import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { asAdmin, startWorld } from '../../test/worlds/world.ts'
import { addTask } from './tasks.ts'
import { startTaskWorker } from './worker.ts'

const world = await startWorld()
const name = new URL(world.databaseUrl).pathname.slice(1)
const administer = (statement: string) => asAdmin(process.env.TEST_DATABASE_URL!, statement)

test('tasks end during a failover while another runs on: they run again without waiting for it', async () => {
  const { sql } = world.database
  const keys = ['one', 'two', 'three']
  const runs = new Map<string, number>()
  const gate = Promise.withResolvers<void>()
  const long = Promise.withResolvers<void>()
  let unrecorded = 0
  const log = (line: string) => {
    if (line.includes('Failed to fail jobs')) unrecorded++
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
        await gate.promise
        // One after the other, so that their results are not written together.
        await pause(30 * keys.indexOf(fileId))
        throw new Error('the database is away')
      },
    },
  })
  try {
    for (const key of ['long', ...keys]) await addTask(sql, { task: 'media', payload: { fileId: key }, key })
    await until(() => runs.size === keys.length + 1)
    await administer(`alter database ${name} set default_transaction_read_only = on`)
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    gate.resolve()
    await until(() => unrecorded > 1)
    await administer(`alter database ${name} reset default_transaction_read_only`)
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    await until(() => keys.every((key) => runs.get(key)! > 1))
    assert.equal(runs.get('long'), 1)
  } finally {
    long.resolve()
    await worker.stop()
  }
})

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 40_000
  while (!condition()) {
    assert.ok(performance.now() < end, `not within 40 s: ${condition}`)
    await pause(50)
  }
}
