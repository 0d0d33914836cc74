// The number of unread notifications as it changes: on two nodes, after read marks, and when access is lost.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { numberAll } from '../../../test/helpers/emit-events.ts'
import {
  type EventStream,
  openStream,
  readStream,
  requestPath,
} from '../../../test/helpers/event-stream-reader.ts'
import { newFile } from '../../../test/worlds/samples.ts'
import { call, type Person, quickStreams, startWorld } from '../../../test/worlds/world.ts'
import { readConfig } from '../../config.ts'
import type { Sql } from '../../core/sql.ts'
import { notifyNext } from '../../notifications/notify.ts'
import { createUnreadFeed } from '../../notifications/unread-feed.ts'
import { UnreadSignal } from '../../records/unread.ts'
import { startService } from '../../service.ts'

const env = { SECRET_KEY: 'the-same-on-both-nodes-or-they-do-not-start' }
const logger = pino({ level: 'silent' })
const world = await startWorld({ env, streamPace: quickStreams })
const { sql } = world.database
const dataDir = mkdtempSync(join(tmpdir(), 'dailies-test-'))
const second = await startService(readConfig({ PORT: '0', DATA_DIR: dataDir, ...env }), {
  ...{ connection: world.databaseUrl, logger, serve: true, work: false, streamPace: quickStreams },
})
after(async () => {
  await second.close()
  rmSync(dataDir, { recursive: true, force: true })
})
const nodes = [world.url, `http://127.0.0.1:${second.port}`] as const
const path = '/api/notifications/stream'

const owner = await world.person({ name: 'Ann' })
const { id: projectId } = await world.project({ owner })
const fileId = await newFile(world, projectId, owner)

async function follow(key: string, node: string = nodes[0]) {
  const stream = readStream(await requestPath(node, path, { key }))
  await stream.until(() => signals(stream).length > 0)
  return stream
}

const signals = ({ unread }: Pick<EventStream, 'unread'>) => unread.map((data) => UnreadSignal.parse(data))
const numbers = (stream: Pick<EventStream, 'unread'>) => signals(stream).map(({ unread }) => unread)
const shows = (stream: Pick<EventStream, 'unread' | 'until'>, number: number) =>
  stream.until(() => numbers(stream).at(-1) === number)

/** Mentions the person on a new file, so that it is a new item. */
async function mention({ userId }: Person): Promise<string> {
  const file = await newFile(world, projectId, owner)
  const body = { content: `@[You](user:${userId})` }
  assert.equal((await world.call(`POST /api/files/${file}/comments`, { key: owner.key, body })).status, 201)
  await numberAll(sql)
  await notifyNext(world.database, world.workspaceId)
  return file
}

test('a new notification and a read mark reach the streams of the person on both nodes', async () => {
  const ben = await world.member(projectId, 'PROJECT_MEMBER')
  const cleo = await world.member(projectId, 'PROJECT_MEMBER')
  const streams = [await follow(ben.key, nodes[0]), await follow(ben.key, nodes[1])]
  const others = await follow(cleo.key)
  const { headers } = streams[0]!.response
  assert.equal(headers['content-type'], 'text/event-stream')
  assert.equal(headers['cache-control'], 'no-store')
  assert.deepEqual(signals(streams[0]!), [{ type: 'unread', unread: 0, newest: null }])

  const file = await mention(ben)
  for (const stream of streams) await shows(stream, 1)
  const [{ newest } = { newest: null }] = signals(streams[0]!).slice(-1)
  const listed = await world.call('QUERY /api/notifications', { key: ben.key, body: {} })
  assert.equal(newest, listed.body.data[0].updatedAt)
  await mention(ben)
  for (const stream of streams) await shows(stream, 2)

  // A further event of an item leaves the number, but the list has changed.
  const before = signals(streams[1]!).length
  const body = { content: `@[You](user:${ben.userId}) again` }
  await world.call(`POST /api/files/${file}/comments`, { key: owner.key, body })
  await numberAll(sql)
  await notifyNext(world.database, world.workspaceId)
  await streams[1]!.until(() => signals(streams[1]!).length > before)
  assert.equal(numbers(streams[1]!).at(-1), 2)

  const marked = await call(nodes[1], 'POST /api/notifications/read', {
    ...{ key: ben.key, body: { file: { id: file } } },
  })
  assert.equal(marked.status, 204)
  for (const stream of streams) await shows(stream, 1)
  assert.deepEqual(numbers(others), [0])
  for (const stream of [...streams, others]) stream.cut()
})

