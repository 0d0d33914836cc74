import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openStream } from '../../test/helpers/event-stream-reader.ts'
import { until } from '../../test/helpers/until.ts'
import { startRedis, withoutRedis } from '../../test/stand-ins/redis-process.ts'
import { startPostgresPair } from '../../test/worlds/postgres-pair.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { newUuid } from '../core/ids.ts'
import { defineOperation } from '../core/operation.ts'
import type { Replica } from '../core/replica.ts'
import type { Sql } from '../core/sql.ts'
import { operations } from '../service.ts'
import { createDatabase } from './client.ts'
import { createReplica } from './replica.ts'
import { createMemoryPositions, type WritePositions } from './write-positions.ts'
import { createRedisPositions } from './write-positions-redis.ts'

const pair = await startPostgresPair()
const log = () => {}
const primary = createDatabase({ connection: pair.primaryUrl, log })
const standby = createDatabase({ connection: pair.replicaUrl, log })
after(() => Promise.all([primary.close(), standby.close()]))

/** Whether the replica answered. */
const byReplica = async (sql: Sql) =>
  (await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`)[0]!.replica

async function pauseReplay(): Promise<void> {
  await standby.sql`select pg_wal_replay_pause()`
  await until(async () => {
    const [row] = await standby.sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`
    return row!.state === 'paused'
  })
}

const resumeReplay = () => standby.sql`select pg_wal_replay_resume()`

/** The clock stands still unless the test moves it. */
async function openReplica(positions: WritePositions = createMemoryPositions()) {
  const clock = { now: 0 }
  const lines: string[] = []
  const replica = createReplica({
    primary,
    replica: createDatabase({ connection: pair.replicaUrl, log }),
    positions,
    log: (line) => lines.push(line),
    pollMs: 10,
    now: () => clock.now,
  })
  after(() => replica.close())
  await until(() => lines.includes('the replica is used for lists'))
  return { replica, clock }
}

const write = () =>
  primary.sql`create table if not exists noted ()`.then(() => primary.sql`insert into noted default values`)

async function untilRead(replica: Replica, userId: string | undefined): Promise<void> {
  await until(() => replica.read(userId, byReplica))
}

test('lists of people who have written nothing come from the replica', async () => {
  const { replica } = await openReplica()
  assert.equal(await replica.read(newUuid(), byReplica), true)
  assert.equal(await replica.read(undefined, byReplica), true)
})

test('a person who has written reads from the primary until the replica has it', async () => {
  const { replica } = await openReplica()
  const [ada, ben] = [newUuid(), newUuid()]
  await pauseReplay()
  await write()
  await replica.advance([ada])
  assert.equal(await replica.read(ada, byReplica), false)
  assert.equal(await replica.readCurrent(byReplica), false)
  assert.equal(await replica.read(ben, byReplica), true)
  await resumeReplay()
  await untilRead(replica, ada)
})

test('a person whose position could not be read reads from the primary', async () => {
  const away = createDatabase({ connection: 'postgresql://127.0.0.1:1/none', log })
  const positions = createMemoryPositions()
  const standbyOnly = createReplica({
    primary: away,
    replica: createDatabase({ connection: pair.replicaUrl, log }),
    positions,
    log,
  })
  const { replica } = await openReplica(positions)
  const ada = newUuid()
  await standbyOnly.advance([ada])
  assert.equal(await replica.read(ada, byReplica), false)
  assert.equal(await replica.read(newUuid(), byReplica), true)
  await standbyOnly.close()
  await away.close()
})

test('a replica that is more than a second behind is not used', async () => {
  const { replica, clock } = await openReplica()
  await pauseReplay()
  await write()
  clock.now = 1_001
  assert.equal(await replica.read(newUuid(), byReplica), false)
  assert.equal(await replica.readCurrent(byReplica), false)
  assert.equal(replica.lag(), 1.001)
  await resumeReplay()
  await untilRead(replica, newUuid())
})

