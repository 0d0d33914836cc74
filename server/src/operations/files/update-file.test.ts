import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile, newFolder } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const fileId = await newFile(world, projectId, owner, false)

function update(body: unknown, id = fileId) {
  return world.call(`PATCH /api/files/${id}`, { key: owner.key, body })
}

async function get(id = fileId) {
  return (await world.call(`GET /api/files/${id}`, { key: owner.key })).body.data
}

test('204: each field changes alone, the others stay', async () => {
  const folder = { id: await newFolder(world, projectId, owner) }
  let before = await get()
  for (const change of [
    { name: 'cut 4.mov' },
    { name: 'é'.repeat(255) },
    { description: 'About it' },
    { description: '🎬'.repeat(2000) },
    { description: null },
    { folder },
    { order: -0.5 },
    { order: 1e300 },
    { allowRestricted: true },
    { folder: null },
  ]) {
    const answer = await update(change)
    assert.deepEqual([answer.status, answer.body], [204, ''], JSON.stringify(change))
    const { updatedAt, ...after } = await get()
    assert.ok(updatedAt > before.updatedAt)
    assert.deepEqual({ ...after, updatedAt }, { ...before, ...change, updatedAt })
    before = { ...after, updatedAt }
  }
})

test('204: an update without changes keeps updatedAt', async () => {
  const before = await get()
  assert.equal((await update({})).status, 204)
  assert.deepEqual(await get(), before)
})

test('400: all fields beyond their limits are reported together', async () => {
  const before = await get()
  for (const [body, ...paths] of [
    [{ name: '' }, '/name'],
    [{ name: 'a'.repeat(256) }, '/name'],
    [{ name: null }, '/name'],
    [{ description: '🎬'.repeat(2001) }, '/description'],
    [{ order: '1' }, '/order'],
    [{ order: null }, '/order'],
    [{ allowRestricted: 'yes' }, '/allowRestricted'],
    [{ folder: 'DX' }, '/folder'],
    [{ tag: 'APPROVED' }, '/tag'],
    [{ name: '', order: {}, folder: {} }, '/name', '/folder/id', '/order'],
  ] as const) {
    const answer = await update(body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.deepEqual(
      answer.body.errors.map(({ path }: { path: string }) => path),
      paths,
    )
  }
  assert.deepEqual(await get(), before)
})

test('400: a folder that is unknown, malformed or in another project', async () => {
  const other = await world.project({ owner })
  for (const id of [newPrefixedId('DX'), 'DX', await newFolder(world, other.id, owner)]) {
    const answer = await update({ folder: { id } })
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body.errors[0].path, '/folder/id')
  }
})
