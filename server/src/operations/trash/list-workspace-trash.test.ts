import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { key } = await world.person()

async function list(by = key) {
  const answer = await world.call('QUERY /api/workspace/trash', { key: by, body: {} })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}

test('200: the deleted skills of the workspace, newest first, and nothing of its projects', async () => {
  const { id: projectId, owner } = await world.project()
  const version = await world.call(`POST /api/projects/${projectId}/versions`, {
    key: owner.key,
    body: { name: 'Cut' },
  })
  await world.call(`DELETE /api/versions/${version.body.data.id}`, { key: owner.key })
  const ids: string[] = []
  for (const name of ['Colour', 'Sound']) {
    const created = await world.call('POST /api/skills', { key, body: { name, description: 'Checks.' } })
    ids.unshift(created.body.data.id)
    await world.call(`DELETE /api/skills/${ids[0]}`, { key })
  }
  const entries = await list()
  assert.deepEqual(
    entries.map(({ kind, record, name }: { kind: string; record: { id: string }; name: string }) => [
      kind,
      record.id,
      name,
    ]),
    [
      ['SKILL', ids[0], 'Sound'],
      ['SKILL', ids[1], 'Colour'],
    ],
  )
  const stranger = await world.person({ workspaceId: await world.workspace() })
  assert.deepEqual(await list(stranger.key), [])
})