test('a read that fails on the replica is repeated on the primary', async () => {
  const { replica } = await openReplica()
  const asked: boolean[] = []
  const answer = await replica.read(newUuid(), async (sql) => {
    asked.push(await byReplica(sql))
    if (asked.length === 1) throw new Error('not there yet')
    return 'there'
  })
  assert.deepEqual([answer, asked], ['there', [true, false]])
})

test('a server that is no replica of this database is not used, and the log says so', async () => {
  const lines: string[] = []
  const other = createReplica({
    primary,
    replica: createDatabase({ connection: pair.primaryUrl, log }),
    positions: createMemoryPositions(),
    log: (line) => lines.push(line),
  })
  assert.equal(await other.read(newUuid(), byReplica), false)
  await other.close()
  assert.deepEqual(lines, ['the replica is not used: the server is not a replica'])
})

test('nodes share through Redis what a person has written', { skip: withoutRedis }, async () => {
  const redis = await startRedis()
  const [one, two] = [createRedisPositions(redis.url), createRedisPositions(redis.url)]
  after(() => Promise.all([one.close(), two.close()]))
  const ada = newUuid()
  await until(async () => (await two.find(ada)) !== undefined)
  await until(async () => (await one.find(ada)) !== undefined)
  await one.record([ada], 200)
  await two.record([ada], 100)
  assert.equal(await two.find(ada), 200)
  await redis.kill()
  assert.equal(await two.find(ada), undefined)
  redis.start()
  await until(async () => (await two.find(ada)) !== undefined)
})

/** The nodes of one database share it. */
const secretKey = 'a secret key of these tests with 32 characters or more'

const where = defineOperation({
  http: 'GET /api/test/where',
  client: 'test.call',
  summary: 'Tells which server answers.',
  scope: null,
  tier: 'default',
  input: z.strictObject({}),
  output: [200, z.array(z.boolean())],
  handler: async (_input, { sql }) => [await byReplica(sql)],
})

test('a read that is audited counts as a write: its person finds the entry, also when the replica is behind', async () => {
  const world = await startWorld({
    connection: () => pair.primaryUrl,
    env: { DATABASE_REPLICA_URL: pair.replicaUrl, SECRET_KEY: secretKey },
  })
  const { key } = await world.person({ role: 'OWNER' })
  await pauseReplay()
  try {
    assert.equal((await world.call('GET /api/audit/export', { key })).status, 200)
    const { body } = await world.call('GET /api/audit?action=audit.exported', { key })
    assert.equal(body.data.length, 1)
  } finally {
    await resumeReplay()
  }
})

test('the API answers lists from DATABASE_REPLICA_URL, and everybody reads their own writes', async () => {
  const world = await startWorld({
    connection: () => pair.primaryUrl,
    env: { DATABASE_REPLICA_URL: pair.replicaUrl, SECRET_KEY: secretKey },
    operations: [...operations, { ...where, name: 'where' }],
  })
  const { key } = await world.person()
  const fromReplica = async () => (await world.call('GET /api/test/where', { key })).body.data[0]
  await until(fromReplica)

  await pauseReplay()
  const project = { name: 'Teaser', accessRange: 'ALLOW_WORKSPACE_MEMBER' }
  const created = await world.call('POST /api/projects', { key, body: project })
  assert.equal(created.status, 201)
  const listed = await world.call('QUERY /api/projects', { key, body: {} })
  assert.deepEqual(
    listed.body.data.map(({ name }: { name: string }) => name),
    ['Teaser'],
  )
  assert.equal(await fromReplica(), false)

  // A person who has written nothing learns of a change by an event, and reads it.
  const ben = await world.person()
  const { id } = created.body.data
  const stream = await openStream(world.url, id, { key: ben.key })
  await world.call(`POST /api/projects/${id}/folders`, { key, body: { name: 'Shots' } })
  await stream.until(() => stream.events.length > 0)
  const folders = await world.call(`GET /api/projects/${id}/folders`, { key: ben.key })
  assert.deepEqual([folders.status, folders.body.data.length], [200, 1])
  stream.cut()
  await resumeReplay()
  await until(fromReplica)

  await pair.stopReplica()
  assert.equal((await world.call('QUERY /api/projects', { key, body: {} })).status, 200)
})
