import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { type Answer, startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const owner = await world.person()
const minimal = { name: 'Film', accessRange: 'ONLY_PROJECT_MEMBER' }

function create(body: unknown, key = owner.key, headers = {}): Promise<Answer> {
  return world.call('POST /api/projects', { key, body, headers })
}

async function created(body: unknown): Promise<string> {
  const answer = await create(body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  assert.deepEqual(Object.keys(answer.body.data), ['id'])
  return answer.body.data.id
}

/** Asserts a 400 that names exactly these fields, and that nothing was created. */
async function refused(body: unknown, ...paths: string[]): Promise<void> {
  const before = await countProjects()
  const answer = await create(body)
  assert.equal(answer.status, 400, JSON.stringify(body))
  assert.deepEqual(
    answer.body.errors.map((error: { path: string }) => error.path),
    paths,
  )
  assert.equal(await countProjects(), before)
}

async function countProjects(): Promise<number> {
  const [row] = await world.database.sql<{ count: number }>`select count(*) from projects`
  return row!.count
}

async function get(id: string) {
  return (await world.call(`GET /api/projects/${id}`, { key: owner.key })).body.data
}

function membersOf(id: string) {
  return world.database.sql<{ user_id: string; role: string; workspace_id: string }>`
    select user_id, role, workspace_id from project_members where project_id = ${id} order by id`
}

test('201: a project with only the required fields; the caller is its owner', async () => {
  const id = await created(minimal)
  const { createdAt, updatedAt, ...rest } = await get(id)
  assert.deepEqual(rest, {
    id,
    ...minimal,
    description: null,
    thumbnail: null,
    cover: null,
    deadline: null,
    destroyedAt: null,
    archivedAt: null,
    reviewRule: { type: 'ANY_ONE', user: null },
    agentVerdictsCount: false,
  })
  assert.match(createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
  assert.equal(updatedAt, createdAt)
  assert.deepEqual(await membersOf(id), [
    { user_id: owner.userId, role: 'PROJECT_OWNER', workspace_id: world.workspaceId },
  ])
})

test('201: a project with all fields', async () => {
  const roles = ['PROJECT_MANAGER', 'PROJECT_MEMBER', 'PROJECT_REVIEWER', 'PROJECT_RESTRICTED_REVIEWER']
  const members: { user: { id: string }; role: string }[] = []
  for (const role of roles) members.push({ user: { id: (await world.person()).userId }, role })
  const body = {
    name: 'Film',
    accessRange: 'ALLOW_WORKSPACE_MEMBER',
    description: 'A\nB',
    deadline: '2028-02-29',
  }
  const id = await created({ ...body, members })
  const project = await get(id)
  assert.deepEqual({ ...project, ...body }, project)
  const added = (await membersOf(id)).map((row) => [row.user_id, row.role])
  const given = members.map((member) => [member.user.id, member.role])
  assert.deepEqual(added.toSorted(), [[owner.userId, 'PROJECT_OWNER'], ...given].toSorted())
})

test('201: null and an empty list are the same as omitted', async () => {
  const id = await created({ ...minimal, description: null, deadline: null, members: null })
  assert.deepEqual({ ...(await get(id)), description: null, deadline: null }, await get(id))
  assert.equal((await membersOf(id)).length, 1)
  assert.equal((await membersOf(await created({ ...minimal, members: [] }))).length, 1)
  assert.equal((await get(await created({ ...minimal, description: '' }))).description, '')
})

test('201 and 400: lengths are counted in characters', async () => {
  const wide = '🎬'
  for (const name of ['x', wide, 'x'.repeat(100), wide.repeat(100)]) {
    assert.equal((await get(await created({ ...minimal, name }))).name, name)
  }
  for (const description of ['x'.repeat(2000), wide.repeat(2000)]) {
    assert.equal((await get(await created({ ...minimal, description }))).description, description)
  }
  for (const name of ['', 'x'.repeat(101), wide.repeat(101)]) await refused({ ...minimal, name }, '/name')
  for (const description of ['x'.repeat(2001), wide.repeat(2001)]) {
    await refused({ ...minimal, description }, '/description')
  }
})

test('400: missing, wrongly typed and unknown fields are reported together', async () => {
  await refused({}, '/name', '/accessRange')
  await refused({ name: null, accessRange: null }, '/name', '/accessRange')
  for (const name of [1, ['a'], {}, 'a\0b', '\ud83c']) await refused({ ...minimal, name }, '/name')
  for (const accessRange of ['', 'only_project_member', 'ALL', 1]) {
    await refused({ ...minimal, accessRange }, '/accessRange')
  }
  await refused({ ...minimal, thumbnail: 'https://a/b.png', id: newUuid() }, '/thumbnail', '/id')
  await refused({ ...minimal, members: 'all', name: '' }, '/name', '/members')
})

test('400: days that do not exist', async () => {
  const wrong = [
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '0000-01-01',
    '2026-01-01T00:00:00Z',
    'infinity',
    5,
  ]
  for (const deadline of wrong) await refused({ ...minimal, deadline }, '/deadline')
  for (const deadline of ['0001-01-01', '9999-12-31']) {
    assert.equal((await get(await created({ ...minimal, deadline }))).deadline, deadline)
  }
})

test('400: all members that cannot be added are named', async () => {
  const { userId } = await world.person()
  const foreign = await world.person({ workspaceId: await world.workspace() })
  const member = (id: unknown, role: unknown = 'PROJECT_MEMBER') => ({ user: { id }, role })
  const unknown = [newUuid(), userId, foreign.userId, 'nonsense', ''].map((id) => member(id))
  await refused({ ...minimal, members: unknown }, ...[0, 2, 3, 4].map((i) => `/members/${i}/user/id`))
  await refused({ ...minimal, members: [member(userId, 'PROJECT_OWNER')] }, '/members/0/role')
  await refused({ ...minimal, members: [member(userId, 'MEMBER')] }, '/members/0/role')
  await refused({ ...minimal, members: [member(7)] }, '/members/0/user/id')
  await refused({ ...minimal, members: [{ user: userId, role: 'PROJECT_MEMBER' }] }, '/members/0/user')
  await refused({ ...minimal, members: [{ ...member(userId), note: '' }] }, '/members/0/note')
  await refused({ ...minimal, members: [{}] }, '/members/0/user', '/members/0/role')
})

test('201: naming yourself among the members is ignored, in any role and however often', async () => {
  const { userId } = await world.person()
  const member = (id: string, role: string) => ({ user: { id }, role })
  const me = [
    member(owner.userId, 'PROJECT_OWNER'),
    member(owner.userId.toUpperCase(), 'PROJECT_RESTRICTED_REVIEWER'),
    member(owner.userId, 'PROJECT_MEMBER'),
  ]
  const id = await created({ ...minimal, members: [...me, member(userId, 'PROJECT_REVIEWER')] })
  assert.deepEqual(
    (await membersOf(id)).map((row) => [row.user_id, row.role]).toSorted(),
    [
      [owner.userId, 'PROJECT_OWNER'],
      [userId, 'PROJECT_REVIEWER'],
    ].toSorted(),
  )
  assert.equal((await membersOf(await created({ ...minimal, members: me }))).length, 1)

  // Ignored entries still count in the indexes of errors.
  const [unknown, second] = [member(newUuid(), 'PROJECT_MEMBER'), member(userId, 'PROJECT_MEMBER')]
  await refused({ ...minimal, members: [me[0], unknown] }, '/members/1/user/id')
  await refused({ ...minimal, members: [second, me[0], second] }, '/members/2/user/id')
})

test('400: a repeated user', async () => {
  const { userId } = await world.person()
  const member = (id: string) => ({ user: { id }, role: 'PROJECT_MEMBER' })
  const twice = [member(userId), member(userId), member(userId.toUpperCase())]
  await refused({ ...minimal, members: twice }, '/members/1/user/id', '/members/2/user/id')
})

test('201: a retry with the same Idempotency-Key creates no second project', async () => {
  const before = await countProjects()
  const [first, second] = [
    await create(minimal, owner.key, { 'Idempotency-Key': 'once' }),
    await create(minimal, owner.key, { 'Idempotency-Key': 'once' }),
  ]
  assert.equal(first.status, 201)
  assert.deepEqual(second.body, first.body)
  assert.equal(await countProjects(), before + 1)

  // The error names the entry also when the statement runs in a transaction.
  const members = [{ user: { id: newUuid() }, role: 'PROJECT_MEMBER' }]
  const unknown = await create({ ...minimal, members }, owner.key, { 'Idempotency-Key': 'unknown' })
  assert.equal(unknown.status, 400)
  assert.equal(unknown.body.errors[0].path, '/members/0/user/id')
})

test('409: a member leaves the workspace at the same time', async () => {
  const { userId } = await world.person()
  const members = [{ user: { id: userId }, role: 'PROJECT_MEMBER' }]
  const before = await countProjects()
  let answer: Promise<Answer> | undefined
  await world.database.transaction(async (sql) => {
    await sql`delete from workspace_members where user_id = ${userId}`
    answer = create({ ...minimal, members })
    // Commits once the new project waits for the lock on its member.
    await lockWaits(world)
  })
  assert.equal((await answer!).status, 409)
  assert.equal(await countProjects(), before)
})

test('201 for every workspace role except GUEST, which gets 403', async () => {
  for (const role of ['OWNER', 'ADMIN', 'MEMBER'] as const) {
    assert.equal((await create(minimal, (await world.person({ role })).key)).status, 201)
  }
  const guest = await create(minimal, (await world.person({ role: 'GUEST' })).key)
  assert.deepEqual([guest.status, guest.body.code], [403, 'insufficient_role'])
  const reader = await create(minimal, (await world.person({ scopes: ['projects:read'] })).key)
  assert.deepEqual([reader.status, reader.body.code], [403, 'insufficient_scope'])
})
