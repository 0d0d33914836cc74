// Which objects the sweep discards, when it stops, and which objects it must never touch.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { until } from '../../test/helpers/until.ts'
import { newObject } from '../../test/worlds/samples.ts'
import { startWorld, type World } from '../../test/worlds/world.ts'
import { admin } from '../admin/fixtures/admin-world.ts'
import { newUuid } from '../core/ids.ts'
import { readInstallation } from '../core/installation.ts'
import type { Storage } from '../core/storage.ts'
import { cleanStorage } from './clean-storage.ts'
import { runPeriodicJob } from './periodic-job.ts'
import { today } from './sweep-storage.ts'

const twoDaysMs = 2 * 24 * 3_600_000

/** The storage as it looks two days later. */
function later(storage: Storage): Storage {
  const earlier = (time: Date) => new Date(time.getTime() - twoDaysMs)
  return {
    ...storage,
    async stat(key) {
      const object = await storage.stat(key)
      return object && { ...object, modifiedAt: earlier(object.modifiedAt) }
    },
    async *objects() {
      for await (const { key, modifiedAt } of storage.objects())
        yield { key, modifiedAt: earlier(modifiedAt) }
    },
  }
}

async function startSweepWorld() {
  const logged: Record<string, unknown>[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const world = await startWorld()
  const { database, storage } = world
  return {
    ...world,
    logged,
    sweep: (over: Storage = later(storage)) =>
      runPeriodicJob(
        {
          database,
          storage: over,
          space: world.space,
          changed: () => {},
          eventRetentionDays: 30,
          auditDays: 365,
          logger,
          storagePlace: 'the storage',
        },
        cleanStorage,
      ),
    /** Objects with a row, as files have. */
    async known(count: number): Promise<void> {
      for (let i = 0; i < count; i++) await keep(world)
    },
    async unknown(count: number): Promise<string[]> {
      const keys = Array.from({ length: count }, () => newUuid())
      for (const key of keys) await storage.write(key, Readable.from([Buffer.from('bytes')]))
      return keys
    },
    async isThere(key: string): Promise<boolean> {
      return (await storage.stat(key)) !== undefined
    },
    discarded: async () => (await Array.fromAsync(storage.discarded())).map(({ key }) => key).sort(),
    /** Waits until a metric has the `expected` value. */
    async metric(name: string, expected: number): Promise<void> {
      let last: number | undefined
      await until(
        async () => {
          const { body } = await world.call('GET /metrics')
          last = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
          return last === expected
        },
        () => `${name} is ${last}, not ${expected}`,
      )
    },
  }
}

/** An object that a file references. */
async function keep(world: World): Promise<string> {
  const object = await newObject(world)
  await world.database.sql`update objects set created_at = now() + interval '1 year' where id = ${object}`
  return object
}

test('an object without a row is discarded, logged and counted', async () => {
  const { known, unknown, sweep, isThere, discarded, logged, metric } = await startSweepWorld()
  await known(40)
  const lost = await unknown(2)
  await sweep()
  assert.deepEqual(await discarded(), lost.toSorted())
  for (const key of lost) assert.equal(await isThere(key), false)
  const moved = logged.filter(({ reason }) => reason === 'no row')
  assert.deepEqual(moved.map(({ key }) => key).sort(), lost.toSorted())
  await metric('dailies_storage_trashed_total', 2)
  await metric('dailies_storage_sweep_stopped', 0)
})

test('more than 5 % of objects unknown: the sweep discards nothing, fails and raises the metric', async () => {
  const { known, unknown, sweep, discarded, metric, dataDir, databaseUrl, isThere } = await startSweepWorld()
  await known(32)
  const lost = await unknown(8)
  await assert.rejects(sweep(), /8 of 40 stored objects are unknown .* one sweep discards 2 at most/)
  assert.deepEqual(await discarded(), [])
  await metric('dailies_storage_sweep_stopped', 1)
  await assert.rejects(sweep(), /8 of 40/, 'the sweep stops the next day, too')

  // An operator has checked, and allows this many.
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const young = await admin(env, ['storage', 'sweep', '--limit', '8'])
  assert.deepEqual([young.code, young.json.moved], [0, 0], 'objects of today are not moved')
  await metric('dailies_storage_sweep_stopped', 0)
  for (const key of lost) assert.equal(await isThere(key), true)
})

test('more than 100 unknown objects: the sweep stops, even below 5 %', async () => {
  const { storage, sweep, database, known } = await startSweepWorld()
  await known(1)
  const { sql } = database
  await sql`
    insert into objects (id, upload_id, size, part_size, stored_at, created_at)
    select gen_random_uuid(), 'x', 1, 1, now(), now() + interval '1 year' from generate_series(1, 3000)`
  const rows = await sql<{ id: string }>`select id from objects`
  const moved: string[] = []
  /** A storage of 3,000 known and this many unknown objects. */
  const large = (unknown: number): Storage => ({
    ...later(storage),
    stat: async () => ({ size: 1, modifiedAt: new Date(0) }),
    discardObject: async ({ key }) => moved.push(key) > 0,
    async *objects() {
      const lost = Array.from({ length: unknown }, () => ({ id: newUuid() }))
      for (const { id } of [...lost, ...rows]) yield { key: id, modifiedAt: new Date(0) }
    },
  })
  await assert.rejects(sweep(large(101)), /101 of 3102 stored objects/)
  assert.deepEqual(moved, [])
  await sweep(large(100))
  assert.equal(moved.length, 100)
})

test('objects of deleted rows do not count towards the limit', async () => {
  const { database, storage, sweep, known, discarded } = await startSweepWorld()
  await known(2)
  const world = { database, storage } as World
  const deleted = [await newObject(world), await newObject(world), await newObject(world)]
  await database.sql`
    update objects set created_at = now() - interval '2 days' where id = any(${deleted}::uuid[])`
  await sweep()
  assert.deepEqual(await discarded(), deleted.toSorted())
})

test('a preview that is rewritten between listing and move is not moved', async () => {
  const { database, storage, sweep, known, unknown, isThere, discarded } = await startSweepWorld()
  await known(60)
  const [row, bytes, gone] = (await unknown(3)) as [string, string, string]
  const seen = later(storage)
  const racing: Storage = {
    ...seen,
    async *objects() {
      yield* seen.objects()
      // The listing is complete. Now a worker stores the same preview again: its row, or so far only its
      // bytes.
      await database.sql`
        insert into objects (id, upload_id, size, part_size, stored_at) values (${row}, 'derived', 5, 5, now())
        on conflict on constraint objects_pkey do nothing`
    },
    stat: (key) => (key === bytes ? storage.stat(key) : seen.stat(key)),
  }
  await sweep(racing)
  assert.deepEqual([await isThere(row), await isThere(bytes), await isThere(gone)], [true, true, false])
  assert.deepEqual(await discarded(), [gone])
})

test('discarded objects stay for a week and are then deleted; one that the database knows moves back', async () => {
  const { database, storage, sweep, unknown, isThere, discarded, known } = await startSweepWorld()
  await known(1)
  const [old, fresh, wanted] = (await unknown(3)) as [string, string, string]
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  await storage.discardObject({ key: old, day: daysAgo(8) })
  await storage.discardObject({ key: fresh, day: daysAgo(7) })
  await storage.discardObject({ key: wanted, day: daysAgo(30) })
  await database.sql`
    insert into objects (id, upload_id, size, part_size, stored_at) values (${wanted}, 'x', 5, 5, now())`
  await sweep()
  assert.deepEqual(await discarded(), [fresh])
  assert.deepEqual([await isThere(old), await isThere(fresh), await isThere(wanted)], [false, false, true])
  const { sweep: record } = await readInstallation(database.sql)
  assert.deepEqual([record?.moved, record?.returned, record?.deleted], [0, 1, 1])
})

test('a process killed between the copy and the deletion of a move: the next sweep completes the move', async () => {
  const { storage, sweep, known, unknown, isThere, discarded } = await startSweepWorld()
  await known(40)
  const [key] = (await unknown(1)) as [string]
  // The state of a bucket then: the object is in both places.
  await storage.discardObject({ key, day: today() })
  await storage.write(key, Readable.from([Buffer.from('bytes')]))
  await sweep()
  assert.deepEqual([await isThere(key), await discarded()], [false, [key]])
})

test('a database restored from an old backup moves nothing until it adopts the storage', async () => {
  const { database, storage, sweep, known, unknown, discarded, metric, dataDir, databaseUrl } =
    await startSweepWorld()
  await known(60)
  await sweep()
  const before = await database.sql<{
    value: string
  }>`select value from settings where name = 'storage_sweep'`
  await sweep()
  // The database returns to its state before the second sweep; it does not know files of that time.
  await database.sql`update settings set value = ${before[0]!.value} where name = 'storage_sweep'`
  const lost = await unknown(2)
  await assert.rejects(sweep(), /swept by a later state of this database .*admin storage adopt/)
  assert.deepEqual(await discarded(), [])
  await metric('dailies_storage_sweep_stopped', 1)
  const adopted = await admin({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, ['storage', 'adopt', '--yes'])
  assert.equal(adopted.code, 0, adopted.stderr)
  await sweep(later(storage))
  assert.deepEqual(await discarded(), lost.toSorted())
})

test('the sweep does not run at start, and is due once a day, counted from the last run', async () => {
  const world = await startWorld({ work: true })
  const { sql } = world.database
  const { id } = await world.project()
  // Another job that runs at start and every minute has run, so the sweep would have run, too.
  await sql`update projects set destroyed_at = now() where id = ${id}`
  const again = await startWorld({
    work: true,
    connection: () => world.databaseUrl,
    env: { DATA_DIR: world.dataDir },
  })
  await until(async () => (await sql`select from projects where id = ${id}`).length === 0)
  assert.equal((await readInstallation(sql)).sweep, undefined)
  assert.equal(await cleanStorage.isDue!(sql), true)
  await world.runJob(cleanStorage)
  assert.equal(await cleanStorage.isDue!(sql), false)
  await again.close()
})
