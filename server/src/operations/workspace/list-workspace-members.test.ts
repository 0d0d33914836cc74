import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testCursorList } from '../../../test/helpers/cursor-lists.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const route = 'QUERY /api/workspace-members'

async function list(key: string, body: object = {}) {
  const answer = await world.call(route, { key, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}

testCursorList({
  world,
  path: '/api/workspace-members',
  async fill(count) {
    const workspaceId = await world.workspace()
    const { key } = await world.person({ workspaceId })
    const { sql } = world.database
    const others = Array.from({ length: count - 1 }, newUuid)
    await sql`insert into users (id, email, name) select id, id || '@example.com', 'Other' from unnest(${others}::uuid[]) id`
    await sql`
      insert into workspace_members (id, workspace_id, user_id, role)
      select id, ${workspaceId}, id, 'MEMBER' from unnest(${others}::uuid[]) id`
    const rows = await sql<{ id: string }>`
      select id from workspace_members where workspace_id = ${workspaceId} order by id`
    return { key, ids: rows.map((row) => row.id) }
  },
  filters: [{ keyword: '@EXAMPLE' }, { keyword: '@example' }],
})

test('200: members with their role and user, in the order in which they joined', async () => {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId, role: 'OWNER', name: 'Ann' })
  const guest = await world.person({ workspaceId, role: 'GUEST', name: 'Bob' })
  const members = await list(owner.key)
  const user = ({ userId: id, email }: Person, name: string) => ({ id, email, name, avatarUrl: null })
  assert.deepEqual(
    members.map(({ id: _, ...rest }: { id: string }) => rest),
    [
      { role: 'OWNER', user: user(owner, 'Ann') },
      { role: 'GUEST', user: user(guest, 'Bob') },
    ],
  )
  const ids = members.map(({ id }: { id: string }) => id)
  assert.deepEqual(ids, ids.toSorted())
})

test('200: name and avatar of the workspace, or else of the account', async () => {
  const { sql } = world.database
  const workspaceId = await world.workspace()
  const ann = await world.person({ workspaceId, name: 'Ann' })
  const user = async () => (await list(ann.key))[0].user
  await sql`update users set avatar_url = 'https://a/account.png' where id = ${ann.userId}`
  assert.deepEqual(await user(), {
    id: ann.userId,
    email: ann.email,
    name: 'Ann',
    avatarUrl: 'https://a/account.png',
  })
  await sql`
    update workspace_members set display_name = 'Director Ann', avatar_url = 'https://a/workspace.png'
    where user_id = ${ann.userId}`
  assert.deepEqual(await user(), {
    id: ann.userId,
    email: ann.email,
    name: 'Director Ann',
    avatarUrl: 'https://a/workspace.png',
  })
})

test('200: the keyword matches part of the name, the display name or the address, literally', async () => {
  const workspaceId = await world.workspace()
  const reader = await world.person({ workspaceId, name: 'Reader' })
  await world.person({ workspaceId, name: 'Élodie', email: 'one@studio.test' })
  await world.person({ workspaceId, name: '100%_\\Bob', email: 'two@studio.test' })
  const { userId } = await world.person({ workspaceId, name: 'Account', email: 'three@studio.test' })
  await world.database.sql`update workspace_members set display_name = 'Shown' where user_id = ${userId}`
  const names = async (keyword: string) => {
    const members = await list(reader.key, { keyword })
    return members.map((member: { user: { name: string } }) => member.user.name)
  }
  assert.deepEqual(await names('élo'), ['Élodie'])
  assert.deepEqual(await names('ÉLODIE'), ['Élodie'])
  assert.deepEqual(await names('STUDIO.test'), ['Élodie', '100%_\\Bob', 'Shown'])
  assert.deepEqual(await names('how'), ['Shown'])
  assert.deepEqual(await names('ACCOUNT'), ['Shown'])
  for (const literal of ['%', '_', '\\', '%_\\b']) assert.deepEqual(await names(literal), ['100%_\\Bob'])
  assert.deepEqual(await names('nobody'), [])
  const none = await world.call(route, { key: reader.key, body: { keyword: 'nobody' } })
  assert.deepEqual(none.body.page, { next: null, prev: null })
})

test('200: best matches first, each once; names with a typo only if nothing else matches', async () => {
  const workspaceId = await world.workspace()
  const reader = await world.person({ workspaceId, name: 'Reader', email: 'reader@studio.test' })
  for (const name of ['Frieda Mueller', 'Max Mülelr', 'Ann', 'Jo Müller', 'Muller Ltd']) {
    await world.person({
      workspaceId,
      name,
      email: name === 'Ann' ? 'a.muller@studio.test' : `${newUuid()}@x.test`,
    })
  }
  await world.person({ name: 'Müller elsewhere', email: 'm@elsewhere.test' })
  await world.database.sql`
    update workspace_members set display_name = 'Jo Müller (sound)'
    where user_id = (select id from users where name = 'Jo Müller')`
  const found = async (keyword: string) =>
    (await list(reader.key, { keyword })).map((member: { user: { name: string } }) => member.user.name)
  assert.deepEqual(await found('müller'), ['Muller Ltd', 'Jo Müller (sound)', 'Ann'])
  assert.deepEqual(await found('jo müller (sound)'), ['Jo Müller (sound)'])
  await world.person({ workspaceId, name: 'Exact', email: 'muller@studio.test' })
  assert.deepEqual(await found('muller@studio.test'), ['Exact', 'Ann'])
  assert.deepEqual(await found('mulller'), ['Frieda Mueller', 'Jo Müller (sound)', 'Muller Ltd'])
})

test('200: a null keyword is no filter, and members of other workspaces are not listed', async () => {
  const workspaceId = await world.workspace()
  const { key, userId } = await world.person({ workspaceId })
  const members = await list(key, { keyword: null, next: null, prev: null })
  assert.deepEqual(
    members.map((member: { user: { id: string } }) => member.user.id),
    [userId],
  )
})

test('200 and 400: a keyword of up to 100 characters; an empty keyword is no filter', async () => {
  const { key } = await world.person()
  assert.deepEqual(await list(key, { keyword: '🎬'.repeat(100) }), [])
  assert.deepEqual(await list(key, { keyword: '' }), await list(key, {}))
  for (const keyword of ['🎬'.repeat(101), 'a\0b', '\ud83c', 7, ['a'], {}]) {
    const answer = await world.call(route, { key, body: { keyword } })
    assert.equal(answer.status, 400, JSON.stringify(keyword))
    assert.equal(answer.body.errors[0].path, '/keyword')
  }
})

test('403: guests of the workspace, and keys without the scope', async () => {
  for (const role of ['OWNER', 'ADMIN', 'MEMBER'] as const) {
    const { key } = await world.person({ role, scopes: ['workspace-members:read'] })
    assert.equal((await world.call(route, { key })).status, 200)
  }
  const guest = await world.call(route, { key: (await world.person({ role: 'GUEST' })).key })
  assert.deepEqual([guest.status, guest.body.code], [403, 'insufficient_role'])
  const { key } = await world.person({ scopes: ['projects:read'] })
  const unscoped = await world.call(route, { key })
  assert.deepEqual([unscoped.status, unscoped.body.code], [403, 'insufficient_scope'])
})
