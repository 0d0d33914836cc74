// A message shows what exists and what the owner of the webhook may see, at the moment of sending.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newFile } from '../../../../test/worlds/samples.ts'
import { newUuid } from '../../../core/ids.ts'
import { answer } from '../fixtures/receiver.ts'
import { service, startChatWorld, states } from './fixtures/chat-world.ts'
import { batchPace, talkPace } from './gather.ts'

const world = await startChatWorld()
const { sql, startChat, startProject, delivered } = world

beforeEach(() => sql`delete from webhooks`)

/** The states that the log has for the deliveries of these new comments. */
async function outcomes(webhookId: string, comments: string[]): Promise<string[]> {
  const log: { event: { id: string }; state: string }[] = await world.log(webhookId)
  const events = await sql<{ id: string; comment: string }>`
    select id, data #>> '{comment,id}' as comment from events where type = 'comment.created'`
  return comments.map((comment) => {
    const { id } = events.find((event) => event.comment === comment)!
    return log.find(({ event }) => event.id === id)!.state
  })
}

test('a deleted comment is not posted; the others of its message are', async () => {
  const { comment } = await startProject()
  const chat = await startChat('slack', ['comment.created'])
  const [first, second] = [await comment('Secret'), await comment('Stays')]
  await sql`select number_events(10)`
  const alone = await startChat('ntfy', ['comment.created'])
  await world.call(`DELETE /api/comments/${first}`)
  const third = await comment('Secret too')
  await world.call(`DELETE /api/comments/${third}`)
  await delivered()
  assert.deepEqual([chat.received.length, alone.received.length], [1, 0])
  const { body } = chat.received[0]!
  assert.ok(body.includes('Stays') && body.includes(second) && !body.includes('Secret'), body)
  // The delivery that sent the message is skipped as well if its own comment is left out.
  assert.deepEqual(await outcomes(chat.id, [first, second, third]), ['SKIPPED', 'DELIVERED', 'SKIPPED'])
  const [skipped] = await world.log(alone.id)
  assert.deepEqual([skipped.state, skipped.failure, skipped.attempts], ['SKIPPED', null, []])
})

test('a chat shows nothing of a project that the owner of the webhook may not see', async () => {
  const stranger = await world.person({ role: 'ADMIN', name: 'Nosy' })
  const chat = await startChat('slack', ['*'], stranger)
  const { id, comment } = await startProject('Private')
  await comment('Top secret')
  await delivered(batchPace.quiet)
  assert.equal(chat.received.length, 0)
  assert.deepEqual([...new Set(states(await world.log(chat.id)))], ['SKIPPED'])

  // The right of the moment of sending counts, in both directions.
  await sql`update projects set access_range = 'ALLOW_WORKSPACE_MEMBER' where id = ${id}`
  await comment('Shared')
  await delivered()
  assert.equal(chat.bodies().length, 1)
  await comment('Private again')
  await sql`update projects set access_range = 'ONLY_PROJECT_MEMBER' where id = ${id}`
  await delivered()
  assert.equal(chat.bodies().length, 1)
})

test('a restricted reviewer gets only the files that are marked for them', async () => {
  const { id, file, comment } = await startProject()
  const owner = await world.member(id, 'PROJECT_RESTRICTED_REVIEWER', { role: 'ADMIN' })
  const chat = await startChat('ntfy', ['comment.created'], owner)
  await sql`update files set allow_restricted = false where id = ${file}`
  await comment('Hidden')
  await delivered()
  assert.equal(chat.received.length, 0)
  await sql`update files set allow_restricted = true where id = ${file}`
  await comment('Shown')
  await delivered()
  assert.deepEqual(
    chat.bodies().map(({ message }) => message),
    ['Shown\nSummer'],
  )
})

test('the still of a review shows no file that is hidden from the owner of the webhook', async () => {
  const { id, file, owner } = await startProject()
  const hidden = await newFile(world, id, owner)
  await sql`update files set allow_restricted = (id = ${file}) where id in (${file}, ${hidden})`
  const restricted = await world.member(id, 'PROJECT_RESTRICTED_REVIEWER', { role: 'ADMIN' })
  await startChat('ntfy', ['version.created'], restricted)
  await startChat('ntfy', ['version.created'])
  const versionId = newUuid()
  await sql`
    insert into versions (id, project_id, name, allow_restricted) values (${versionId}, ${id}, 'Cut 3', true)`
  await sql`
    insert into version_files (version_id, file_id, project_id, position)
    values (${versionId}, ${hidden}, ${id}, 1), (${versionId}, ${file}, ${id}, 2)`
  await sql`
    insert into outbox (workspace_id, type, project_id, actor_id, audience, version_id, data)
    values (${world.workspaceId}, 'version.created', ${id}, ${world.admin.userId}, 'ANYONE', ${versionId},
      json_build_object('version', json_build_object('id', ${versionId}::uuid)))`
  const asked: string[] = []
  const still = async (fileId: string) => {
    asked.push(fileId)
    return undefined
  }
  await delivered(talkPace.quiet, { still })
  assert.deepEqual(asked.toSorted(), [file, hidden].toSorted())
})

test('a retry is written anew: it leaves out what was deleted since, and takes in what happened since', async () => {
  const { comment } = await startProject()
  const chat = await startChat('slack', ['comment.created'])
  chat.become(answer(503, { 'retry-after': '90' }))
  const first = await comment('Before')
  const second = await comment('Stays')
  await delivered()
  assert.equal(chat.received.length, 1)
  chat.become(service('slack'))
  await world.call(`DELETE /api/comments/${first}`)
  const third = await comment('After')
  await delivered()
  assert.equal(chat.received.length, 1)
  await world.pass('2 minutes')
  await delivered()
  assert.equal(chat.received.length, 2)
  const { body } = chat.received[1]!
  assert.ok(body.includes('Stays') && body.includes('After') && !body.includes('Before'), body)
  const log = await world.log(chat.id)
  assert.deepEqual(await outcomes(chat.id, [first, second, third]), ['SKIPPED', 'DELIVERED', 'DELIVERED'])
  assert.deepEqual(log.map((one: { eventCount: number }) => one.eventCount).toSorted(), [1, 1, 3])
})
