// The broadcaster alone, on a real database: timing and slow readers that tests over HTTP cannot control.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { emitEvent } from '../../test/helpers/emit-events.ts'
import { until } from '../../test/helpers/until.ts'
import { type Person, startWorld } from '../../test/worlds/world.ts'
import { hashToken } from '../auth/api-keys.ts'
import { currentRoles } from '../auth/stream-readers.ts'
import { newUuid } from '../core/ids.ts'
import type { Sql } from '../core/sql.ts'
import { type Notifications, startNotifications } from '../database/notifications.ts'
import { createPresence } from './presence/presence.ts'
import { readCounters } from './read-events.ts'
import { type BroadcasterOptions, createBroadcaster } from './stream-broadcaster.ts'
import { maxBuffered, type Subscriber } from './stream-writer.ts'

const world = await startWorld()
const { sql } = world.database
const logger = pino({ level: 'silent' })

/** As behind a pooler that forwards no notifications. */
const deaf: Notifications = { on: () => {}, close: async () => {} }

function start(options: Partial<BroadcasterOptions> & { notifications?: Notifications } = {}) {
  const notifications = options.notifications ?? startNotifications(world.databaseUrl, logger)
  const never = 3_600_000
  const pace = { heartbeatMs: never, checkMs: never, pollMs: never }
  const presence = createPresence({ sql, logger, notifications })
  const base = { sql, currentRoles, logger, notifications, presence }
  const broadcaster = createBroadcaster({ ...base, ...pace, ...options })
  after(async () => {
    await broadcaster.close()
    await presence.close()
    await notifications.close()
  })
  return broadcaster
}

/** A subscriber that reads everything, or lets it accumulate. */
async function subscriber(projectId: string, { key }: Person, { takes = true } = {}) {
  const seen = { text: '', bytes: 0, ended: false, destroyed: false }
  const outlet = {
    write(bytes: Buffer) {
      seen.bytes += bytes.length
      if (takes) seen.text += bytes
    },
    buffered: () => (takes ? 0 : seen.bytes),
    drained: async () => {},
    closed: () => seen.ended || seen.destroyed,
    end: () => {
      seen.ended = true
    },
    destroy: () => {
      seen.destroyed = true
    },
  }
  const { last } = await readCounters(sql, world.workspaceId)
  const made: Subscriber = {
    hash: hashToken(key),
    scope: 'projects:read',
    credentialId: newUuid(),
    userId: newUuid(),
    projectId,
    workspaceId: world.workspaceId,
    browser: false,
    types: null,
    position: last,
    live: false,
    outlet,
  }
  return { made, seen }
}

async function emit(projectId: string, reaction = '👍'): Promise<string> {
  const data = { comment: { id: newUuid() }, file: null, type: reaction }
  const { workspaceId } = world
  const id = await emitEvent(sql, { workspaceId, projectId, type: 'reaction.created', data })
  world.changed()
  return id
}

test('a quiet stream sends heartbeats with the number to resume from', async () => {
  const { id: projectId, owner } = await world.project()
  const broadcaster = start({ heartbeatMs: 20 })
  const { made, seen } = await subscriber(projectId, owner)
  broadcaster.join(made)
  await until(() => seen.text.split(': still here').length > 3)
  // Events elsewhere in the workspace advance the number.
  await emit((await world.project()).id)
  await until(() => made.position > 0 && seen.text.endsWith(`: still here\nid: ${made.position}\n\n`))
  assert.doesNotMatch(seen.text, /event: comment/)
})

const ends: Record<string, (person: Person, projectId: string) => Promise<unknown>> = {
  'its key is revoked': ({ keyId }) => sql`update api_keys set revoked_at = now() where id = ${keyId}`,
  'its key expires': ({ keyId }) => sql`update api_keys set expires_at = now() where id = ${keyId}`,
  'its person leaves the project': ({ userId }) => sql`delete from project_members where user_id = ${userId}`,
  'its person leaves the workspace': ({ userId }) =>
    sql`delete from workspace_members where user_id = ${userId}`,
}

for (const [reason, end] of Object.entries(ends)) {
  test(`a quiet stream ends without an event when ${reason}; others stay`, async () => {
    const { id: projectId, owner } = await world.project()
    const person = await world.member(projectId, 'PROJECT_REVIEWER')
    const broadcaster = start({ checkMs: 20 })
    const [ended, other] = [await subscriber(projectId, person), await subscriber(projectId, owner)]
    broadcaster.join(ended.made)
    broadcaster.join(other.made)
    await until(() => ended.seen.text.includes('ready') && other.seen.text.includes('ready'))
    await end(person, projectId)
    await until(() => ended.seen.ended)
    assert.equal(broadcaster.size(), 1)
    assert.ok(!other.seen.ended)
  })
}

