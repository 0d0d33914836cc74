import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId, newUuid } from '../../core/ids.ts'

const world = await startWorld()

type Listed = { id: string; name: string; createdAt: string }

function list(projectId: string, key: string, query = '') {
  return world.call(`GET /api/projects/${projectId}/versions${query}`, { key })
}

/**
 * Inserts versions directly into the database, a second apart; every `restrictedEvery`th is for restricted reviewers.
 */
async function projectWith(names: string[], restrictedEvery = 2) {
  const project = await world.project()
  const ids = names.map(() => newUuid())
  await world.database.sql`
    insert into versions (id, project_id, name, allow_restricted, created_at)
    select id, ${project.id}, name, place % ${restrictedEvery}::int = 0, timestamptz '2026-01-01 00:00Z' + place * interval '1 second'
    from unnest(${ids}::uuid[], ${names}::text[]) with ordinality as made (id, name, place)`
  return { ...project, ids }
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `v${String(i).padStart(5, '0')}`)
const names = (answer: { body: { data: Listed[] } }) => answer.body.data.map((version) => version.name)

test('200: the exact record', async () => {
  const { id, owner } = await world.project()
  const made = await world.call(`POST /api/projects/${id}/versions`, {
    key: owner.key,
    body: { name: 'One', description: 'First' },
  })
  const [times] = await world.database.sql<{ created: string; updated: string }>`
    select created_at as created, updated_at as updated from versions where project_id = ${id}`
  const answer = await list(id, owner.key)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, {
    data: [
      {
        id: made.body.data.id,
        name: 'One',
        description: 'First',
        status: 'NEED_REVIEW',
        createdAt: times!.created,
        updatedAt: times!.updated,
        project: { id },
        statusChangedAt: null,
        statusChangedBy: null,
        decidedByAgent: false,
      },
    ],
    page: { current: 1, hasNext: false },
  })
  assert.match(times!.created, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
})

test('200: an empty list', async () => {
  const { id, owner } = await world.project()
  for (const query of ['', '?sort.type=name', '?page=7']) {
    const current = query === '?page=7' ? 7 : 1
    assert.deepEqual((await list(id, owner.key, query)).body, { data: [], page: { current, hasNext: false } })
  }
})

test('200: newest first by default', async () => {
  const { id, owner } = await projectWith(['b', 'C', 'a'])
  for (const [query, expected] of [
    ['', ['a', 'C', 'b']],
    ['?sort.type=createdAt', ['a', 'C', 'b']],
    ['?sort.direction=asc', ['b', 'C', 'a']],
    ['?sort.type=createdAt&sort.direction=desc', ['a', 'C', 'b']],
    ['?sort.type=name&sort.direction=asc', ['a', 'b', 'C']],
    ['?sort.type=name', ['C', 'b', 'a']],
  ] as const) {
    assert.deepEqual(names(await list(id, owner.key, query)), expected, query)
  }
})

test('200: equal names and times are sorted by id, the same on every page', async () => {
  const { id, owner, ids } = await projectWith(Array(120).fill('same'))
  await world.database.sql`update versions set created_at = now() where project_id = ${id}`
  for (const type of ['name', 'createdAt']) {
    for (const [direction, expected] of [
      ['asc', ids],
      ['desc', ids.toReversed()],
    ] as const) {
      const walked: string[] = []
      for (const page of [1, 2, 3]) {
        const answer = await list(
          id,
          owner.key,
          `?sort.type=${type}&sort.direction=${direction}&page=${page}`,
        )
        walked.push(...answer.body.data.map((version: Listed) => version.id))
      }
      assert.deepEqual(walked, expected, `${type} ${direction}`)
    }
  }
})

test('200: 50 per page, and hasNext only if there are more', async () => {
  for (const [count, sizes] of [
    [50, [50, 0]],
    [51, [50, 1, 0]],
    [100, [50, 50, 0]],
  ] as const) {
    const { id, owner } = await projectWith(numbered(count))
    let left: number = count
    for (const [i, size] of sizes.entries()) {
      const answer = await list(id, owner.key, `?page=${i + 1}&sort.direction=asc`)
      left -= size
      assert.equal(answer.body.data.length, size)
      assert.deepEqual(answer.body.page, { current: i + 1, hasNext: left > 0 })
    }
  }
})

