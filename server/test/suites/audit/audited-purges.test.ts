// Records that are deleted for good, in the audit log: by a manager, and by the service when their time in the trash is over.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purgeTrash } from '../../../src/jobs/purge-trash.ts'
import { collectEntries } from '../../helpers/audit-entries.ts'
import { newFile } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const { sql } = world.database
const newEntries = await collectEntries(world)
const { id: projectId, owner } = await world.project()

async function deletedFile(name: string): Promise<string> {
  const id = await newFile(world, projectId, owner)
  await sql`update files set name = ${name} where id = ${id}`
  assert.equal((await world.call(`DELETE /api/files/${id}`, { key: owner.key })).status, 204)
  return id
}

test('the service is the actor when the time in the trash is over; with the number of files and bytes', async () => {
  const id = await deletedFile('Shot 1.mov')
  await sql`update trash set purge_at = now() where record_id = ${id}`
  const [entry] = await sql<{ id: string; size: number }>`select id, size from trash where record_id = ${id}`
  await newEntries()
  await world.runJob(purgeTrash)
  const entries = await newEntries()
  assert.deepEqual(
    entries.map(({ action, credential, actorId, targetKind, targetId, targetName, details }) => ({
      ...{ action, credential, actorId, targetKind, targetId, targetName, details },
    })),
    [
      {
        ...{ action: 'trash.purged', credential: 'SERVICE', actorId: null, targetKind: 'TRASH' },
        ...{ targetId: entry!.id, targetName: 'Shot 1.mov' },
        details: { kind: 'FILE', files: 1, bytes: entry!.size },
      },
    ],
  )
})

test('a comment is named by its file, never by its text', async () => {
  const fileId = await newFile(world, projectId, owner)
  const session = await world.session(owner.userId)
  for (const byService of [true, false]) {
    const said = await world.call(`POST /api/files/${fileId}/comments`, {
      key: owner.key,
      body: { content: 'Confidential' },
    })
    const { id } = said.body.data
    assert.equal((await world.call(`DELETE /api/comments/${id}`, { key: owner.key })).status, 204)
    const [entry] = await sql<{ id: string }>`select id from trash where record_id = ${id}`
    await newEntries()
    if (byService) {
      await sql`update trash set purge_at = now() where id = ${entry!.id}`
      await world.runJob(purgeTrash)
    } else {
      assert.equal((await world.call(`DELETE /api/trash/${entry!.id}`, { key: session })).status, 204)
    }
    const [file] = await sql<{ name: string }>`select name from files where id = ${fileId}`
    const entries = await newEntries()
    assert.deepEqual(
      entries.map(({ action, actorId, targetName, details }) => [
        ...[action, actorId, targetName, details.kind],
      ]),
      [['trash.purged', byService ? null : owner.userId, file!.name, 'COMMENT']],
    )
  }
})
