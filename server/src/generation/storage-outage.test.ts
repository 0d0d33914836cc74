// The storage is unavailable while results arrive. They are paid for, so they are spooled, and stored when it
// is back.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '../../test/helpers/until.ts'
import { breakStorage, repairStorage } from '../../test/stand-ins/storage-outage.ts'
import { standInModels, startGenerationWorld } from '../../test/worlds/generation-world.ts'
import { newGenerationAttachment } from '../../test/worlds/samples.ts'

const world = await startGenerationWorld()
const { standIn, generate, reaches } = world
const { sql } = world.database

async function hasFailedTries(id: string, state: string): Promise<boolean> {
  const [row] = await sql<{ state: string; tries: number }>`
    select state, tries from generations where file_id = ${id}`
  assert.notEqual(row!.state, 'FAILED', 'a storage that is away must not end a generation')
  return row!.state === state && row!.tries > 1
}

for (const model of standInModels) {
  test(`${model}: a result that cannot be stored is stored when the storage is back, and paid for once`, async () => {
    const starts = standIn.starts.length
    breakStorage(world.dataDir)
    const id = await generate(model, `Kept while the storage is away, by ${model}`)
    await until(() => hasFailedTries(id, 'FETCHING'))
    repairStorage(world.dataDir)
    const file = await reaches(id, 'DONE', 'FAILED')
    assert.equal(file.failure, null)
    const { body } = await world.call(`GET /api/files/${id}/download`, { key: world.owner.key })
    const bytes = await (await fetch(body.data.url)).arrayBuffer()
    assert.equal(bytes.byteLength, file.size)
    assert.equal(standIn.starts.length, starts + 1)
  })
}

test('after a result is stored, its spooled copy is deleted', async () => {
  assert.deepEqual(readdirSync(join(world.dataDir, 'results')), [])
})

test('the spooled result of a deleted file is deleted', async () => {
  breakStorage(world.dataDir)
  const id = await generate('gpt-image-2')
  await until(() => hasFailedTries(id, 'FETCHING'))
  const { status } = await world.call(`DELETE /api/files/${id}`, { key: world.owner.key })
  assert.equal(status, 204)
  repairStorage(world.dataDir)
  await generate('gpt-image-2').then((next) => reaches(next, 'DONE'))
  await until(async () => readdirSync(join(world.dataDir, 'results')).length === 0)
})

test('a reference that cannot be read delays the start: nothing is paid until the storage is back', async () => {
  const attachment = await newGenerationAttachment(world, world.projectId, world.owner)
  await sql`update objects set mime_type = 'image/png'`
  const starts = standIn.starts.length
  breakStorage(world.dataDir)
  const answer = await world.call(`POST /api/projects/${world.projectId}/files/upload.generate`, {
    key: world.owner.key,
    body: {
      ...{ outputType: 'VIDEO', outputModel: 'seedance-2.5', prompt: 'x', folder: null },
      attachments: [{ id: attachment }],
    },
  })
  const { id } = answer.body.data
  await until(() => hasFailedTries(id, 'QUEUED'))
  assert.equal(standIn.starts.length, starts)
  repairStorage(world.dataDir)
  await sql`update generations set not_before = null where file_id = ${id}`
  await reaches(id, 'DONE')
  assert.equal(standIn.starts.length, starts + 1)
})
