import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import type { Project } from '../../records/project.ts'

const world = await startWorld()
const { sql } = world.database

const search = (key: string, parameters: Record<string, string>) =>
  world.call(`GET /api/projects/search?${new URLSearchParams(parameters)}`, { key })

async function found(key: string, parameters: Record<string, string>): Promise<Project[]> {
  const answer = await search(key, parameters)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}

const names = async (key: string, parameters: Record<string, string>) =>
  (await found(key, parameters)).map((project) => project.name)

/** Creates projects of a new person, a day apart. */
async function library(...titles: string[]) {
  const owner = await world.person()
  const ids: string[] = []
  for (const name of titles) {
    const { id } = await world.project({ owner, name })
    await sql`update projects set created_at = '2026-01-01Z'::timestamptz + make_interval(days => ${ids.length}) where id = ${id}`
    ids.push(id)
  }
  return { owner, ids, key: owner.key }
}

test('200: complete records and the position in the list', async () => {
  const { key, ids } = await library('Trailer')
  const answer = await search(key, { query: 'trail' })
  const { data } = (await world.call('QUERY /api/projects', { key })).body
  assert.equal(data[0].id, ids[0])
  assert.deepEqual(answer.body, { data, page: { current: 1, hasNext: false } })
})

test('200: the query matches part of the name or the description, literally and case-insensitive', async () => {
  const { key, ids } = await library('ÉTÉ 100%', 'a_b', 'c\\d', 'plain')
  await sql`update projects set description = 'Shot in Łódź' where id = ${ids[3]}`
  assert.deepEqual(await names(key, { query: 'été' }), ['ÉTÉ 100%'])
  assert.deepEqual(await names(key, { query: 'ŁÓDŹ' }), ['plain'])
  assert.deepEqual(await names(key, { query: '%' }), ['ÉTÉ 100%'])
  assert.deepEqual(await names(key, { query: '_' }), ['a_b'])
  assert.deepEqual(await names(key, { query: '\\' }), ['c\\d'])
  assert.deepEqual(await names(key, { query: 'A_B' }), ['a_b'])
  assert.deepEqual(await names(key, { query: 'a%b' }), [])
})

test('200: every order has the same projects; the default is best match first', async () => {
  const { key } = await library('Teasre', 'The teaser', 'Teaser', 'Tesaer', 'Nothing', 'Teaser 2')
  const best = ['Teaser', 'Teaser 2', 'The teaser']
  assert.deepEqual(await names(key, { query: 'teaser' }), best)
  const byName = { 'sort.type': 'name', 'sort.direction': 'asc' }
  assert.deepEqual(await names(key, { query: 'teaser', ...byName }), ['Teaser', 'Teaser 2', 'The teaser'])
  assert.deepEqual(await names(key, { query: 'teaxer', ...byName }), ['Teaser', 'Teaser 2', 'The teaser'])
  assert.deepEqual(await names(key, { query: 'teaxer' }), ['Teaser 2', 'Teaser', 'The teaser'])
})

test('200: names with a typo match only if nothing else does, on every page', async () => {
  const { key, ids } = await library(...Array.from({ length: 60 }, (_, i) => (i < 8 ? 'Banenr' : 'Banner')))
  const pages = [await search(key, { query: 'banner' }), await search(key, { query: 'banner', page: '2' })]
  assert.deepEqual(
    pages.map(({ body }) => body.page.hasNext),
    [true, false],
  )
  const expected = ids.slice(8).toReversed()
  assert.deepEqual(
    pages.flatMap(({ body }) => body.data.map((project: Project) => project.id)),
    expected,
  )
})

