// The orders and filters of the list of files, and the additional fields of its items.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import type { FileListItem } from '../../records/file-list-item.ts'

const world = await startWorld()
const { sql } = world.database

type Page = { data: FileListItem[]; page: { next: string | null; prev: string | null } }

async function query(projectId: string, key: string, body: object = {}): Promise<Page> {
  const answer = await world.call(`QUERY /api/projects/${projectId}/files`, { key, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

async function names(projectId: string, key: string, body: object): Promise<string[]> {
  return (await query(projectId, key, body)).data.map(({ name }) => name)
}

type Derivative = { name: string; size: number | null; tag: string; mime: string }

async function fill(projectId: string, files: Partial<Derivative>[], authorId: string | null = null) {
  for (const [i, { name = 'Take', size = null, tag = 'NEED_REVIEW', mime = null }] of files.entries()) {
    await sql`
      insert into files (id, project_id, name, mode, status, position, stack_id, stack_number, size, tag, mime_type,
        author_id, created_at, updated_at)
      values ('FX' || left(md5(random()::text), 22), ${projectId}, ${name}, 'LOCAL', 'UPLOADED', 1, gen_random_uuid()::text,
        1, ${size}, ${tag}, ${mime}, ${authorId}, '2026-01-01Z'::timestamptz + make_interval(mins => ${i}),
        '2026-02-01Z'::timestamptz - make_interval(mins => ${i}))`
  }
}

test('200: names in natural order: numbers by value, ignoring case and accents', async () => {
  const { id, owner } = await world.project()
  const ordered = [
    'a',
    'Éclair 2',
    'eclair 10',
    'shot 007',
    'Shot 8',
    'shot2',
    'SHOT10',
    'shot10b',
    'shot20260101123000',
    '夕',
  ]
  await fill(
    id,
    ordered.toReversed().map((name) => ({ name })),
  )
  const sort = (direction: string) => ({ sort: { type: 'name', direction } })
  assert.deepEqual(await names(id, owner.key, sort('asc')), ordered)
  assert.deepEqual(await names(id, owner.key, sort('desc')), ordered.toReversed())
})

test('200: names of 255 characters that fold to many more are listed', async () => {
  const { id, owner } = await world.project()
  const long = ['\ufdfa'.repeat(255), '1a'.repeat(127), '9'.repeat(255)]
  await fill(
    id,
    long.map((name) => ({ name })),
  )
  const found = await names(id, owner.key, { sort: { type: 'name', direction: 'asc' } })
  assert.deepEqual(found.toSorted(), long.toSorted())
})

test('200: sorted by update time, size, tag and kind, then by name', async () => {
  const { id, owner } = await world.project()
  await fill(id, [
    { name: 'b', size: 10, tag: 'CLOSED', mime: 'video/mp4' },
    { name: 'a', size: 9, tag: 'IN_PROGRESS', mime: 'image/png' },
    { name: 'd', tag: 'APPROVED', mime: 'video/mp4' },
    { name: 'c', size: 100, tag: 'APPROVED', mime: 'application/pdf' },
  ])
  const sorted = async (type: string) =>
    (await names(id, owner.key, { sort: { type, direction: 'asc' } })).join('')
  assert.equal(await sorted('createdAt'), 'badc')
  assert.equal(await sorted('updatedAt'), 'cdab')
  assert.equal(await sorted('size'), 'dabc')
  assert.equal(await sorted('tag'), 'acdb')
  assert.equal(await sorted('kind'), 'cabd')
  assert.equal((await names(id, owner.key, { sort: { type: 'updatedAt' } })).join(''), 'badc')
  assert.equal((await names(id, owner.key, { sort: {} })).join(''), 'cdab')
  assert.equal((await names(id, owner.key, { sort: null })).join(''), 'cdab')
})

test('200: filtered by tags, kinds and author', async () => {
  const { id, owner } = await world.project()
  await fill(id, [{ name: 'theirs', mime: 'audio/wav' }])
  await fill(
    id,
    [
      { name: 'film', mime: 'application/mxf', tag: 'APPROVED' },
      { name: 'model', mime: 'model/gltf-binary', tag: 'CLOSED' },
      { name: 'data', mime: 'application/zip' },
    ],
    owner.userId,
  )
  assert.deepEqual(await names(id, owner.key, { tag: ['APPROVED', 'CLOSED'] }), ['model', 'film'])
  assert.deepEqual(await names(id, owner.key, { tag: 'APPROVED' }), ['film'])
  assert.deepEqual(await names(id, owner.key, { kind: 'OTHER' }), ['data'])
  assert.deepEqual(
    await names(id, owner.key, { kind: ['VIDEO', 'AUDIO'], sort: { type: 'name', direction: 'asc' } }),
    ['film', 'theirs'],
  )
  assert.deepEqual(await names(id, owner.key, { author: { id: owner.userId }, kind: 'MODEL' }), ['model'])
  for (const [body, path] of [
    [{ tag: [] }, '/tag'],
    [{ kind: 'FILM' }, '/kind'],
    [{ author: {} }, '/author/id'],
    [{ sort: { type: 'order' } }, '/sort/type'],
    [{ sort: { direction: 'up' } }, '/sort/direction'],
  ] as const) {
    const answer = await world.call(`QUERY /api/projects/${id}/files`, { key: owner.key, body })
    assert.deepEqual([answer.status, answer.body.errors[0].path], [400, path])
  }
})

test('200: the exact name first, then matches without extension, at the start and within; no similar names', async () => {
  const { id, owner } = await world.project()
  const shots = Array.from({ length: 60 }, (_, i) => `SC12_SH${String(i).padStart(3, '0')}`)
  await fill(
    id,
    [...shots, 'SH040', 'SH040.mov', 'SH040 alt.mov'].map((name) => ({ name })),
  )
  const best = ['SH040', 'SH040.mov', 'SH040 alt.mov', 'SC12_SH040']
  assert.deepEqual(await names(id, owner.key, { keyword: 'sh040' }), best)
  for (const type of ['name', 'createdAt', 'size', 'tag', 'kind', 'updatedAt']) {
    const found = await names(id, owner.key, { keyword: 'SH040', sort: { type } })
    assert.deepEqual(found.toSorted(), best.toSorted(), type)
  }
  assert.deepEqual(await names(id, owner.key, { keyword: 'SC12_SH041' }), ['SC12_SH041'])
  assert.equal((await names(id, owner.key, { keyword: 'SC12_SX041' })).includes('SC12_SH041'), true)
})

const types = ['createdAt', 'updatedAt', 'name', 'size', 'tag', 'kind']
const tags = ['IN_PROGRESS', 'NEED_REVIEW', 'APPROVED']
const mimes = ['video/mp4', 'image/png', 'application/zip']

for (const keyword of [undefined, 'take', 'tkae'])
  test(`200: a walk in every order has every file once, forward and back${keyword ? `: ${keyword}` : ''}`, async () => {
    const { id, owner } = await world.project()
    const pick = <T>(list: readonly T[], i: number) => list[(i * 7919) % list.length]!
    await fill(
      id,
      Array.from({ length: 120 }, (_, i) => ({
        name: `Take ${(i * 31) % 40}`,
        size: pick([1, 2, null], i),
        tag: pick(tags, i),
        mime: pick(mimes, i >> 1),
      })),
    )
    for (const type of types) {
      for (const direction of ['asc', 'desc']) {
        const body = { ...(keyword && { keyword }), sort: { type, direction } }
        const pages = [await query(id, owner.key, body)]
        for (let { next } = pages[0]!.page; next !== null; next = pages.at(-1)!.page.next)
          pages.push(await query(id, owner.key, { ...body, next }))
        const ids = pages.flatMap(({ data }) => data.map((file) => file.id))
        assert.equal(new Set(ids).size, 120, `${type} ${direction}`)
        assert.equal(ids.length, 120)
        const back = await query(id, owner.key, { ...body, prev: pages[2]!.page.prev })
        assert.deepEqual(back.data, pages[1]!.data)
        const other = { ...body, sort: { type, direction: direction === 'asc' ? 'desc' : 'asc' } }
        const answer = await world.call(`QUERY /api/projects/${id}/files`, {
          key: owner.key,
          body: { ...other, next: pages[0]!.page.next },
        })
        assert.equal(answer.body.code, 'invalid_cursor')
      }
    }
  })

test('200: paging through typos continues when an exact match is added', async () => {
  const { id, owner } = await world.project()
  await fill(
    id,
    Array.from({ length: 60 }, () => ({ name: 'Banenr' })),
  )
  const first = await query(id, owner.key, { keyword: 'banner' })
  await fill(id, [{ name: 'Banner' }])
  const second = await query(id, owner.key, { keyword: 'banner', next: first.page.next })
  const walked = [...first.data, ...second.data].filter(({ name }) => name === 'Banenr')
  assert.equal(new Set(walked.map((file) => file.id)).size, 60)
  assert.deepEqual(await names(id, owner.key, { keyword: 'banner' }), ['Banner'])
})

test('200: author, kind, media and comment counts of each file, as the caller may see them', async () => {
  const { id, owner } = await world.project()
  const fileId = await newFile(world, id, owner)
  await sql`update files set mime_type = 'video/mp4' where id = ${fileId}`
  await sql`
    insert into media (file_id, state, progress, kind, width, height, duration_ms, frame_rate_num, frame_rate_den, frames)
    values (${fileId}, 'PROCESSING', 0.5, 'AUDIO', 1920, 1080, 2000, 24, 1, 48)`
  const write = async (fields: object) => {
    const body = { content: 'A note', ...fields }
    const answer = await world.call(`POST /api/files/${fileId}/comments`, { key: owner.key, body })
    assert.equal(answer.status, 201)
    return answer.body.data.id as string
  }
  const comment = await write({})
  await write({})
  await write({ parent: { id: comment } })
  await world.call(`POST /api/comments/${comment}/resolve`, { key: owner.key })
  const [file] = (await query(id, owner.key)).data
  assert.equal(file!.author?.id, owner.userId)
  assert.equal(file!.kind, 'AUDIO')
  assert.deepEqual(file!.media, {
    state: 'PROCESSING',
    progress: 0.5,
    width: 1920,
    height: 1080,
    durationMs: 2000,
    frameRate: '24/1',
    frames: 48,
    pages: null,
    sprite: null,
  })
  assert.deepEqual(file!.comments, { total: 2, open: 1 })
  assert.equal((await query(id, owner.key, { kind: 'AUDIO' })).data.length, 1)
  const { key } = await world.key(owner.userId, ['files:read'])
  assert.equal((await query(id, key)).data[0]!.comments, null)
})
