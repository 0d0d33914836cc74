// Presence without HTTP, on a real database: an injected clock, two nodes, and a thousand streams.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { until } from '../../../test/helpers/until.ts'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'
import type { Sql } from '../../core/sql.ts'
import { type Notifications, startNotifications } from '../../database/notifications.ts'
import { maxViewersShown, PresenceSignal } from '../../records/presence.ts'
import type { Subscriber } from '../stream-writer.ts'
import { createPresence, type PresenceOptions } from './presence.ts'
import { presenceMs } from './presence-store.ts'

const world = await startWorld()
const { sql } = world.database
const logger = pino({ level: 'silent' })
const { id: projectId, owner } = await world.project()

const quick = { gatherMs: 5, changesMs: 5, repeatsMs: 20, sweepMs: 5, checkMs: 20 }

/** A node, with its own clock and its own connection for notifications. */
async function node(options: Partial<PresenceOptions> = {}) {
  // The clocks of two nodes differ. Whole numbers: the sum of a fraction and 13,000 may round to less than 13,000 later.
  const clock = { now: randomInt(1_000_000) }
  const heard = new Set<string | undefined>()
  const notifications = startNotifications(world.databaseUrl, logger)
  notifications.on('dailies_installation', (payload) => heard.add(payload))
  const presence = createPresence({
    ...{ sql, logger, notifications, pace: quick, now: () => clock.now },
    ...options,
  })
  after(async () => {
    await presence.close()
    await notifications.close()
  })
  await until(() => heard.has(undefined))
  return { clock, presence, notifications, heard }
}

/** Resolves when the nodes have received everything that was sent so far. */
async function delivered(...nodes: { heard: Set<string | undefined> }[]): Promise<void> {
  const mark = newUuid()
  await sql`select pg_notify('dailies_installation', ${mark})`
  await until(() => nodes.every(({ heard }) => heard.has(mark)))
}

type Viewer = { userId: string; sessionId: string }

/** Members of the project, each with a session. */
async function people(count: number): Promise<Viewer[]> {
  return sql<Viewer>`
    with person as (
      insert into users (id, email, name)
      select gen_random_uuid(), gen_random_uuid() || '@example.com', 'Viewer ' || i from generate_series(1, ${count}) i
      returning id
    ), colleague as (
      insert into workspace_members (id, workspace_id, user_id, role)
      select gen_random_uuid(), ${world.workspaceId}, id, 'MEMBER' from person returning user_id
    ), member as (
      insert into project_members (id, project_id, workspace_id, user_id, role)
      select gen_random_uuid(), ${projectId}, ${world.workspaceId}, user_id, 'PROJECT_REVIEWER' from colleague
      returning user_id
    )
    insert into sessions (id, hash, user_id, workspace_id, expires_at)
    select gen_random_uuid(), decode(md5(user_id::text), 'hex'), user_id, ${world.workspaceId}, now() + interval '1 day'
    from member returning id as "sessionId", user_id as "userId"`
}

const at = (fileId: string, viewer: Viewer, typing: { parentId: null } | null = null) => ({
  ...{ fileId, projectId, tab: 'tab', typing },
  ...viewer,
})

/** A stream of a session: what was written to it. */
function stream({ userId, sessionId }: Viewer) {
  const written: string[] = []
  const subscriber: Subscriber = {
    ...{ userId, projectId, credentialId: sessionId, workspaceId: world.workspaceId, hash: Buffer.alloc(32) },
    ...{ scope: 'projects:read', browser: false, types: null, position: 0, live: true },
    outlet: {
      write: (bytes) => void written.push(bytes.toString()),
      buffered: () => 0,
      drained: async () => {},
      closed: () => false,
      end: () => {},
      destroy: () => {},
    },
  }
  const last = () => {
    const data = written.at(-1)?.split('data: ')[1]
    return data === undefined ? undefined : PresenceSignal.parse(JSON.parse(data))
  }
  return { subscriber, written, last }
}