test('the event stream of a browser carries the number, that of a key and one with types do not', async () => {
  const ben = await world.member(projectId, 'PROJECT_MEMBER')
  const browser = await openStream(world.url, projectId, { key: await world.session(ben.userId) })
  await shows(browser, 0)
  const filtered = await openStream(world.url, projectId, {
    ...{ key: await world.session(ben.userId), query: '?types=comment.*' },
  })
  const program = await openStream(world.url, projectId, { key: ben.key })
  await mention(ben)
  await shows(browser, 1)
  for (const stream of [filtered, program]) {
    await stream.until(() => stream.events.some(({ event }) => event === 'comment.created'))
    assert.deepEqual(numbers(stream), [])
  }
  for (const stream of [browser, filtered, program]) stream.cut()
})

test('the number follows lost access, and the stream ends with the membership and with the credential', async () => {
  const ben = await world.member(projectId, 'PROJECT_MEMBER')
  const stream = await follow(ben.key)
  await mention(ben)
  await shows(stream, 1)
  await sql`delete from project_members where project_id = ${projectId} and user_id = ${ben.userId}`
  await sql`select pg_notify('dailies_unread', ${ben.userId})`
  await shows(stream, 0)
  await sql`delete from workspace_members where user_id = ${ben.userId}`
  await stream.ended

  const { userId } = await world.member(projectId, 'PROJECT_MEMBER')
  const session = await follow(await world.session(userId))
  await sql`delete from sessions where user_id = ${userId}`
  await session.ended
  assert.deepEqual(numbers(session), [0])
})

test('401 and 403 are refused with JSON', async () => {
  const scopeless = await world.key(owner.userId, ['files:read'])
  for (const [key, status] of [
    [undefined, 401],
    [scopeless.key, 403],
  ] as const) {
    const answer = await world.call(`GET ${path}`, { key })
    assert.deepEqual([answer.status, typeof answer.body.code], [status, 'string'])
  }
})

test('a thousand people are counted in two statements; nobody without a stream is', async () => {
  const { id: crowded } = await world.project({ owner })
  const ids = await sql<{ userId: string }>`
    with person as (
      insert into users (id, email, name)
      select gen_random_uuid(), gen_random_uuid() || '@example.com', 'Person' from generate_series(1, 1000) returning id
    ), colleague as (
      insert into workspace_members (id, workspace_id, user_id, role)
      select gen_random_uuid(), ${world.workspaceId}, id, 'MEMBER' from person returning user_id
    )
    insert into project_members (id, project_id, workspace_id, user_id, role)
    select gen_random_uuid(), ${crowded}, ${world.workspaceId}, user_id, 'PROJECT_MEMBER' from colleague
    returning user_id as "userId"`
  let statements = 0
  const counting: Sql = Object.assign(
    ((...args: Parameters<Sql>) => {
      statements++
      return sql(...args)
    }) as Sql,
    sql,
  )
  let notify: (payload: string | undefined) => void = () => {}
  const feed = createUnreadFeed({
    ...{ sql: counting, logger },
    areValid: async (_, followers) => followers.map(() => true),
    notifications: {
      on(_, listener) {
        notify = listener
      },
    },
  })
  let written = 0
  const outlet = {
    ...{ buffered: () => 0, end() {}, destroy() {} },
    write() {
      written++
      look()
    },
  }
  let look = () => {}
  const reached = (count: number) =>
    new Promise<void>((resolve) => {
      look = () => void (written >= count && resolve())
      look()
    })
  for (const { userId } of ids)
    feed.follow({ userId, hash: Buffer.alloc(32), workspaceId: world.workspaceId, outlet })
  await reached(1000)
  assert.equal(statements, 2)

  const content = '@[everyone](review:everyone)'
  await world.call(`POST /api/projects/${crowded}/comments`, { key: owner.key, body: { content } })
  await numberAll(sql)
  await notifyNext(world.database, world.workspaceId)
  // As Postgres sends it, and the ids of others a hundred times.
  for (let i = 0; i < 100; i++) notify([owner.userId, fileId].join(' '))
  for (let i = 0; i < 1000; i += 200)
    notify(
      ids
        .slice(i, i + 200)
        .map(({ userId }) => userId)
        .join(' '),
    )
  await reached(2000)
  assert.equal(statements, 4)
  await feed.close()
})
