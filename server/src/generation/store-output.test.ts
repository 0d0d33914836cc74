import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { pixel } from '../../test/stand-ins/generation-server.ts'
import { startGenerationWorld } from '../../test/worlds/generation-world.ts'
import { newGenerationAttachment } from '../../test/worlds/samples.ts'
import { storeOutput } from './store-output.ts'

const world = await startGenerationWorld()
const { storage } = world
const never = new AbortController().signal

async function objects(): Promise<number> {
  return (await Array.fromAsync(storage.objects())).length
}

function store(bytes: Buffer[], limit?: number, signal = never) {
  const body = Readable.from(bytes)
  return storeOutput(storage, { extension: 'png', body }, 'IMAGE', signal, limit)
}

test('bytes are stored with the type that they have', async () => {
  const { objectId, size, mimeType } = await store([pixel.subarray(0, 5), pixel.subarray(5)])
  assert.deepEqual([size, mimeType], [pixel.length, 'image/png'])
  assert.equal((await storage.stat(objectId))?.size, pixel.length)
})

const refused: [what: string, bytes: Buffer[], code: string][] = [
  ['more than the limit', [pixel, pixel], 'result_too_large'],
  ['nothing', [], 'provider_invalid_answer'],
  ['another kind', [Buffer.from('<!doctype html>')], 'provider_invalid_answer'],
]

for (const [what, bytes, code] of refused) {
  test(`${what} is refused, and leaves no bytes behind`, async () => {
    const before = await objects()
    await assert.rejects(store(bytes, pixel.length), { name: 'GenerationFailure', code })
    assert.equal(await objects(), before)
  })
}

test('an aborted write leaves no bytes behind', async () => {
  const before = await objects()
  await assert.rejects(store([pixel], undefined, AbortSignal.abort()))
  assert.equal(await objects(), before)
})

test('an attachment that was deleted while queued fails the generation before it is paid for', async () => {
  const { sql } = world.database
  const attachment = await newGenerationAttachment(world, world.projectId, world.owner)
  await sql`update objects set mime_type = 'image/png'`
  world.standIn.hold('start')
  for (let i = 0; i < 2; i++) await world.generate('kling-3.0')
  const starts = world.standIn.starts.length
  const answer = await world.call(`POST /api/projects/${world.projectId}/files/upload.generate`, {
    key: world.owner.key,
    body: {
      ...{ outputType: 'VIDEO', outputModel: 'kling-3.0', prompt: 'x', folder: null },
      attachments: [{ id: attachment }],
    },
  })
  await sql`delete from generation_attachments where id = ${attachment}`
  world.standIn.release('start')
  const file = await world.reaches(answer.body.data.id, 'FAILED', 'DONE')
  assert.equal(file.failure.code, 'reference_gone')
  assert.deepEqual(file.generation.attachments, [{ id: attachment }])
  assert.ok(world.standIn.starts.length <= starts + 2)
})
