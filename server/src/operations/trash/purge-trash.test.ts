import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purgeTrash } from '../../jobs/purge-trash.ts'
import { startTrashWorld } from './fixtures/trash-world.ts'

const { world, sql, projectId, owner, status, data, file, listed } = await startTrashWorld()
const session = await world.session(owner.userId)

async function entryOf(recordId: string): Promise<string> {
  const entries = await data(`QUERY /api/projects/${projectId}/trash`, {})
  return entries.find(({ record }: { record: { id: string } }) => record.id === recordId).id
}

test('204: the record is gone for good at once; its rows follow with the job, with an event of the person', async () => {
  const id = await file()
  await data(`POST /api/files/${id}/comments`, { content: 'Here' })
  await status(`DELETE /api/files/${id}`)
  const trashId = await entryOf(id)
  assert.equal(await status(`DELETE /api/trash/${trashId}`, undefined, session), 204)
  assert.deepEqual(await listed(), [])
  assert.equal(await status(`POST /api/files/${id}/restore`), 404)
  assert.equal(await status(`DELETE /api/trash/${trashId}`, undefined, session), 404)
  await world.runJob(purgeTrash)
  assert.deepEqual(await sql`select from all_files where id = ${id}`, [])
  assert.deepEqual(await sql`select from all_comments where file_id = ${id}`, [])
  assert.deepEqual(await sql`select from trash`, [])
  const purged = await sql`
    select actor_id as actor, data from outbox where type = 'trash.purged'
    union all select (actor ->> 'id')::uuid, data from events where type = 'trash.purged'`
  assert.deepEqual(purged, [
    { actor: owner.userId, data: { trash: { id: trashId }, kind: 'FILE', record: { id } } },
  ])
})

test('403: an API key with all scopes', async () => {
  const id = await file()
  await status(`DELETE /api/files/${id}`)
  const answer = await world.call(`DELETE /api/trash/${await entryOf(id)}`, { key: owner.key })
  assert.deepEqual([answer.status, answer.body.code], [403, 'session_required'])
})

test('a concurrent restore and purge: one of the two succeeds', async () => {
  for (let i = 0; i < 10; i++) {
    const id = await file()
    await status(`DELETE /api/files/${id}`)
    const trashId = await entryOf(id)
    const [restored, purged] = await Promise.all([
      status(`POST /api/files/${id}/restore`),
      status(`DELETE /api/trash/${trashId}`, undefined, session),
    ])
    assert.ok(['200 404', '404 204'].includes(`${restored} ${purged}`), `${restored} ${purged}`)
    await world.runJob(purgeTrash)
    assert.equal(await status(`GET /api/files/${id}`), restored === 200 ? 200 : 404)
  }
})
