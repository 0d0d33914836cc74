import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../server/test/worlds/samples.ts'
import { startWorld } from '../../server/test/worlds/world.ts'
import { runCli } from './run-cli.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project({ name: 'Spring film' })
const ann = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Ann' })
const env = { DAILIES_URL: world.url, DAILIES_API_KEY: ann.key }

test('inbox: a person without work sees a message and the recent projects', async () => {
  const { code, stdout } = await runCli(['inbox'], { env })
  assert.equal(code, 0)
  assert.match(
    stdout,
    /^Nothing waits for you\.\n\nRecent projects \(1\)\nID +NAME +LAST ACTIVITY\n.* Spring film /,
  )
})

test('inbox: reviews with due dates, mentions and unanswered notes, as text and as JSON', async () => {
  const send = async (route: string, body: object) => {
    const answer = await world.call(route, { key: owner.key, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data
  }
  const fileId = await newFile(world, projectId, ann)
  const { id } = await send(`POST /api/projects/${projectId}/versions`, { name: 'Teaser v3' })
  const request = { users: [{ id: ann.userId }], message: 'Colours only' }
  await send(`POST /api/versions/${id}/review-requests`, request)
  const days = 2 * 86_400_000
  await world.database.sql`update review_requests set due_at = ${new Date(Date.now() - days).toISOString()}`
  await send(`POST /api/files/${fileId}/comments`, { content: `@[Ann](user:${ann.userId}) too\ndark` })

  const { stdout } = await runCli(['inbox'], { env })
  assert.match(stdout, /^Waiting for your verdict \(1\)\nDUE +REVIEW +PROJECT +ASKED BY +VERSION +MESSAGE\n/)
  assert.match(stdout, /\n2 days overdue +Teaser v3 +Spring film +Someone +\S{36} +Colours only\n/)
  assert.match(stdout, /\nMentions \(1\)\n.*\n.* Someone +.* @Ann too dark +\S{36}\n/)
  assert.match(stdout, /\nUnanswered notes on your uploads \(1\)\n.*\n1 +.* Someone: @Ann too dark +FX/)
  assert.doesNotMatch(stdout, /Nothing waits|Generations/)

  const json = JSON.parse((await runCli(['inbox', '--json'], { env })).stdout)
  assert.deepEqual([json.reviews.items[0].version.id, json.uploads.total], [id, 1])
})