test('200: page 100 is the last page', async () => {
  const { id, owner } = await projectWith(numbered(5001))
  const answer = await list(id, owner.key, '?page=100&sort.type=name&sort.direction=asc')
  assert.equal(answer.body.data[0].name, 'v04950')
  assert.deepEqual(answer.body.page, { current: 100, hasNext: true })
})

test('200: a restricted reviewer sees only the versions marked for them, in full pages', async () => {
  const { id } = await projectWith(numbered(153), 3)
  const { key } = await world.member(id, 'PROJECT_RESTRICTED_REVIEWER')
  const marked = numbered(153).filter((_, i) => (i + 1) % 3 === 0)
  assert.equal(marked.length, 51)
  for (const type of ['name', 'createdAt']) {
    const first = await list(id, key, `?sort.type=${type}&sort.direction=asc`)
    const second = await list(id, key, `?sort.type=${type}&sort.direction=asc&page=2`)
    assert.deepEqual([...names(first), ...names(second)], marked)
    assert.deepEqual([first.body.page.hasNext, second.body.page.hasNext], [true, false])
    assert.deepEqual(names(await list(id, key, `?sort.type=${type}`)), marked.toReversed().slice(0, 50))
  }
})

test('200: a restricted reviewer without marked versions gets an empty list', async () => {
  const { id } = await projectWith(numbered(3), 1000)
  const { key } = await world.member(id, 'PROJECT_RESTRICTED_REVIEWER')
  assert.deepEqual((await list(id, key)).body, { data: [], page: { current: 1, hasNext: false } })
})

test('200 for every other role: all versions', async () => {
  const { id } = await projectWith(numbered(3))
  for (const role of ['PROJECT_MANAGER', 'PROJECT_MEMBER', 'PROJECT_REVIEWER'] as const) {
    const { key } = await world.member(id, role)
    assert.equal((await list(id, key)).body.data.length, 3, role)
  }
})

test('200: only versions with a given file; none for a restricted reviewer who cannot see the file', async () => {
  const { id, owner, ids } = await projectWith(['one', 'two', 'three', 'four'])
  const [shown, hidden] = [newPrefixedId('FX'), newPrefixedId('FX')]
  for (const [file, restricted] of [
    [shown, true],
    [hidden, false],
  ] as const) {
    await world.database.sql`
      insert into files (id, project_id, name, mode, status, allow_restricted, position, stack_id, stack_number)
      values (${file}, ${id}, 'a.mov', 'LOCAL', 'UPLOADING', ${restricted}, 0, ${file}, 1)`
  }
  await world.database.sql`
    insert into version_files (version_id, file_id, project_id, position)
    select version, file, ${id}, 0 from unnest(
      ${[ids[0], ids[1], ids[1], ids[2]]}::uuid[], ${[shown, shown, hidden, hidden]}::text[]) as held (version, file)`
  const restricted = await world.member(id, 'PROJECT_RESTRICTED_REVIEWER')
  assert.deepEqual(names(await list(id, owner.key, `?file.id=${shown}`)), ['two', 'one'])
  assert.deepEqual(names(await list(id, owner.key, `?file.id=${hidden}&sort.direction=asc`)), [
    'two',
    'three',
  ])
  assert.deepEqual(names(await list(id, owner.key, `?file.id=${newPrefixedId('FX')}`)), [])
  assert.deepEqual(names(await list(id, restricted.key, `?file.id=${shown}`)), ['two'])
  assert.deepEqual(names(await list(id, restricted.key, `?file.id=${hidden}`)), [])
})

test('400: pages and sorts that do not exist', async () => {
  const { id, owner } = await world.project()
  for (const [query, path] of [
    ['page=0', '/page'],
    ['page=101', '/page'],
    ['page=-1', '/page'],
    ['page=1.5', '/page'],
    ['page=two', '/page'],
    ['page=', '/page'],
    ['page=1&page=2', '/page'],
    ['sort.type=status', '/sort/type'],
    ['sort.type=NAME', '/sort/type'],
    ['sort.direction=up', '/sort/direction'],
    ['sort.by=name', '/sort/by'],
    ['sort=name', '/sort'],
    ['keyword=a', '/keyword'],
  ] as const) {
    const answer = await list(id, owner.key, `?${query}`)
    assert.equal(answer.status, 400, query)
    assert.deepEqual(
      answer.body.errors.map((error: { path: string }) => error.path),
      [path],
      query,
    )
  }
})

test('404: users without a role', async () => {
  const { id } = await projectWith(['a'])
  assert.equal((await list(id, (await world.person()).key)).status, 404)
})