test('a tab that stops reporting disappears on both nodes when 13 seconds have passed on their clocks', async () => {
  const [one, two] = [await node(), await node()]
  const fileId = await newFile(world, projectId, owner)
  const [ann, ben] = (await people(2)) as [Viewer, Viewer]
  const [annStream, benStream] = [stream(ann), stream(ben)]
  one.presence.join(annStream.subscriber)
  two.presence.join(benStream.subscriber)
  one.presence.reports.seen(at(fileId, ann))
  two.presence.reports.seen(at(fileId, ben))
  await until(() => annStream.last()?.viewers.length === 2 && benStream.last()?.viewers.length === 2)
  await delivered(one, two)

  // Ben reports again, Ann does not.
  one.clock.now += presenceMs - 1
  two.clock.now += presenceMs - 1
  two.presence.reports.seen(at(fileId, ben))
  one.clock.now += 1
  two.clock.now += 1
  await until(() => benStream.last()?.viewers.length === 1)
  assert.deepEqual(benStream.last()?.viewers[0]?.id, ben.userId)
})

test('a node that starts later learns of all viewers from their next reports', async () => {
  const one = await node()
  const fileId = await newFile(world, projectId, owner)
  const [ann, ben] = (await people(2)) as [Viewer, Viewer]
  one.presence.reports.seen(at(fileId, ann))
  const two = await node()
  const benStream = stream(ben)
  two.presence.join(benStream.subscriber)
  two.presence.reports.seen(at(fileId, ben))
  one.presence.reports.seen(at(fileId, ann))
  await until(() => benStream.last()?.viewers.length === 2)
})

test('a viewer who arrives while the database is away is shown when it is back, without another change', async () => {
  const db = { away: true, refused: 0 }
  const flaky: Sql = (strings, ...values) => {
    if (!db.away) return sql(strings, ...values)
    db.refused++
    return Promise.reject(new Error('the database is unavailable'))
  }
  const { presence } = await node({ sql: flaky })
  const fileId = await newFile(world, projectId, owner)
  const [ann] = (await people(1)) as [Viewer]
  const annStream = stream(ann)
  presence.join(annStream.subscriber)
  presence.reports.seen(at(fileId, ann))
  await until(() => db.refused >= 3)
  assert.deepEqual(annStream.written, [])
  db.away = false
  await until(() => annStream.last()?.viewers.length === 1)
})

test('a payload of another release is ignored', async () => {
  const one = await node()
  for (const payload of ['', 'nonsense', '[]', '[[1]]', '{"version":2}'])
    await sql`select pg_notify('dailies_presence', ${payload})`
  const fileId = await newFile(world, projectId, owner)
  const [ann] = (await people(1)) as [Viewer]
  const annStream = stream(ann)
  one.presence.join(annStream.subscriber)
  one.presence.reports.seen(at(fileId, ann))
  await until(() => annStream.last()?.viewers.length === 1)
})

test('500 people with 1,000 streams: reports without a change are one statement to other nodes and no write', async () => {
  const payloads: string[] = []
  const statements = { notify: 0, check: 0 }
  const counting: Sql = (strings, ...values) => {
    statements[strings.join().includes('pg_notify') ? 'notify' : 'check']++
    return sql(strings, ...values)
  }
  const deaf: Notifications = { on: () => {}, close: async () => {} }
  const { presence, notifications } = await node({ sql: counting, notifications: deaf })
  notifications.on('dailies_presence', (payload) => payload && payloads.push(payload))
  const fileId = await newFile(world, projectId, owner)
  const viewers = await people(500)
  const streams = viewers.flatMap((viewer) => [stream(viewer), stream(viewer)])
  for (const { subscriber } of streams) presence.join(subscriber)
  const reportAll = () => {
    for (const viewer of viewers) presence.reports.seen(at(fileId, viewer))
  }
  const writes = () => streams.reduce((sum, { written }) => sum + written.length, 0)

  reportAll()
  await until(() => streams.every(({ last }) => last()?.more === 500 - maxViewersShown))
  assert.ok(streams.every(({ last }) => last()!.viewers.length === maxViewersShown))
  await until(() => payloads.join().split(projectId).length - 1 === 500)
  assert.ok(payloads.every((payload) => Buffer.byteLength(payload) < 8_000))

  const before = { writes: writes(), ...statements }
  for (let round = 1; round <= 10; round++) {
    reportAll()
    await until(() => statements.notify === before.notify + round)
  }
  await until(() => statements.check > before.check + 5)
  assert.equal(writes(), before.writes)

  // The last of 500 people begins to type: one write for each stream, with this person among those that are named.
  presence.reports.seen(at(fileId, viewers[499]!, { parentId: null }))
  await until(() => streams.every(({ last }) => last()!.viewers.some(({ typing }) => typing)))
  assert.equal(writes(), before.writes + streams.length)
  assert.equal(streams[0]!.last()!.viewers.at(-1)!.id, viewers[499]!.userId)
})
