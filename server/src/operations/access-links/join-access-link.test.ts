import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld, type World } from '../../../test/worlds/world.ts'

const world = await startWorld()

async function link(body: object = {}, where: World = world) {
  const { id: projectId, owner } = await where.project()
  const answer = await where.call(`POST /api/projects/${projectId}/access-links`, {
    key: owner.key,
    body: { role: 'PROJECT_REVIEWER', ...body },
  })
  const { id } = answer.body.data
  const read = await where.call(`GET /api/project-access-links/${id}`, { key: owner.key })
  return { projectId, owner, id, accessKey: read.body.data.accessKey as string }
}

function join(body: unknown, key?: string, where: World = world) {
  return where.call('POST /api/access-links/join', { key, body })
}

function membership(projectId: string, userId: string) {
  return world.database.sql`
    select id, role from project_members where project_id = ${projectId} and user_id = ${userId}`
}

test('200: with a credential, the user becomes a member with the role of the link', async () => {
  const { projectId, accessKey } = await link({ role: 'PROJECT_MEMBER' })
  const person = await world.person({ scopes: ['project-members:write'] })
  const { status, body } = await join({ accessKey, name: 'Ignored' }, person.key)
  assert.equal(status, 200)
  const [member] = await membership(projectId, person.userId)
  assert.deepEqual(body.data, {
    project: { id: projectId },
    member: { id: member!.id },
    role: 'PROJECT_MEMBER',
    accessToken: null,
  })
  const [user] = await world.database.sql`select name from users where id = ${person.userId}`
  assert.equal(user!.name, 'Someone')
})

test('200: joining raises a weaker role, never lowers one, and keeps the membership', async () => {
  for (const [before, offered, after] of [
    ['PROJECT_MANAGER', 'PROJECT_MEMBER', 'PROJECT_MANAGER'],
    ['PROJECT_MEMBER', 'PROJECT_RESTRICTED_REVIEWER', 'PROJECT_MEMBER'],
    ['PROJECT_REVIEWER', 'PROJECT_REVIEWER', 'PROJECT_REVIEWER'],
    ['PROJECT_RESTRICTED_REVIEWER', 'PROJECT_REVIEWER', 'PROJECT_REVIEWER'],
    ['PROJECT_REVIEWER', 'PROJECT_MEMBER', 'PROJECT_MEMBER'],
  ] as const) {
    const { projectId, accessKey } = await link({ role: offered })
    const person = await world.member(projectId, before)
    const [member] = await membership(projectId, person.userId)
    const { body } = await join({ accessKey }, person.key)
    assert.deepEqual([body.data.role, body.data.member.id], [after, member!.id], `${before} → ${offered}`)
    assert.deepEqual(await membership(projectId, person.userId), [{ id: member!.id, role: after }])
  }
  const { accessKey, owner } = await link()
  assert.equal((await join({ accessKey }, owner.key)).body.data.role, 'PROJECT_OWNER')
})

test('200: in a project open to the workspace, its members stay reviewers', async () => {
  for (const [workspaceRole, before, after] of [
    ['MEMBER', null, 'PROJECT_REVIEWER'],
    ['GUEST', null, 'PROJECT_RESTRICTED_REVIEWER'],
    ['MEMBER', 'PROJECT_RESTRICTED_REVIEWER', 'PROJECT_RESTRICTED_REVIEWER'],
  ] as const) {
    const { projectId, accessKey } = await link({ role: 'PROJECT_RESTRICTED_REVIEWER' })
    await world.database
      .sql`update projects set access_range = 'ALLOW_WORKSPACE_MEMBER' where id = ${projectId}`
    const options = { role: workspaceRole }
    const person = before ? await world.member(projectId, before, options) : await world.person(options)
    const { body } = await join({ accessKey }, person.key)
    assert.equal(body.data.role, after, `${workspaceRole}, ${before}`)
  }
})

test('200: a user of another workspace joins as a guest and keeps the role there', async () => {
  const { projectId, accessKey } = await link()
  const stranger = await world.person({ workspaceId: await world.workspace(), role: 'OWNER' })
  const admin = await world.person({ role: 'ADMIN' })
  for (const [person, role] of [
    [stranger, 'GUEST'],
    [admin, 'ADMIN'],
  ] as const) {
    assert.equal((await join({ accessKey }, person.key)).status, 200)
    assert.equal((await membership(projectId, person.userId)).length, 1)
    const roles = await world.database.sql`
      select role from workspace_members
      where user_id = ${person.userId} and workspace_id = ${world.workspaceId}`
    assert.deepEqual(roles, [{ role }])
  }
})

