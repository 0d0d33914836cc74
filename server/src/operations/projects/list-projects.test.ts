import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testCursorList } from '../../../test/helpers/cursor-lists.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'
import { ProjectListItem } from '../../records/project-list-item.ts'

const world = await startWorld()
const { sql } = world.database
const route = 'QUERY /api/projects'
const open = { accessRange: 'ALLOW_WORKSPACE_MEMBER' }

async function list(key: string, body: object = {}): Promise<ProjectListItem[]> {
  const answer = await world.call(route, { key, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}

const ids = async (key: string, body: object = {}) => (await list(key, body)).map((project) => project.id)

const names = async (key: string, keyword: string) =>
  (await list(key, { keyword })).map((project) => project.name)

/** Creates projects at once: a third belongs to the person, a third is open to the workspace, and a third is both. */
async function fill(workspaceId: string, person: Person, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, newUuid)
  await sql`
    insert into projects (id, workspace_id, name, access_range)
    select id, ${workspaceId}, 'Filler', case when n % 3 = 0 then 'ONLY_PROJECT_MEMBER' else 'ALLOW_WORKSPACE_MEMBER' end
    from unnest(${made}::uuid[]) with ordinality as made (id, n)`
  await sql`
    insert into project_members (id, project_id, workspace_id, user_id, role)
    select gen_random_uuid(), id, ${workspaceId}, ${person.userId}, 'PROJECT_MEMBER'
    from unnest(${made}::uuid[]) with ordinality as made (id, n) where n % 3 < 2`
  return made.toReversed()
}

testCursorList({
  world,
  path: '/api/projects',
  async fill(count) {
    const workspaceId = await world.workspace()
    const person = await world.person({ workspaceId })
    return { key: person.key, ids: await fill(workspaceId, person, count) }
  },
  filters: [{ keyword: 'FILL' }, { keyword: 'fill' }],
})

test('200: complete records, newest first', async () => {
  const owner = await world.person({ workspaceId: await world.workspace() })
  const body = {
    name: 'One',
    accessRange: 'ONLY_PROJECT_MEMBER',
    description: 'First',
    deadline: '2027-01-01',
  }
  for (const name of ['One', 'Two', 'Three']) {
    await world.call('POST /api/projects', { key: owner.key, body: { ...body, name } })
  }
  const listed = await list(owner.key)
  assert.deepEqual(
    listed.map((project) => project.name),
    ['Three', 'Two', 'One'],
  )
  for (const project of listed) await assertListed(project, owner.key)
})

/** The record of Get Project without the review rule, with the additional fields of a card. */
async function assertListed(listed: ProjectListItem, key: string) {
  const { lastActivityAt, files, comments, members, ...record } = listed
  const { body } = await world.call(`GET /api/projects/${listed.id}`, { key })
  const { reviewRule: _rule, agentVerdictsCount: _count, ...project } = body.data
  assert.deepEqual(project, record)
  assert.equal(lastActivityAt, record.updatedAt)
  assert.deepEqual([files, comments, members?.total], [{ total: 0 }, { open: 0 }, 1])
}

test('200: the text that Postgres writes is what the schema of the record serialises to', async () => {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId, name: 'Ánna "quoted" \\ 😀' })
  const { id } = await world.project({ workspaceId, owner, name: 'Line\u2028 "1" \\ é 😀' })
  await world.member(id, 'PROJECT_REVIEWER', { workspaceId })
  await sql`update projects set thumbnail = 'https://example.com/"a".png', deadline = '2027-01-31', archived_at = null
    where id = ${id}`
  await world.project({ workspaceId, owner })
  const headers = { Authorization: `Bearer ${owner.key}` }
  for (const path of ['', '/search', '/search?query=line', '/search?sort.type=name']) {
    const text = await (await fetch(`${world.url}/api/projects${path}`, { headers })).text()
    const { data, page } = JSON.parse(text)
    const records = data.map((record: unknown) => ProjectListItem.strict().parse(record))
    assert.ok(records.length > 0)
    assert.equal(text, JSON.stringify({ data: records, page }))
  }
})

test('200: an empty list', async () => {
  const { key } = await world.person({ workspaceId: await world.workspace() })
  const answer = await world.call(route, { key })
  assert.deepEqual(answer.body, { data: [], page: { next: null, prev: null } })
})

