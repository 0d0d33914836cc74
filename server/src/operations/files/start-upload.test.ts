import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hugeDisk } from '../../../test/stand-ins/small-disk.ts'
import { newFolder } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'
import { maxFileSize } from '../../storage/part-plan.ts'

const world = await startWorld({ statFs: hugeDisk })
const { sql } = world.database
const { id: projectId, owner } = await world.project()

function start(body: unknown, { project = projectId, key = owner.key } = {}) {
  return world.call(`POST /api/projects/${project}/files/upload.multipart`, { key, body })
}

async function stored(id: string) {
  const [file] = await sql`
    select f.name, f.folder_id, f.mode, f.status, f.size, f.mime_type, f.author_id, f.allow_restricted, f.tag,
      f.stack_id, f.stack_number, o.size as object_size, o.stored_at
    from files f join objects o on o.id = f.object_id where f.id = ${id}`
  return file!
}

function fields(answer: { body: { errors: { path: string; code: string }[] } }) {
  return answer.body.errors.map(({ path, code }) => `${path} ${code}`)
}

async function newId(body: object): Promise<string> {
  const answer = await start(body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.id
}

test('201: a file that is being uploaded, and a URL for each part', async () => {
  const size = 20 * 2 ** 20 + 1
  const answer = await start({ name: 'cut 3.mov', size })
  assert.equal(answer.status, 201)
  const { id, parts } = answer.body.data
  assert.match(id, /^FX[0-9A-Za-z]{22}$/)
  assert.deepEqual(
    parts.map(({ partNumber }: { partNumber: number }) => partNumber),
    [1, 2, 3],
  )
  for (const { url } of parts) assert.match(url, /^https?:\/\//)
  assert.equal(new Set(parts.map(({ url }: { url: string }) => url)).size, 3)
  assert.deepEqual(await stored(id), {
    name: 'cut 3.mov',
    folder_id: null,
    mode: 'LOCAL',
    status: 'UPLOADING',
    size,
    mime_type: null,
    author_id: owner.userId,
    allow_restricted: false,
    tag: 'NEED_REVIEW',
    stack_id: id,
    stack_number: 1,
    object_size: size,
    stored_at: null,
  })
})

const MiB = 2 ** 20

for (const [size, count] of [
  [1, 1],
  [1000 * 8 * MiB, 1000],
  [1000 * 8 * MiB + 1, 1000],
  [maxFileSize, 10_000],
] as const) {
  test(`201: ${size} bytes make ${count} parts, and each URL accepts the size of its part`, async () => {
    const { status, body } = await start({ name: 'a', size })
    assert.equal(status, 201)
    const parts: { partNumber: number; url: string }[] = body.data.parts
    assert.deepEqual(
      parts.map(({ partNumber }) => partNumber),
      Array.from({ length: count }, (_, i) => i + 1),
    )
    const lengths = parts.map(({ url }) => Number(new URL(url).searchParams.get('max')))
    const each = Math.ceil(size / count)
    assert.deepEqual(new Set(lengths.slice(0, -1)), new Set(count > 1 ? [each] : []))
    assert.equal(lengths.at(-1), size - (count - 1) * each)
  })
}

test('409, not 413: a completion with 10,000 parts is read', async () => {
  const id = await newId({ name: 'a', size: maxFileSize })
  const parts = Array.from({ length: 10_000 }, (_, i) => ({ partNumber: i + 1, eTag: `"${'0'.repeat(32)}"` }))
  const answer = await world.call(`POST /api/files/${id}/upload.complete`, {
    key: owner.key,
    body: { parts },
  })
  assert.deepEqual([answer.status, answer.body.code], [409, 'upload_incomplete'])
})

test('400: a size below 0 or above 5 TiB, or none', async () => {
  for (const size of [maxFileSize + 1, -1, 1.5, '5', null, undefined]) {
    const answer = await start({ name: 'a', size })
    assert.equal(answer.status, 400, String(size))
    assert.equal(answer.body.errors[0].path, '/size')
  }
})

test('201 and 400: a name has 1 to 255 characters', async () => {
  for (const name of ['a', '🎬'.repeat(255)])
    assert.equal((await stored(await newId({ name, size: 1 }))).name, name)
  for (const name of ['', '🎬'.repeat(256), 'a\0', 7, null, undefined]) {
    const answer = await start({ name, size: 1 })
    assert.equal(answer.status, 400, String(name))
    assert.equal(answer.body.errors[0].path, '/name')
  }
})

test('201: into a folder, or into the folder of the file that it replaces', async () => {
  const [first, second] = [await newFolder(world, projectId, owner), await newFolder(world, projectId, owner)]
  const id = await newId({ name: 'a', size: 1, folder: { id: first } })
  assert.equal((await stored(id)).folder_id, first)
  const replaces = { id }
  assert.equal((await stored(await newId({ name: 'a', size: 1, replaces }))).folder_id, first)
  assert.equal((await stored(await newId({ name: 'a', size: 1, replaces, folder: null }))).folder_id, first)
  const moved = await newId({ name: 'a', size: 1, replaces, folder: { id: second } })
  assert.equal((await stored(moved)).folder_id, second)
})

test('400: a folder or a replaced file that is unknown, malformed or in another project', async () => {
  const other = await world.project({ owner })
  const folder = await newFolder(world, other.id, owner)
  const file = (await start({ name: 'a', size: 1 }, { project: other.id })).body.data.id
  const [before] = await sql`select count(*) from objects`
  for (const id of [newPrefixedId('DX'), 'DX', folder]) {
    assert.deepEqual(fields(await start({ name: 'a', size: 1, folder: { id } })), ['/folder/id not_found'])
  }
  for (const id of [newPrefixedId('FX'), 'FX', file]) {
    assert.deepEqual(fields(await start({ name: 'a', size: 1, replaces: { id } })), [
      '/replaces/id not_found',
    ])
  }
  const wrong = await start({ name: '', size: -1, folder: { id: 'x' }, replaces: {}, colour: 1 })
  assert.deepEqual(fields(wrong).sort(), [
    '/colour unknown_field',
    '/folder/id not_found',
    '/name too_small',
    '/replaces/id invalid_type',
    '/size too_small',
  ])
  assert.deepEqual(await sql`select count(*) from objects`, [before])
})

test('201: a new revision becomes the top of the stack, whichever revision it replaces', async () => {
  const first = await newId({ name: 'v1', size: 1 })
  const second = await newId({ name: 'v2', size: 1, replaces: { id: first } })
  const third = await newId({ name: 'v3', size: 1, replaces: { id: first } })
  await sql`delete from files where id in (${first}, ${third})`
  const fourth = await newId({ name: 'v4', size: 1, replaces: { id: second } })
  const { stack_id, stack_number } = await stored(fourth)
  assert.deepEqual([stack_id, stack_number], [first, 4], 'the number of one that is gone is not given again')
})

test('201: ten concurrent uploads that replace one file get the numbers 2 to 11', async () => {
  const first = await newId({ name: 'v1', size: 1 })
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => newId({ name: 'next', size: 1, replaces: { id: first } })),
  )
  const numbers = await Promise.all(ids.map(async (id) => (await stored(id)).stack_number as number))
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  )
})

test('201: new files get ascending positions in the project', async () => {
  const project = await world.project({ owner })
  for (const name of ['a', 'b', 'c']) await start({ name, size: 1 }, { project: project.id })
  const rows = await sql`select name, position from files where project_id = ${project.id} order by position`
  assert.deepEqual(
    rows.map(({ name, position }) => `${name} ${position}`),
    ['a 1', 'b 2', 'c 3'],
  )
})
