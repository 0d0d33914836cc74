import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { key } = await world.person()

async function create(name: string, who = key) {
  const body = { name, description: 'A skill.', content: '# Hi' }
  return (await world.call('POST /api/skills', { key: who, body })).body.data.id
}

test('200: all skills of the workspace by name, as Get returns them, also for guests; an empty list without skills', async () => {
  const guest = await world.person({ role: 'GUEST' })
  const list = () => world.call('GET /api/skills', { key: guest.key })
  assert.deepEqual((await list()).body, { data: [] })
  const elsewhere = await world.person({ workspaceId: await world.workspace() })
  await create('b of others', elsewhere.key)
  const ids = [await create('b'), await create('C'), await create('a')]
  const { status, body } = await list()
  assert.equal(status, 200)
  const single = await Promise.all(
    [ids[2], ids[0], ids[1]].map((id) => world.call(`GET /api/skills/${id}`, { key })),
  )
  assert.deepEqual(
    body.data,
    single.map((answer) => answer.body.data),
  )
})

test('200: not paged', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, i) => create(`Skill ${i}`)))
  assert.ok((await world.call('GET /api/skills', { key })).body.data.length >= 60)
})
