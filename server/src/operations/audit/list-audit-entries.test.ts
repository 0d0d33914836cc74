import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { sql } = world.database

/** An owner in a new workspace whose log has this many entries, in pairs with the same time; the ids in list order. */
async function fill(count: number) {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId, role: 'OWNER' })
  await sql`
    insert into audit_entries (id, workspace_id, created_at, action, credential, actor_id, target_kind, target_id)
    select gen_random_uuid(), ${workspaceId}, timestamptz '2026-01-01' + (i / 2) * interval '1 second', 'session.started',
      'SESSION', ${owner.userId}, 'USER', ${owner.userId}
    from generate_series(1, ${count}::integer) i`
  const rows = await sql<{ id: string }>`
    select id from audit_entries where workspace_id = ${workspaceId} order by created_at desc, id desc`
  return { workspaceId, owner, key: owner.key, ids: rows.map(({ id }) => id) }
}

async function read(key: string, query: Record<string, string> = {}) {
  const answer = await world.call(`GET /api/audit?${new URLSearchParams(query)}`, { key })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as { data: Entry[]; page: { next: string | null; prev: string | null } }
}

type Entry = {
  id: string
  createdAt: string
  action: string
  actor: { id: string; name: string | null; email: string | null } | null
  target: { kind: string; id: string; name: string | null } | null
  project: { id: string; name: string | null } | null
}

test('200: pages of 50, newest first, forward and back, each entry once', async () => {
  const { key, ids } = await fill(101)
  const first = await read(key)
  const second = await read(key, { next: first.page.next! })
  const third = await read(key, { next: second.page.next! })
  assert.deepEqual([first.page.prev, third.page.next], [null, null])
  assert.deepEqual(
    [first, second, third].flatMap(({ data }) => data.map(({ id }) => id)),
    ids,
  )
  assert.deepEqual((await read(key, { prev: third.page.prev! })).data, second.data)
})

test('200: entries that are written while a list is read neither repeat nor hide others', async () => {
  const { key, ids, workspaceId } = await fill(60)
  const first = await read(key)
  await sql`
    insert into audit_entries (workspace_id, action, credential) values (${workspaceId}, 'session.ended', 'SESSION')`
  const second = await read(key, { next: first.page.next! })
  assert.deepEqual(
    [...first.data, ...second.data].map(({ id }) => id),
    ids,
  )
})

test('400: a cursor of another filter or another workspace', async () => {
  const [one, other] = [await fill(51), await fill(51)]
  const next = (await read(one.key)).page.next!
  const refused = async (key: string, query: Record<string, string>) =>
    (await world.call(`GET /api/audit?${new URLSearchParams(query)}`, { key })).body.code
  assert.equal(await refused(one.key, { next, action: 'session.started' }), 'invalid_cursor')
  assert.equal(await refused(other.key, { next }), 'invalid_cursor')
})

test('200: a record has who, what, to what, where and how', async () => {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId, role: 'OWNER', name: 'Ada' })
  const { id: projectId } = await world.project({ workspaceId, owner, name: 'Harbour' })
  const fileId = await newFile(world, projectId, owner)
  await sql`update files set name = 'Shot 1.mov' where id = ${fileId}`
  assert.equal((await world.call(`DELETE /api/files/${fileId}`, { key: owner.key })).status, 204)
  const [entry] = (await read(owner.key)).data
  const { id, createdAt, ...rest } = entry!
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.match(createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
  assert.deepEqual(rest, {
    action: 'file.deleted',
    actor: { id: owner.userId, name: 'Ada', email: owner.email },
    credential: { kind: 'API_KEY', id: owner.keyId, name: 'test' },
    agent: false,
    target: { kind: 'FILE', id: fileId, name: 'Shot 1.mov' },
    project: { id: projectId, name: 'Harbour' },
    address: '127.0.0.1',
    userAgent: 'node',
    details: { permanent: false },
  })
})

