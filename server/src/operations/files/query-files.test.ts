import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile, newFolder, newUpload } from '../../../test/worlds/samples.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database

type Page = { data: { id: string; name: string }[]; page: { next: string | null; prev: string | null } }

async function query(projectId: string, key: string, body: object = {}): Promise<Page> {
  const answer = await world.call(`QUERY /api/projects/${projectId}/files`, { key, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

async function names(projectId: string, key: string, body: object): Promise<string[]> {
  return (await query(projectId, key, body)).data.map(({ name }) => name)
}

/** Creates files with these names, the oldest first. */
async function fill(projectId: string, fileNames: string[], allowRestricted = false): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    insert into files (id, project_id, name, mode, youtube_id, status, position, stack_id, stack_number,
      allow_restricted, created_at)
    select 'FX' || left(md5(random()::text), 22), ${projectId}, name, 'YOUTUBE', 'x', 'UPLOADED', n,
      gen_random_uuid()::text, 1, ${allowRestricted}, now() + n * interval '1 microsecond'
    from unnest(${fileNames}::text[]) with ordinality as t (name, n)
    returning id`
  return rows.map(({ id }) => id)
}

async function walk(projectId: string, { key }: Person, filters: object): Promise<string[][]> {
  const pages = [await query(projectId, key, filters)]
  for (let next = pages[0]!.page.next; next !== null; next = pages.at(-1)!.page.next) {
    pages.push(await query(projectId, key, { ...filters, next }))
  }
  const back = [pages.at(-1)!]
  for (let prev = back[0]!.page.prev; prev !== null; prev = back.at(-1)!.page.prev) {
    back.push(await query(projectId, key, { ...filters, prev }))
  }
  const ids = pages.map(({ data }) => data.map(({ id }) => id))
  assert.deepEqual(
    back.toReversed().map(({ data }) => data.map(({ id }) => id)),
    ids,
  )
  return ids
}

for (const sizes of [[1], [50], [50, 1], [50, 50, 1]]) {
  const count = sizes.reduce((sum, size) => sum + size)
  test(`200: ${count} files in pages of ${sizes.join(' + ')}, newest first, forward and back`, async () => {
    const { id, owner } = await world.project()
    const made = await fill(id, Array(count).fill('Take'))
    for (const filters of [{}, { keyword: 'take' }, { keyword: 'tkae' }]) {
      const pages = await walk(id, owner, filters)
      assert.deepEqual(
        pages.map((page) => page.length),
        sizes,
      )
      assert.deepEqual(pages.flat(), made.toReversed())
    }
  })
}

test('200: keywords in any script match literally; typos match only if nothing else does', async () => {
  const { id, owner } = await world.project()
  await fill(id, [
    'Sunset final.mov',
    'sunrise.mov',
    'Sunsset rough.mov',
    '100% done',
    'a_b',
    '夕焼けの海.mp4',
    'ÉTÉ',
  ])
  assert.deepEqual(await names(id, owner.key, { keyword: 'sunset' }), ['Sunset final.mov'])
  assert.deepEqual(await names(id, owner.key, { keyword: 'sunnset' }), [
    'Sunsset rough.mov',
    'Sunset final.mov',
  ])
  assert.deepEqual(await names(id, owner.key, { keyword: 'unse' }), ['Sunset final.mov'])
  assert.deepEqual(await names(id, owner.key, { keyword: '%' }), ['100% done'])
  assert.deepEqual(await names(id, owner.key, { keyword: '_' }), ['a_b'])
  assert.deepEqual(await names(id, owner.key, { keyword: '焼け' }), ['夕焼けの海.mp4'])
  assert.deepEqual(await names(id, owner.key, { keyword: 'été' }), ['ÉTÉ'])
  assert.deepEqual(await names(id, owner.key, { keyword: 'nothing like it' }), [])
})

test('200: all pages of a keyword together have each match once and no typos', async () => {
  const { id, owner } = await world.project()
  const all = await fill(
    id,
    Array.from({ length: 130 }, (_, n) =>
      n % 3 === 0 ? `sunset ${n}` : n % 3 === 1 ? `sunsset ${n}` : `other ${n}`,
    ),
  )
  const pages = await walk(id, owner, { keyword: 'sunset' })
  assert.deepEqual(pages.flat(), all.filter((_, n) => n % 3 === 0).toReversed())
})

test('200: filtered by folder, tag and status; a null folder is the root, an omitted one matches all', async () => {
  const { id, owner } = await world.project()
  const folder = { id: await newFolder(world, id, owner) }
  const inside = await newFile(world, id, owner)
  await sql`update files set folder_id = ${folder.id}, tag = 'APPROVED', name = 'inside' where id = ${inside}`
  const uploading = await newUpload(world, id, owner)
  await sql`update files set name = 'uploading' where id = ${uploading}`
  assert.deepEqual(await names(id, owner.key, {}), ['uploading', 'inside'])
  assert.deepEqual(await names(id, owner.key, { folder }), ['inside'])
  assert.deepEqual(await names(id, owner.key, { folder: null }), ['uploading'])
  assert.deepEqual(await names(id, owner.key, { tag: 'APPROVED' }), ['inside'])
  assert.deepEqual(await names(id, owner.key, { status: 'UPLOADING' }), ['uploading'])
  assert.deepEqual(await names(id, owner.key, { status: 'UPLOADING', tag: 'APPROVED' }), [])
  assert.deepEqual(
    await names(id, owner.key, { keyword: 'ins', folder, tag: 'APPROVED', status: 'UPLOADED' }),
    ['inside'],
  )
})

test('200: the pages of a restricted reviewer have only the files marked for them', async () => {
  const { id, owner } = await world.project()
  const reviewer = await world.member(id, 'PROJECT_RESTRICTED_REVIEWER')
  await fill(id, Array(60).fill('hidden'))
  const shown = await fill(id, Array(60).fill('shown'), true)
  assert.deepEqual((await walk(id, reviewer, {})).flat(), shown.toReversed())
  assert.deepEqual((await walk(id, reviewer, { keyword: 'shown' })).flat(), shown.toReversed())
  assert.equal((await walk(id, owner, {})).flat().length, 120)
})

test('400: a cursor of another filter, project or list, both cursors, and invalid filters', async () => {
  const { id, owner } = await world.project()
  const other = await world.project({ owner })
  await fill(id, Array(60).fill('Take'))
  const next = (await query(id, owner.key)).page.next!
  const refused = async (project: string, body: object) => {
    const answer = await world.call(`QUERY /api/projects/${project}/files`, { key: owner.key, body })
    assert.equal(answer.status, 400, JSON.stringify(body))
    return answer.body.errors[0]?.path ?? answer.body.code
  }
  const folder = { id: await newFolder(world, id, owner) }
  for (const filter of [
    { keyword: 'Take' },
    { folder },
    { folder: null },
    { tag: 'APPROVED' },
    { status: 'UPLOADED' },
  ]) {
    assert.equal(await refused(id, { ...filter, next }), 'invalid_cursor')
  }
  assert.equal(await refused(other.id, { next }), 'invalid_cursor')
  assert.equal(await refused(id, { next, prev: next }), '/prev')
  for (const [body, path] of [
    [{ keyword: 'a'.repeat(101) }, '/keyword'],
    [{ folder: { id: 'DX' } }, '/folder/id'],
    [{ folder: {} }, '/folder/id'],
    [{ tag: 'DONE' }, '/tag'],
    [{ status: 'GONE' }, '/status'],
    [{ mode: 'LOCAL' }, '/mode'],
  ] as const) {
    assert.equal(await refused(id, body), path)
  }
  assert.deepEqual(await names(id, owner.key, { keyword: '🎬'.repeat(100) }), [])
})

test('200: an empty keyword is no filter', async () => {
  const { id, owner } = await world.project()
  await fill(id, ['a', 'b'])
  assert.deepEqual(await names(id, owner.key, { keyword: '' }), ['b', 'a'])
})

test('200: among 55 numbered files, the exact name comes first, and every order has the same files', async () => {
  const { id, owner } = await world.project()
  await fill(
    id,
    Array.from({ length: 55 }, (_, i) => `Bulk ${i}.mov`),
  )
  const expected = ['Bulk 1.mov', ...Array.from({ length: 10 }, (_, i) => `Bulk ${19 - i}.mov`)]
  assert.deepEqual(await names(id, owner.key, { keyword: 'Bulk 1' }), expected)
  for (const type of ['createdAt', 'updatedAt', 'name', 'size', 'tag', 'kind']) {
    for (const direction of ['asc', 'desc']) {
      const sorted = await names(id, owner.key, { keyword: 'Bulk 1', sort: { type, direction } })
      assert.deepEqual(sorted.toSorted(), expected.toSorted(), `${type} ${direction}`)
    }
  }
})

/** Creates files in stacks: `[stack, number, allowRestricted]`, the oldest first. */
async function stacked(projectId: string, files: [string, number, boolean?][]): Promise<void> {
  for (const [i, [stack, number, shown = true]] of files.entries()) {
    const [id] = await fill(projectId, [`${stack} ${number}`], shown)
    const stackId = `FX${stack.padEnd(22, '0')}`
    await sql`
      update files set stack_id = ${stackId}, stack_number = ${number},
        created_at = '2026-01-01Z'::timestamptz + make_interval(secs => ${i})
      where id = ${id!}`
  }
}

test('200: the latest revision of each file and all revisions of one, as the caller can see them', async () => {
  const { id, owner } = await world.project()
  const restricted = await world.member(id, 'PROJECT_RESTRICTED_REVIEWER')
  await stacked(id, [
    ['a', 1],
    ['b', 1],
    ['a', 2],
    ['c', 1, false],
    ['a', 3, false],
  ])
  const { key } = owner
  assert.deepEqual(await names(id, key, { latest: true }), ['a 3', 'c 1', 'b 1'])
  assert.deepEqual(await names(id, restricted.key, { latest: true }), ['a 2', 'b 1'])
  for (const body of [{}, { latest: false }, { latest: null }])
    assert.deepEqual(await names(id, key, body), ['a 3', 'c 1', 'a 2', 'b 1', 'a 1'])
  const stack = { id: `FX${'a'.padEnd(22, '0')}` }
  assert.deepEqual(await names(id, key, { stack }), ['a 3', 'a 2', 'a 1'])
  assert.deepEqual(await names(id, restricted.key, { stack }), ['a 2', 'a 1'])
  assert.deepEqual(await names(id, key, { stack, latest: true }), ['a 3'])
  assert.deepEqual(await names(id, key, { latest: true, keyword: 'a 1' }), [])

  const stacks = async (who: string) =>
    (await query(id, who, { stack })).data.map((file) => (file as unknown as { stack: object }).stack)
  assert.deepEqual(await stacks(key), [
    { ...stack, number: 3, latest: true },
    { ...stack, number: 2, latest: false },
    { ...stack, number: 1, latest: false },
  ])
  assert.deepEqual((await stacks(restricted.key))[0], { ...stack, number: 2, latest: true })
  const elsewhere = await world.project({ owner })
  assert.deepEqual(await names(elsewhere.id, key, { stack }), [])
})

test('200: an incomplete revision does not replace a complete one', async () => {
  const { id, owner } = await world.project()
  await stacked(id, [
    ['d', 1],
    ['e', 1],
    ['e', 2],
    ['d', 2],
    ['d', 3],
  ])
  const latest = () => names(id, owner.key, { latest: true })
  const now = (status: string, ...some: string[]) =>
    sql`update files set status = ${status} where project_id = ${id} and name = any (${some})`
  await now('UPLOADING', 'd 3', 'e 1', 'e 2')
  assert.deepEqual(await latest(), ['d 2', 'e 2'])
  await now('FAILED', 'd 3', 'e 2')
  assert.deepEqual(await latest(), ['d 2', 'e 2'])
  await now('UPLOADED', 'e 1')
  assert.deepEqual(await latest(), ['d 2', 'e 1'])
  await now('UPLOADED', 'd 3')
  assert.deepEqual(await latest(), ['d 3', 'e 1'])
})

test('200: pages of latest revisions, forward and back', async () => {
  const { id, owner } = await world.project()
  const made = await fill(id, Array(180).fill('Take'))
  await sql`
    update files f set stack_id = 'FX' || lpad((n / 3)::text, 22, '0'), stack_number = n % 3 + 1
    from unnest(${made}::text[]) with ordinality as made (id, place), lateral (select place::integer - 1 as n) t
    where f.id = made.id`
  const latest = made.filter((_, n) => n % 3 === 2)
  assert.deepEqual((await walk(id, owner, { latest: true })).flat(), latest.toReversed())
})
