import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults, startCommentWorld } from './fixtures/comment-world.ts'

const { world, projectId, owner, file, comment, read, attachment } = await startCommentWorld()
const annotation = {
  shapes: [
    {
      kind: 'arrow',
      points: [
        [0, 0],
        [1, 1],
      ],
      colour: '#0000ff',
      width: 0.1,
    },
  ],
}

const update = (id: string, body: object, key = owner.key) =>
  world.call(`PATCH /api/comments/${id}`, { key, body })

async function changed(id: string, body: object) {
  assert.equal((await update(id, body)).status, 204)
  return read(id)
}

test('204: given fields and updatedAt change, omitted fields stay', async () => {
  const body = { content: 'Here', anchor: 10, duration: 5, frame: 1, annotation }
  const id = await comment(body, owner.key, `files/${await file('video/mp4')}`)
  const before = await read(id)
  assert.deepEqual(await changed(id, {}), before)
  const said = await changed(id, { content: 'There' })
  assert.ok(said.updatedAt > before.updatedAt)
  assert.deepEqual(said, { ...before, content: 'There', updatedAt: said.updatedAt })
  const moved = await changed(id, { anchor: 20, frame: 2, annotation: null })
  assert.deepEqual([moved.anchor, moved.duration, moved.frame, moved.annotation], [20, 5, 2, null])
  const cleared = await changed(id, { anchor: null, annotation })
  assert.deepEqual([cleared.anchor, cleared.duration, cleared.frame], [null, null, 2])
  assert.deepEqual(cleared.annotation, annotation)
})

test('204 and 400: content can be cleared if there are attachments or a place, and has up to 5000 characters', async () => {
  const attached = await comment({ content: 'a', attachments: [{ id: await attachment() }] })
  assert.equal((await changed(attached, { content: null })).content, null)
  const placed = await comment({ content: 'a', frame: 3 }, owner.key, `files/${await file('video/mp4')}`)
  assert.equal((await changed(placed, { content: null })).content, null)
  assert.deepEqual(faults(await update(placed, { frame: null, anchor: null })), ['/content too_small'])
  const bare = await comment()
  for (const content of ['', null])
    assert.deepEqual(faults(await update(bare, { content })), ['/content too_small'])
  assert.equal((await update(bare, { content: '😀'.repeat(5000) })).status, 204)
  assert.deepEqual(faults(await update(bare, { content: 'a'.repeat(5001) })), ['/content too_big'])
})

test('400: places that the file or the project does not have, and read-only fields', async () => {
  const onProject = await comment()
  const image = await comment({ content: 'a' }, owner.key, `files/${await file('image/png')}`)
  const paged = await comment(
    { content: 'a', anchor: 1 },
    owner.key,
    `files/${await file('application/pdf')}`,
  )
  const heard = await comment({ content: 'a' }, owner.key, `files/${await file('audio/wav')}`)
  const camera = { position: [1, 2, 3], target: [0, 0, 0], fieldOfView: 50 }
  for (const [id, body, fault] of [
    [heard, { annotation }, '/annotation unexpected'],
    [image, { annotation: { ...annotation, camera } }, '/annotation/camera unexpected'],
    [onProject, { anchor: 1 }, '/anchor unexpected'],
    [onProject, { frame: 1 }, '/frame unexpected'],
    [onProject, { annotation }, '/annotation unexpected'],
    [image, { duration: 1 }, '/duration unexpected'],
    [paged, { anchor: 0 }, '/anchor too_small'],
    [paged, { anchor: 1.5 }, '/anchor invalid_type'],
    [paged, { frame: 0 }, '/frame unexpected'],
    [paged, { anchor: null, duration: 1 }, '/duration unexpected'],
    [paged, { annotation: { shapes: [] } }, '/annotation/shapes too_small'],
    [paged, { parent: null }, '/parent unknown_field'],
    [paged, { attachments: [] }, '/attachments unknown_field'],
  ] as const) {
    assert.deepEqual(faults(await update(id, body)), [fault], JSON.stringify(body))
  }
})

test('204: fractions of a millisecond are rounded', async () => {
  const id = await comment({ content: 'a' }, owner.key, `files/${await file('audio/wav')}`)
  const moved = await changed(id, { anchor: 41.7, duration: 0.5 })
  assert.deepEqual([moved.anchor, moved.duration], [42, 1])
})

test('204: an anchor on an image is ignored; a comment that only marks the image stays as it is', async () => {
  const id = await comment({ anchor: 3 }, owner.key, `files/${await file('image/png')}`)
  const before = await read(id)
  for (const body of [{}, { anchor: 5 }, { anchor: 5, duration: 2 }, { content: null }]) {
    const { updatedAt: _, ...after } = await changed(id, body)
    assert.deepEqual({ ...after, updatedAt: before.updatedAt }, before, JSON.stringify(body))
  }
  assert.equal((await changed(id, { content: 'Here', anchor: 1 })).content, 'Here')
  assert.deepEqual(faults(await update(id, { content: null })), ['/content too_small'])
})

test('403: users other than the author, including the owner', async () => {
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const id = await comment({ content: 'Mine' }, key)
  assert.equal((await update(id, { content: 'a' })).body.code, 'insufficient_role')
  assert.equal((await update(id, { content: 'a' }, key)).status, 204)
})

test('404: a deleted comment', async () => {
  const id = await comment()
  await comment({ content: 'Yes', parent: { id } })
  await world.call(`DELETE /api/comments/${id}`, { key: owner.key })
  assert.equal((await update(id, { content: 'a' })).status, 404)
})