test('200: filters by actor, action, target, project, agent and time', async () => {
  const workspaceId = await world.workspace()
  const [ada, bo] = [newUuid(), newUuid()]
  const project = newUuid()
  const entries: [string, string, string | null, string | null, boolean, string][] = [
    ['session.started', ada, null, ada, false, '2026-01-01'],
    ['session.refused', ada, null, bo, false, '2026-01-02'],
    ['file.deleted', ada, project, 'FX1', true, '2026-01-03'],
    ['file.downloaded', bo, project, 'FX1', false, '2026-01-04'],
  ]
  for (const [action, actor, projectId, target, agent, at] of entries)
    await sql`
      insert into audit_entries (workspace_id, action, credential, actor_id, project_id, target_kind, target_id, agent, created_at)
      values (${workspaceId}, ${action}, 'SESSION', ${actor}, ${projectId}, 'FILE', ${target}, ${agent}, ${at})`
  const { key } = await world.person({ workspaceId, role: 'ADMIN' })
  const days = async (query: Record<string, string>) =>
    (await read(key, query)).data.map(({ createdAt }) => Number(createdAt.slice(8, 10)))
  assert.deepEqual(await days({}), [4, 3, 2, 1])
  assert.deepEqual(await days({ actor: ada }), [3, 2, 1])
  assert.deepEqual(await days({ action: 'file.downloaded' }), [4])
  assert.deepEqual(await days({ action: 'session.*' }), [2, 1])
  assert.deepEqual(await days({ target: 'FX1' }), [4, 3])
  assert.deepEqual(await days({ project, actor: bo }), [4])
  assert.deepEqual(await days({ agent: 'true' }), [3])
  assert.deepEqual(await days({ agent: 'false', actor: ada }), [2, 1])
  const range = { from: '2026-01-02 00:00:00.000000', to: '2026-01-04 00:00:00.000000' }
  assert.deepEqual(await days(range), [3, 2])
  assert.deepEqual(await days({ ...range, target: bo }), [2])
})

test('403: a member, and a key of an owner without the scope', async () => {
  const member = await world.person({ role: 'MEMBER' })
  assert.equal((await world.call('GET /api/audit', { key: member.key })).body.code, 'insufficient_role')
  const owner = await world.person({ role: 'OWNER', scopes: ['projects:read'] })
  assert.equal((await world.call('GET /api/audit', { key: owner.key })).body.code, 'insufficient_scope')
})

test('a deleted person and a deleted project keep their names in the log', async () => {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId, role: 'OWNER', name: 'Ada' })
  const { id: projectId } = await world.project({ workspaceId, owner, name: 'Harbour' })
  const member = await world.member(projectId, 'PROJECT_MANAGER', { workspaceId, name: 'Bo' })
  const file = await newFile(world, projectId, owner)
  assert.equal((await world.call(`DELETE /api/files/${file}`, { key: member.key })).status, 204)
  await sql`delete from projects where id = ${projectId}`
  await sql`delete from users where id = ${member.userId}`
  const [entry] = (await read(owner.key, { actor: member.userId })).data
  assert.deepEqual(entry!.actor, { id: member.userId, name: 'Bo', email: null })
  assert.deepEqual(entry!.project, { id: projectId, name: 'Harbour' })
  assert.equal((await read(owner.key, { project: projectId })).data.length, 1)
})

test('a download is written once within an hour for each person and file', async () => {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId, role: 'OWNER' })
  const { id: projectId } = await world.project({ workspaceId, owner })
  const files = [await newFile(world, projectId, owner), await newFile(world, projectId, owner)]
  const other = await world.member(projectId, 'PROJECT_REVIEWER', { workspaceId })
  const download = async (id: string, key: string) =>
    assert.equal((await world.call(`GET /api/files/${id}/download`, { key })).status, 200)
  for (const id of [files[0]!, files[0]!, files[1]!, files[0]!]) await download(id, owner.key)
  await download(files[0]!, other.key)
  const { data } = await read(owner.key, { action: 'file.downloaded' })
  assert.deepEqual(
    data.map(({ actor, target }) => [actor!.id, target!.id]),
    [
      [other.userId, files[0]],
      [owner.userId, files[1]],
      [owner.userId, files[0]],
    ],
  )
})

test('the log of a page has the newest entries of several periods in order', async () => {
  const { key, workspaceId } = await fill(30)
  await sql`select open_audit_period(clock_timestamp())`
  await sql`
    insert into audit_entries (workspace_id, action, credential, created_at)
    select ${workspaceId}, 'session.ended', 'SESSION', timestamptz '2026-01-01' + i * interval '1 second'
    from generate_series(1, 30) i`
  const first = await read(key)
  const second = await read(key, { next: first.page.next! })
  const times = [...first.data, ...second.data].map(({ createdAt }) => createdAt)
  assert.equal(times.length, 60)
  assert.deepEqual(times, times.toSorted().toReversed())
})
