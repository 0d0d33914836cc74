import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commentText, Dailies, mention, mentionEveryone } from '@dailies/sdk'
import { startWorld } from '../../server/test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const client = new Dailies({ baseUrl: world.url, token: owner.key })

test('a mention that the SDK writes is understood by the server, whatever the name', async () => {
  for (const name of ['Ann Lee', '[Ann] (Dev)\\', 'A\nB', ']', '😀'.repeat(100)]) {
    const { userId } = await world.member(projectId, 'PROJECT_MEMBER', { name })
    const content = `Hello ${mention({ id: userId, name })} and ${mentionEveryone}`
    const { id } = await client.comments.createOnProject(projectId, { content })
    const comment = await client.comments.get(id)
    assert.equal(comment.content, content)
    assert.deepEqual(comment.mentions, [{ id: userId, name, avatarUrl: null }])
    assert.equal(comment.mentionsEveryone, true)
    assert.equal(commentText(comment), `Hello @${name} and @everyone`)
  }
})

test('a mentioned person without an account is shown by the name in the text', () => {
  const content = mention({ id: owner.userId, name: 'Former' })
  assert.equal(commentText({ content, mentions: [] }), '@Former')
  assert.equal(commentText({ content: null, mentions: [] }), null)
})