test('a quiet stream sends heartbeats while the database does not answer', async () => {
  const { id: projectId, owner } = await world.project()
  let answers = Promise.resolve()
  const thaw = Promise.withResolvers<void>()
  after(() => thaw.resolve())
  const slow: Sql = async (strings, ...values) => {
    await answers
    return sql(strings, ...values)
  }
  const broadcaster = start({ sql: slow, notifications: deaf, heartbeatMs: 20, checkMs: 20, pollMs: 20 })
  const { made, seen } = await subscriber(projectId, owner)
  broadcaster.join(made)
  await until(() => seen.text.includes('ready'))
  answers = thaw.promise
  const before = seen.text.split(': still here').length
  await until(() => seen.text.split(': still here').length > before + 3)
  assert.ok(!seen.ended)
})

test('a client that stops reading is disconnected, and its buffer stays below the limit', async () => {
  const { id: projectId, owner } = await world.project()
  const broadcaster = start()
  const slow = await subscriber(projectId, owner, { takes: false })
  const quick = await subscriber(projectId, owner)
  broadcaster.join(slow.made)
  broadcaster.join(quick.made)
  const filling = 'x'.repeat(50_000)
  const count = 30
  for (let i = 0; i < count; i++) {
    const id = await emit(projectId, filling)
    await until(() => quick.seen.text.includes(id))
  }
  assert.ok(slow.seen.destroyed)
  assert.ok(slow.seen.bytes < maxBuffered + 2 * filling.length, `${slow.seen.bytes} bytes`)
  assert.ok(quick.seen.bytes > count * filling.length)
  assert.ok(!quick.seen.destroyed)
})

test('without notifications, polling delivers every event', async () => {
  const { id: projectId, owner } = await world.project()
  const broadcaster = start({ notifications: deaf, pollMs: 20 })
  const { made, seen } = await subscriber(projectId, owner)
  broadcaster.join(made)
  const ids: string[] = []
  for (let i = 0; i < 20; i++) ids.push(await emit(projectId))
  await until(() => seen.text.includes(ids.at(-1)!))
  assert.deepEqual(
    [...seen.text.matchAll(/"id":"([^"]+)","number"/g)].map(([, id]) => id),
    ids,
  )
})

test('a subscriber who joins while the database is down gets missed events when it returns, without a new event', async () => {
  const { id: projectId, owner } = await world.project()
  const db = { away: false }
  const flaky: Sql = (strings, ...values) =>
    db.away ? Promise.reject(new Error('the database is unavailable')) : sql(strings, ...values)
  const broadcaster = start({ sql: flaky, notifications: deaf, pollMs: 20 })
  const early = await subscriber(projectId, owner)
  const late = await subscriber(projectId, owner)
  broadcaster.join(early.made)
  const id = await emit(projectId)
  await until(() => early.seen.text.includes(id))
  db.away = true
  broadcaster.join(late.made)
  await pause()
  db.away = false
  await until(() => late.seen.text.includes(id) && late.seen.text.includes('event: ready'))
})

/** The number of connections that were killed: none while they reconnect. */
async function killListening(): Promise<number> {
  const killed = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'dailies listening'`
  return killed.length
}

test('without polling, notifications deliver every event, also after their connection was killed', async () => {
  const { id: projectId, owner } = await world.project()
  const broadcaster = start()
  const { made, seen } = await subscriber(projectId, owner)
  broadcaster.join(made)
  const ids: string[] = []
  for (let i = 0; i < 30; i++) {
    if (i % 10 === 5) await until(killListening)
    ids.push(await emit(projectId))
  }
  await until(() => seen.text.includes(ids.at(-1)!))
  assert.deepEqual(
    [...seen.text.matchAll(/"id":"([^"]+)","number"/g)].map(([, id]) => id),
    ids,
  )
})

test('a stream is reset when the numbers of the database go back, or the next events are no longer stored', async () => {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId })
  const { id: projectId } = await world.project({ workspaceId, owner })
  await sql`insert into event_counters (workspace_id, last_number) values (${workspaceId}, 100)`
  const broadcaster = start({ pollMs: 20 })
  const { made, seen } = await subscriber(projectId, owner)
  broadcaster.join({ ...made, workspaceId, position: 100 })
  await until(() => seen.text.includes('event: ready'))
  await sql`update event_counters set last_number = 40 where workspace_id = ${workspaceId}`
  await until(() => seen.text.includes('id: 40\nevent: reset'))
  await sql`
    update event_counters set last_number = 1040, forgotten_number = 1040 where workspace_id = ${workspaceId}`
  await until(() => seen.text.includes('id: 1040\nevent: reset'))
  const id = await emitEvent(sql, { workspaceId, projectId })
  world.changed()
  await until(() => seen.text.includes(id))
  assert.match(seen.text, /id: 1041\nevent: comment.created/)
})
