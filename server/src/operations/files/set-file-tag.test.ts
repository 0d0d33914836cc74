import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const fileId = await newFile(world, projectId, owner)

function tag(value: unknown) {
  return world.call(`PATCH /api/files/${fileId}/tag`, { key: owner.key, body: { tag: value } })
}

test('204: from every tag to every other', async () => {
  // Transcribed by hand from the API design, section 3.
  const tags = 'IN_PROGRESS NEED_REVIEW NEED_EDIT ON_HOLD APPROVED REJECTED CLOSED'.split(' ')
  for (const from of tags) {
    for (const to of tags) {
      assert.equal((await tag(from)).status, 204)
      assert.equal((await tag(to)).status, 204, `${from} to ${to}`)
      const { body } = await world.call(`GET /api/files/${fileId}`, { key: owner.key })
      assert.equal(body.data.tag, to)
    }
  }
})

test('400: any other value', async () => {
  for (const value of ['', 'approved', 'DONE', null, 7, undefined]) {
    const answer = await tag(value)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.errors[0].path, '/tag')
  }
})