test('200: among 55 numbered projects, only those with the keyword match, in every order', async () => {
  const { key } = await library(...Array.from({ length: 55 }, (_, i) => `Bulk ${i}`))
  const expected = ['Bulk 1', ...Array.from({ length: 10 }, (_, i) => `Bulk ${10 + i}`)]
  assert.deepEqual(await names(key, { query: 'Bulk 1' }), ['Bulk 1', ...expected.slice(1).toReversed()])
  for (const type of ['name', 'createdAt', 'activity']) {
    const sort = { 'sort.type': type, 'sort.direction': 'asc' }
    assert.deepEqual((await names(key, { query: 'Bulk 1', ...sort })).toSorted(), expected.toSorted())
  }
  const byName = { 'sort.type': 'name', 'sort.direction': 'asc' }
  assert.deepEqual(await names(key, { query: 'bulk 1', ...byName }), expected)
})

test('200: newest first, or in the requested order', async () => {
  const { key } = await library('b film', 'A film', 'C film')
  const sorted = (type: string, direction: string) =>
    names(key, { query: 'film', 'sort.type': type, 'sort.direction': direction })
  assert.deepEqual(await names(key, { query: 'film' }), ['C film', 'A film', 'b film'])
  assert.deepEqual(await names(key, { query: 'film', 'sort.type': 'name' }), ['C film', 'b film', 'A film'])
  assert.deepEqual(await names(key, { query: 'film', 'sort.direction': 'asc' }), [
    'b film',
    'A film',
    'C film',
  ])
  assert.deepEqual(await sorted('createdAt', 'desc'), ['C film', 'A film', 'b film'])
  assert.deepEqual(await sorted('createdAt', 'asc'), ['b film', 'A film', 'C film'])
  assert.deepEqual(await sorted('name', 'asc'), ['A film', 'b film', 'C film'])
  assert.deepEqual(await sorted('name', 'desc'), ['C film', 'b film', 'A film'])
})

test('200: pages of 50, in a stable order among equal values', async () => {
  const { key, ids } = await library(...Array.from({ length: 101 }, () => 'Same'))
  await sql`update projects set created_at = '2026-01-01Z' where name = 'Same'`
  for (const [type, direction] of ['name asc', 'name desc', 'createdAt asc', 'createdAt desc'].map((sort) =>
    sort.split(' '),
  )) {
    const seen: string[] = []
    for (const [page, size] of [50, 50, 1, 0].entries()) {
      const parameters = {
        query: 'same',
        page: String(page + 1),
        'sort.type': type!,
        'sort.direction': direction!,
      }
      const answer = await search(key, parameters)
      assert.deepEqual(answer.body.page, { current: page + 1, hasNext: page < 2 })
      assert.equal(answer.body.data.length, size)
      seen.push(...answer.body.data.map((project: Project) => project.id))
    }
    assert.deepEqual(seen, direction === 'asc' ? ids : ids.toReversed())
  }
})

test('200: a page of exactly 50 has no next', async () => {
  const { key, ids } = await library(...Array.from({ length: 50 }, () => 'Exact'))
  const answer = await search(key, { query: 'exact' })
  assert.equal(answer.body.data.length, 50)
  assert.deepEqual(answer.body.page, { current: 1, hasNext: false })
  await world.member(ids[0]!, 'PROJECT_MEMBER')
  assert.equal((await found(key, { query: 'exact' })).length, 50)
})

test('200: the projects of the caller and those open to the workspace, each once, and no others', async () => {
  const me = await world.person()
  const guest = await world.person({ role: 'GUEST' })
  const open = { accessRange: 'ALLOW_WORKSPACE_MEMBER' }
  await world.project({ name: 'Seen: mine', owner: me })
  await world.project({ name: 'Seen: mine and open', owner: me, ...open })
  await world.project({ name: 'Seen: open', ...open })
  await world.project({ name: 'Seen: not by me' })
  await world.project({ name: 'Seen: by the guest', owner: guest })
  await world.project({ name: 'Seen: elsewhere', workspaceId: await world.workspace(), ...open })
  const gone = await world.project({ name: 'Seen: gone', owner: me, ...open })
  await sql`update projects set destroyed_at = now() where id = ${gone.id}`
  const leaving = await world.project({ name: 'Seen: leaving', owner: me })
  await sql`update projects set destroyed_at = now() + interval '1 day' where id = ${leaving.id}`

  const parameters = { query: 'Seen:', 'sort.type': 'name', 'sort.direction': 'asc' }
  assert.deepEqual(await names(me.key, parameters), [
    'Seen: leaving',
    'Seen: mine',
    'Seen: mine and open',
    'Seen: open',
  ])
  assert.deepEqual(await names(guest.key, parameters), ['Seen: by the guest'])
})