test('200: the projects of the caller in any role and those open to the workspace, each once', async () => {
  const workspaceId = await world.workspace()
  const me = await world.person({ workspaceId })
  const mine = await world.project({ workspaceId, owner: me })
  const both = await world.project({ workspaceId, owner: me, ...open })
  const others = await world.project({ workspaceId, ...open })
  const closed = await world.project({ workspaceId })
  await world.project({ ...open })
  assert.deepEqual(await ids(me.key), [others.id, both.id, mine.id])

  const roles = [
    'PROJECT_MANAGER',
    'PROJECT_MEMBER',
    'PROJECT_REVIEWER',
    'PROJECT_RESTRICTED_REVIEWER',
  ] as const
  for (const role of roles) {
    const member = await world.member(closed.id, role, { workspaceId, role: 'GUEST' })
    assert.deepEqual(await ids(member.key), [closed.id], role)
  }
})

test('200: projects open to the workspace are hidden from its guests', async () => {
  const workspaceId = await world.workspace()
  const project = await world.project({ workspaceId, ...open })
  for (const role of ['OWNER', 'ADMIN', 'MEMBER'] as const) {
    assert.deepEqual(await ids((await world.person({ workspaceId, role })).key), [project.id], role)
  }
  const guest = await world.person({ workspaceId, role: 'GUEST' })
  assert.deepEqual(await ids(guest.key), [])
  const own = await world.project({ workspaceId, owner: guest })
  assert.deepEqual(await ids(guest.key), [own.id])
})

test('200: a user of two workspaces sees the projects of the workspace of the key', async () => {
  const [first, second] = [await world.workspace(), await world.workspace()]
  const here = await world.person({ workspaceId: first })
  const there = await world.person({ workspaceId: second, email: here.email })
  const [mine, theirs] = [
    await world.project({ workspaceId: first, owner: here }),
    await world.project({ workspaceId: second, owner: there }),
  ]
  assert.deepEqual(await ids(here.key), [mine.id])
  assert.deepEqual(await ids(there.key), [theirs.id])
})

test('200: projects scheduled for deletion are listed until that time, and then leave no gap in a page', async () => {
  const workspaceId = await world.workspace()
  const me = await world.person({ workspaceId })
  const made = await fill(workspaceId, me, 120)
  await sql`update projects set destroyed_at = now() + interval '1 day' where id = ${made[0]}`
  await sql`update projects set destroyed_at = now() where id = any(${made.slice(1, 61)}::uuid[])`
  const answer = await world.call(route, { key: me.key })
  assert.notEqual(answer.body.data[0].destroyedAt, null)
  assert.deepEqual(
    answer.body.data.map((project: ProjectListItem) => project.id),
    [made[0], ...made.slice(61, 110)],
  )
  assert.deepEqual(await ids(me.key, { next: answer.body.page.next }), made.slice(110))
})

test('200: the keyword matches part of the name or the description, literally', async () => {
  const workspaceId = await world.workspace()
  const me = await world.person({ workspaceId })
  for (const name of ['ÉTÉ 100%', 'a_b']) await world.project({ workspaceId, owner: me, name })
  await world.project({ workspaceId, name: 'c\\d', ...open })
  const { id } = await world.project({ workspaceId, name: 'plain', owner: me, ...open })
  await sql`update projects set description = 'Shot in Łódź' where id = ${id}`
  assert.deepEqual(await names(me.key, 'été'), ['ÉTÉ 100%'])
  assert.deepEqual(await names(me.key, 'łódź'), ['plain'])
  assert.deepEqual(await names(me.key, '%'), ['ÉTÉ 100%'])
  assert.deepEqual(await names(me.key, '_'), ['a_b'])
  assert.deepEqual(await names(me.key, '\\'), ['c\\d'])
  assert.deepEqual(await names(me.key, 'a%b'), [])
  assert.equal((await list(me.key, { keyword: null })).length, 4)
})

test('200: best matches first, then newest; records are complete', async () => {
  const workspaceId = await world.workspace()
  const me = await world.person({ workspaceId })
  const make = (name: string) => world.project({ workspaceId, owner: me, name })
  for (const name of ['Teasre', 'Other', 'The teaser', 'Teaser one', 'My tesaer', 'Teaser two', 'Nothing'])
    await make(name)
  await sql`update projects set description = 'Not a teaser' where workspace_id = ${workspaceId} and name = 'Other'`
  await world.project({ workspaceId, name: 'Teaser of others' })
  await world.project({ workspaceId, name: 'Open teaser', ...open })
  await world.project({ name: 'Teaser elsewhere', ...open })
  const expected = ['Teaser two', 'Teaser one', 'Open teaser', 'The teaser', 'Other']
  assert.deepEqual(await names(me.key, 'TEASER'), expected)
  const [first] = await list(me.key, { keyword: 'teaser' })
  await assertListed(first!, me.key)
  const guest = await world.person({ workspaceId, role: 'GUEST' })
  assert.deepEqual(await names(guest.key, 'teaser'), [])
})

