import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

test('201: a guest opens the link and sees the chosen file; the manager sees the guest', async () => {
  const { id: projectId, owner } = await world.project()
  const fileId = await newFile(world, projectId, owner)
  const other = await newFile(world, projectId, owner)
  const made = await world.call(`POST /api/projects/${projectId}/shares`, {
    key: owner.key,
    body: { name: 'For the client', items: [{ kind: 'FILE', id: fileId }] },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const share = made.body.data
  const key = share.url.split('/s/')[1]
  const looked = await world.call('POST /api/share-links/look', { body: { key } })
  assert.equal(looked.body.data.state, 'OPEN')
  const opened = await world.call('POST /api/share-links/open', { body: { key, name: 'Ada' } })
  assert.equal(opened.status, 201, JSON.stringify(opened.body))
  const { token } = opened.body.data
  const read = await world.call('GET /api/share', { key: token })
  assert.equal(read.status, 200, JSON.stringify(read.body))
  assert.deepEqual(
    read.body.data.files.map((file: { id: string }) => file.id),
    [fileId],
  )
  assert.equal((await world.call(`GET /api/files/${fileId}`, { key: token })).status, 200)
  assert.equal((await world.call(`GET /api/files/${other}`, { key: token })).status, 404)
  assert.equal((await world.call('POST /api/share/views', { key: token, body: { fileId } })).status, 204)
  const guests = await world.call(`GET /api/shares/${share.id}/guests`, { key: owner.key })
  assert.equal(guests.body.data[0].files[0].opens, 1)
  assert.equal(
    (
      await world.call(`PATCH /api/shares/${share.id}`, {
        key: owner.key,
        body: { name: 'B', access: 'VIEW' },
      })
    ).body.data.name,
    'B',
  )
  assert.equal((await world.call(`POST /api/shares/${share.id}/end`, { key: owner.key })).status, 204)
  assert.equal((await world.call(`GET /api/files/${fileId}`, { key: token })).status, 404)
  assert.equal((await world.call(`DELETE /api/shares/${share.id}`, { key: owner.key })).status, 204)
})
