import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { key, userId } = await world.person({ name: 'Ann' })

test('200: a version with its content, for guests too', async () => {
  const skill = { name: 'Colour', description: 'Checks.' }
  const { id: skillId } = (await world.call('POST /api/skills', { key, body: skill })).body.data
  const guest = await world.person({ role: 'GUEST' })
  for (const [i, note] of [null, 'Better'].entries()) {
    const body = { content: `# ${i}\n\n<script>`, note }
    const { id } = (await world.call(`POST /api/skills/${skillId}/versions`, { key, body })).body.data
    const { status, body: answer } = await world.call(`GET /api/skill-versions/${id}`, { key: guest.key })
    assert.equal(status, 200)
    const { createdAt, ...version } = answer.data
    assert.deepEqual(version, {
      id,
      version: i + 1,
      note,
      draft: false,
      agent: false,
      createdBy: { id: userId, name: 'Ann', avatarUrl: null },
      markdown: `# ${i}\n\n<script>`,
      skill: { id: skillId },
    })
    const listed = (await world.call(`GET /api/skills/${skillId}`, { key })).body.data.versions[i]
    assert.equal(createdAt, listed.createdAt)
  }
})