test('200: paging through matches of every rank, forward and back, while other names change', async () => {
  const workspaceId = await world.workspace()
  const me = await world.person({ workspaceId })
  const made = await fill(workspaceId, me, 130)
  await sql`
    update projects set name = case n % 3 when 0 then 'Trailer' when 1 then 'The trailer' else 'The trialer' end || n
    from unnest(${made}::uuid[]) with ordinality as made (made_id, n) where id = made_id`
  const by = (rest: number) => made.filter((_, i) => (i + 1) % 3 === rest)
  const expected = [...by(0), ...by(1)]
  const read = async (cursor: object) =>
    (await world.call(route, { key: me.key, body: { keyword: 'trailer', ...cursor } })).body
  const first = await read({})
  await fill(workspaceId, me, 10)
  const second = await read({ next: first.page.next })
  assert.equal(second.page.next, null)
  const idsOf = (...pages: { data: ProjectListItem[] }[]) =>
    pages.flatMap(({ data }) => data.map(({ id }) => id))
  assert.deepEqual(idsOf(first, second), expected)
  assert.deepEqual((await read({ prev: second.page.prev })).data, first.data)
})

test('200: paging skips and repeats nothing while projects are created and deleted', async () => {
  const workspaceId = await world.workspace()
  const me = await world.person({ workspaceId })
  const made = await fill(workspaceId, me, 130)
  const first = (await world.call(route, { key: me.key })).body
  await fill(workspaceId, me, 7)
  await sql`delete from projects where id in (${made[3]}, ${made[49]}, ${made[70]})`
  const second = (await world.call(route, { key: me.key, body: { next: first.page.next } })).body
  await fill(workspaceId, me, 60)
  const third = (await world.call(route, { key: me.key, body: { next: second.page.next } })).body
  const walked = [first, second, third].flatMap(({ data }) =>
    data.map((project: ProjectListItem) => project.id),
  )
  assert.equal(third.page.next, null)
  assert.deepEqual(
    walked,
    made.filter((id) => id !== made[70]),
  )
})

test('200 and 400: a keyword of up to 100 characters; an empty keyword is no filter', async () => {
  const owner = await world.person()
  const { key } = owner
  await world.project({ owner })
  assert.deepEqual(await list(key, { keyword: '🎬'.repeat(100) }), [])
  assert.deepEqual(await list(key, { keyword: '' }), await list(key, {}))
  for (const keyword of ['🎬'.repeat(101), 'a\0b', '\ud83c', 7, {}]) {
    const answer = await world.call(route, { key, body: { keyword } })
    assert.equal(answer.status, 400, JSON.stringify(keyword))
    assert.equal(answer.body.errors[0].path, '/keyword')
  }
})

test('403: a key without the scope', async () => {
  const { key } = await world.person({ scopes: ['projects:write'] })
  assert.equal((await world.call(route, { key })).body.code, 'insufficient_scope')
})

test('200: archived projects are listed only on request, also with a keyword', async () => {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId })
  const other = await world.person({ workspaceId })
  const made: Record<string, string> = {}
  for (const name of ['Away own', 'Away open', 'Here own', 'Here open']) {
    const range = name.endsWith('open') ? open : {}
    made[name] = (await world.project({ workspaceId, owner, name, ...range })).id
    if (name.startsWith('Here')) continue
    const body = { archived: true }
    await world.call(`PATCH /api/projects/${made[name]}`, { key: owner.key, body })
  }
  const listed = async (key: string, body: object) => (await list(key, body)).map(({ name }) => name)
  for (const body of [{}, { archived: false }, { keyword: 'own' }]) {
    const expected = 'keyword' in body ? ['Here own'] : ['Here open', 'Here own']
    assert.deepEqual(await listed(owner.key, body), expected)
  }
  assert.deepEqual(await listed(owner.key, { archived: true }), ['Away open', 'Away own'])
  assert.deepEqual(await listed(owner.key, { archived: true, keyword: 'own' }), ['Away own'])
  assert.deepEqual(await listed(other.key, {}), ['Here open'])
  assert.deepEqual(await listed(other.key, { archived: true }), ['Away open'])
  assert.ok((await list(owner.key, { archived: true })).every(({ archivedAt }) => archivedAt !== null))
})
