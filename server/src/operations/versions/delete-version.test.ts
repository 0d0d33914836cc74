import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

async function create(allowRestricted = false): Promise<string> {
  const body = { name: 'Cut', allowRestricted }
  const answer = await world.call(`POST /api/projects/${projectId}/versions`, { key: owner.key, body })
  return answer.body.data.id
}

function remove(id: string, key = owner.key) {
  return world.call(`DELETE /api/versions/${id}`, { key })
}

test('204: the version is deleted, and no other', async () => {
  const [one, other] = [await create(), await create()]
  const answer = await remove(one)
  assert.deepEqual([answer.status, answer.body], [204, ''])
  const { body } = await world.call(`GET /api/projects/${projectId}/versions`, { key: owner.key })
  assert.deepEqual(
    body.data.map((version: { id: string }) => version.id),
    [other],
  )
})

test('204 for members and managers, 403 for reviewers, 404 for those who cannot see it', async () => {
  for (const [role, onPlain, onMarked] of [
    ['PROJECT_MANAGER', 204, 204],
    ['PROJECT_MEMBER', 204, 204],
    ['PROJECT_REVIEWER', 403, 403],
    ['PROJECT_RESTRICTED_REVIEWER', 404, 403],
  ] as const) {
    const { key } = await world.member(projectId, role)
    assert.equal((await remove(await create(), key)).status, onPlain, role)
    assert.equal((await remove(await create(true), key)).status, onMarked, role)
  }
  const outsider = await world.person()
  assert.equal((await remove(await create(), outsider.key)).status, 404)
})

test('404: unknown, malformed or already deleted', async () => {
  const id = await create()
  await remove(id)
  for (const unknown of [id, newUuid(), 'nope']) assert.equal((await remove(unknown)).status, 404)
})

test('400: an unknown field', async () => {
  const id = await create()
  assert.equal((await remove(`${id}?recursive=true`)).status, 400)
})

test('20 concurrent deletes: one 204, otherwise 404', async () => {
  const id = await create()
  const answers = await Promise.all(Array.from({ length: 20 }, () => remove(id)))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [204, ...Array(19).fill(404)])
})
