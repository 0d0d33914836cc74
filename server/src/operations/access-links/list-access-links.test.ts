import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

function list(projectId: string, key: string) {
  return world.call(`GET /api/projects/${projectId}/access-links`, { key })
}

test('200: all links of the project, oldest first, as Get returns them; an empty list without links', async () => {
  const { id: projectId, owner } = await world.project()
  const other = await world.project({ owner })
  assert.deepEqual((await list(projectId, owner.key)).body, { data: [] })
  const ids = []
  for (const project of [projectId, other.id, projectId]) {
    const body = { role: 'PROJECT_REVIEWER', description: project }
    const made = await world.call(`POST /api/projects/${project}/access-links`, { key: owner.key, body })
    ids.push(made.body.data.id)
  }
  const { status, body } = await list(projectId, owner.key)
  assert.equal(status, 200)
  const single = await Promise.all(
    [ids[0], ids[2]].map((id) => world.call(`GET /api/project-access-links/${id}`, { key: owner.key })),
  )
  assert.deepEqual(
    body.data,
    single.map((answer) => answer.body.data),
  )
  assert.match(body.data[0].accessKey, /^[0-9A-Za-z]{32}$/)

  const { key } = await world.key(owner.userId, ['access-links:read'])
  const hidden = (await list(projectId, key)).body.data
  assert.deepEqual(
    hidden.map((link: { accessKey: null }) => link.accessKey),
    [null, null],
  )
})