test('200: a caller without a credential becomes a guest of that project only and gets a token', async () => {
  const { projectId, accessKey } = await link()
  const open = await world.project({ accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  const { status, body } = await join({ accessKey, name: 'Zoë 😀' })
  assert.equal(status, 200)
  const { accessToken: key, ...rest } = body.data
  assert.match(key, /^rvk_[0-9A-Za-z]{36}$/)
  assert.equal((await world.call(`GET /api/projects/${projectId}`, { key })).status, 200)
  assert.equal((await world.call(`GET /api/projects/${open.id}`, { key })).status, 404)
  const projects = await world.call('QUERY /api/projects', { key })
  assert.deepEqual(
    projects.body.data.map((project: { id: string }) => project.id),
    [projectId],
  )
  const members = await world.call(`GET /api/projects/${projectId}/members`, { key })
  const own = members.body.data.find((member: { id: string }) => member.id === rest.member.id)
  assert.deepEqual(rest, {
    project: { id: projectId },
    member: { id: own.id },
    role: 'PROJECT_REVIEWER',
  })
  assert.equal(own.user.name, 'Zoë 😀')
  assert.match(own.user.email, /^guest-[0-9a-f-]{36}@guest\.invalid$/)
  // Each join without a credential creates a new guest.
  assert.notEqual((await join({ accessKey, name: 'Zoë 😀' })).body.data.member.id, own.id)
})

const readers = [
  'comments:download',
  'comments:read',
  'comments:write',
  'files:read',
  'folders:read',
  'project-members:read',
  'projects:read',
  'projects:write',
]

test('200: a guest gets the scopes of the role, and downloads if the link allows them', async () => {
  for (const [body, more] of [
    [{ role: 'PROJECT_REVIEWER' }, ['files:download']],
    [{ role: 'PROJECT_RESTRICTED_REVIEWER', allowDownload: false }, []],
    [{ role: 'PROJECT_MEMBER' }, ['files:download', 'files:write', 'folders:write']],
    [{ role: 'PROJECT_MEMBER', allowDownload: false }, ['files:write', 'folders:write']],
  ] as const) {
    const { accessKey } = await link(body)
    const { accessToken } = (await join({ accessKey, name: 'Guest' })).body.data
    const ping = await world.call('GET /api/ping', { key: accessToken })
    assert.deepEqual(ping.body.data.scopes.toSorted(), [...readers, ...more].sort())
  }
})

test('204: a guest reviewer can give a verdict and change nothing else', async () => {
  const { projectId, owner, accessKey } = await link()
  const { accessToken: key } = (await join({ accessKey, name: 'Client' })).body.data
  const made = await world.call(`POST /api/projects/${projectId}/versions`, {
    key: owner.key,
    body: { name: 'Cut' },
  })
  const version = `/api/versions/${made.body.data.id}`
  for (const [route, body, status] of [
    [`PATCH ${version}/status`, { status: 'APPROVED' }, 204],
    [`PATCH ${version}/status`, { status: 'CLOSED' }, 403],
    [`PATCH ${version}`, { name: 'Mine' }, 403],
    [`DELETE ${version}`, undefined, 403],
    [`PATCH /api/projects/${projectId}`, { name: 'Mine' }, 403],
    ['POST /api/projects', { name: 'Mine', accessRange: 'ONLY_PROJECT_MEMBER' }, 403],
  ] as const) {
    assert.equal((await world.call(route, { key, body })).status, status, route)
  }
})

test('200: the token of a guest expires with the link, and after 30 days at the latest', async () => {
  const wire = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().replace('T', ' ').replace('Z', '000')
  for (const [expiresAt, expected] of [
    [null, wire(30)],
    [wire(60), wire(30)],
    [wire(2), wire(2)],
  ] as const) {
    const { accessKey } = await link({ expiresAt })
    const { member } = (await join({ accessKey, name: 'Guest' })).body.data
    const [key] = await world.database.sql<{ expires_at: string }>`
      select k.expires_at from api_keys k join project_members m on m.user_id = k.user_id where m.id = ${member.id}`
    const off = Date.parse(`${key!.expires_at}Z`) - Date.parse(`${expected}Z`)
    assert.ok(Math.abs(off) < 60_000, `${expiresAt}: ${key!.expires_at}`)
  }
})

test('200: the right password works with and without a credential', async () => {
  const { accessKey } = await link({ password: 'pässword' })
  const { key } = await world.person()
  assert.equal((await join({ accessKey, password: 'pässword' }, key)).status, 200)
  assert.equal((await join({ accessKey, password: 'pässword', name: 'Guest' })).status, 200)
  // A link without a password ignores a password.
  const { accessKey: open } = await link()
  assert.equal((await join({ accessKey: open, password: 'anything', name: 'Guest' })).status, 200)
})

test('403: a wrong key, a wrong password, an expired link and a deleted project get the same response', async () => {
  const locked = await link({ password: 'right' })
  const expired = await link()
  await world.database.sql`update access_links set expires_at = now() where id = ${expired.id}`
  const gone = await link()
  await world.database.sql`update projects set destroyed_at = now() where id = ${gone.projectId}`
  const { key } = await world.person()
  const before = await counts()
  const answers = []
  for (const who of [undefined, key]) {
    for (const body of [
      { accessKey: 'nope' },
      { accessKey: 'A'.repeat(32), password: 'right' },
      { accessKey: locked.accessKey },
      { accessKey: locked.accessKey, password: 'wrong' },
      { accessKey: locked.accessKey.toLowerCase(), password: 'right' },
      { accessKey: expired.accessKey },
      { accessKey: gone.accessKey },
    ]) {
      const { status, body: answer } = await join({ ...body, name: 'Guest' }, who)
      const { authenticated, ...rest } = answer
      assert.equal(authenticated, who !== undefined)
      answers.push(JSON.stringify({ ...rest, status, requestId: '' }))
    }
  }
  assert.equal(JSON.parse(answers[0]!).code, 'link_refused')
  assert.equal(JSON.parse(answers[0]!).status, 403)
  assert.equal(new Set(answers).size, 1)
  assert.deepEqual(await counts(), before)
})

async function counts() {
  const [row] = await world.database.sql`
    select (select count(*) from users) as users, (select count(*) from workspace_members) as workspace_members,
      (select count(*) from project_members) as project_members, (select count(*) from api_keys) as api_keys`
  return row
}

test('400: no name without a credential, values beyond the limits, and unknown fields', async () => {
  const { accessKey } = await link()
  for (const [body, path] of [
    [{ accessKey }, '/name'],
    [{ accessKey, name: null }, '/name'],
    [{ accessKey, name: '' }, '/name'],
    [{ accessKey, name: '😀'.repeat(101) }, '/name'],
    [{ name: 'Guest' }, '/accessKey'],
    [{ accessKey: '', name: 'Guest' }, '/accessKey'],
    [{ accessKey: 'a'.repeat(129), name: 'Guest' }, '/accessKey'],
    [{ accessKey, name: 'Guest', password: '' }, '/password'],
    [{ accessKey, name: 'Guest', password: 'a'.repeat(129) }, '/password'],
    [{ accessKey, name: 'Guest', role: 'PROJECT_OWNER' }, '/role'],
  ] as const) {
    const answer = await join(body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.equal(answer.body.errors[0].path, path)
  }
  assert.equal((await join({ accessKey, name: '😀'.repeat(100) })).status, 200)
})

test('200: 20 concurrent joins by one user create one membership', async () => {
  const { projectId, accessKey } = await link()
  const stranger = await world.person({ workspaceId: await world.workspace() })
  const answers = await Promise.all(Array.from({ length: 20 }, () => join({ accessKey }, stranger.key)))
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]))
  assert.equal(new Set(answers.map((answer) => answer.body.data.member.id)).size, 1)
  assert.equal((await membership(projectId, stranger.userId)).length, 1)
})

test('429: wrong keys without a credential are counted per address', async () => {
  const stingy = await startWorld({ env: { RATE_LIMITS: 'tier3=3' } })
  const { accessKey } = await link({ password: 'right' }, stingy)
  for (let i = 0; i < 3; i++) {
    assert.equal((await join({ accessKey, password: `${i}`, name: 'Guest' }, undefined, stingy)).status, 403)
  }
  const last = await join({ accessKey, password: 'right', name: 'Guest' }, undefined, stingy)
  assert.deepEqual([last.status, last.body.code], [429, 'rate_limited'])
  assert.ok(Number(last.headers.get('retry-after')) > 0)
})
