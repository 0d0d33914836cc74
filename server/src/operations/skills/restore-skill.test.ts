import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { key, userId } = await world.person()

async function create(): Promise<string> {
  const body = { name: 'Colour', description: 'Checks.', content: '# Hi' }
  return (await world.call('POST /api/skills', { key, body })).body.data.id
}
const status = async (route: string, by = key) => (await world.call(route, { key: by })).status

test('204: the skill is back with all its versions', async () => {
  const id = await create()
  await world.call(`POST /api/skills/${id}/versions`, { key, body: { content: '# Two' } })
  const read = async () => (await world.call(`GET /api/skills/${id}`, { key })).body.data
  const before = await read()
  assert.equal(await status(`DELETE /api/skills/${id}`), 204)
  for (const version of before.versions)
    assert.equal(await status(`GET /api/skill-versions/${version.id}`), 404)
  assert.equal(await status(`DELETE /api/skill-versions/${before.versions[1].id}`), 404)
  const publish = await world.call(`POST /api/skills/${id}/versions`, { key, body: { content: '# Three' } })
  assert.equal(publish.status, 404)
  assert.equal(await status(`POST /api/skills/${id}/restore`), 204)
  assert.deepEqual(await read(), before)
  assert.equal(await status(`POST /api/skills/${id}/restore`), 404)
})

test('404: a skill of another workspace, a live one and an unknown one', async () => {
  const id = await create()
  assert.equal(await status(`POST /api/skills/${id}/restore`), 404)
  await status(`DELETE /api/skills/${id}`)
  const stranger = await world.person({ workspaceId: await world.workspace() })
  assert.equal(await status(`POST /api/skills/${id}/restore`, stranger.key), 404)
  assert.equal(await status(`POST /api/skills/${id}/restore`), 204)
})

test('403: members and keys cannot delete for good; 204: an administrator in a session', async () => {
  const id = await create()
  const route = `DELETE /api/skills/${id}?permanent=true`
  assert.equal(await status(route), 403)
  assert.equal(await status(route, await world.session(userId)), 403)
  const admin = await world.person({ role: 'ADMIN' })
  assert.equal(await status(route, await world.session(admin.userId)), 204)
  assert.equal(await status(`POST /api/skills/${id}/restore`), 404)
})