for (const [situation, parameters] of [
  ['an empty query', { query: '' }],
  ['a missing query', {}],
] as const) {
  test(`200: ${situation} lists all visible projects, paged and sorted like matches`, async () => {
    const workspaceId = await world.workspace()
    const owner = await world.person({ workspaceId })
    const { key } = owner
    const byAge = Array.from({ length: 52 }, (_, i) => `Shot ${i}`)
    for (const name of byAge) await world.project({ workspaceId, owner, name })
    const away = await world.project({ workspaceId, owner, name: 'Away' })
    await world.call(`PATCH /api/projects/${away.id}`, { key, body: { archived: true } })
    await world.project({ name: 'Not mine' })
    for (const [sort, expected] of [
      [{}, byAge.toReversed()],
      [{ 'sort.type': 'name', 'sort.direction': 'asc' }, byAge],
      [{ 'sort.direction': 'asc' }, byAge],
    ] as const) {
      const first = await search(key, { ...parameters, ...sort })
      const second = await search(key, { ...parameters, ...sort, page: '2' })
      assert.deepEqual(first.body.page, { current: 1, hasNext: true })
      assert.deepEqual(second.body.page, { current: 2, hasNext: false })
      const shown = [...first.body.data, ...second.body.data].map((project: Project) => project.name)
      assert.deepEqual(shown, expected)
    }
    assert.deepEqual(await names(key, { ...parameters, archived: 'true' }), ['Away'])
  })
}

type Wrong = [parameters: Record<string, string>, path: string]

test('200 and 400: a query of up to 100 characters, pages 1 to 100, known sorts', async () => {
  const { key } = await world.person()
  assert.deepEqual(await found(key, { query: '🎬'.repeat(100), page: '100' }), [])
  const wrongPages = ['0', '101', '-1', '1.5', 'x', ''].map((page): Wrong => [{ query: 'a', page }, '/page'])
  const wrong: Wrong[] = [
    [{ query: '🎬'.repeat(101) }, '/query'],
    [{ query: 'a\0b' }, '/query'],
    ...wrongPages,
    [{ query: 'a', 'sort.type': 'updatedAt' }, '/sort/type'],
    [{ query: 'a', 'sort.direction': 'up' }, '/sort/direction'],
    [{ query: 'a', 'sort.by': 'name' }, '/sort/by'],
    [{ query: 'a', sort: 'name' }, '/sort'],
    [{ query: 'a', keyword: 'b' }, '/keyword'],
  ]
  for (const [parameters, path] of wrong) {
    const answer = await search(key, parameters)
    assert.equal(answer.status, 400, JSON.stringify(parameters))
    assert.deepEqual(
      answer.body.errors.map((error: { path: string }) => error.path),
      [path],
    )
  }
})

test('403: a key without the scope', async () => {
  const { key } = await world.person({ scopes: ['projects:write'] })
  assert.equal((await search(key, { query: 'a' })).body.code, 'insufficient_scope')
})

test('200: archived projects are found only on request', async () => {
  const { key, ids } = await library('Teaser away', 'Teaser here')
  await world.call(`PATCH /api/projects/${ids[0]}`, { key, body: { archived: true } })
  for (const sort of [{}, { 'sort.type': 'name' }]) {
    assert.deepEqual(await names(key, { query: 'teaser', ...sort }), ['Teaser here'])
    assert.deepEqual(await names(key, { query: 'teaser', archived: 'true', ...sort }), ['Teaser away'])
  }
})
