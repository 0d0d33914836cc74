import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../test/helpers/until.ts'
import { pixel } from '../../test/stand-ins/generation-server.ts'
import { standInModels, startGenerationWorld } from '../../test/worlds/generation-world.ts'

const world = await startGenerationWorld()
const { standIn, generate, reaches, act } = world
const { sql } = world.database

async function paidFor(id: string): Promise<number> {
  const [row] = await sql<{ reference: string }>`
    select client_reference as reference from generations where file_id = ${id}`
  return standIn.starts.filter((reference) => reference === row!.reference).length
}

for (const model of standInModels) {
  test(`${model}: a file becomes DONE with its bytes, type and extension`, async () => {
    const id = await generate(model, `A lighthouse at dusk, by ${model}`)
    const file = await reaches(id, 'DONE')
    assert.deepEqual([file.status, file.failure, file.mode], ['UPLOADED', null, 'GENERATED'])
    assert.deepEqual([file.generation.progress, file.generation.position], [1, null])
    const ending = model === 'gpt-image-2' ? 'png' : 'mp4'
    assert.equal(file.mimeType, model === 'gpt-image-2' ? 'image/png' : 'video/mp4')
    assert.equal(file.name, `A lighthouse at dusk, by ${model}.${ending}`)
    const { body } = await world.call(`GET /api/files/${id}/download`, { key: world.owner.key })
    const bytes = Buffer.from(await (await fetch(body.data.url)).arrayBuffer())
    assert.equal(bytes.length, file.size)
    if (model === 'gpt-image-2') assert.deepEqual(bytes, pixel)
    assert.equal(await paidFor(id), 1)
  })
}

test('a failure of the provider becomes the failure of the file', async () => {
  const file = await reaches(await generate('kling-3.0', 'something forbidden'), 'FAILED')
  assert.equal(file.status, 'FAILED')
  const message = 'The provider does not support this.'
  assert.deepEqual(file.failure, { code: 'content_policy', message, retryable: false })
})

test('a refused start fails the generation at no cost', async () => {
  standIn.refuse('start', 402, 1)
  const before = standIn.starts.length
  const file = await reaches(await generate('seedance-2.5'), 'FAILED')
  assert.deepEqual([file.failure.code, standIn.starts.length], ['provider_balance', before])
})

test('a rate-limited start is retried, and paid for once', async () => {
  standIn.refuse('start', 429, 2)
  const before = standIn.starts.length
  await reaches(await generate('seedance-2.5'), 'DONE')
  assert.equal(standIn.starts.length, before + 1)
})

test('errors while polling and fetching are retried', async () => {
  standIn.refuse('poll', 500, 2)
  standIn.refuse('result', 503, 1)
  await reaches(await generate('kling-3.0'), 'DONE')
})

test('a result of another type than requested fails the generation', async () => {
  const file = await reaches(await generate('kling-3.0', 'answers with a page'), 'FAILED')
  assert.equal(file.failure.code, 'provider_invalid_answer')
})

test('a renamed file keeps its name and gets the extension of its bytes', async () => {
  standIn.hold('poll')
  const id = await generate('kling-3.0')
  await reaches(id, 'RUNNING')
  const { key } = world.owner
  assert.equal((await world.call(`PATCH /api/files/${id}`, { key, body: { name: 'Hero' } })).status, 204)
  standIn.release('poll')
  assert.equal((await reaches(id, 'DONE')).name, 'Hero.mp4')
})

test('generations beyond the concurrency of a provider wait, know their position and start in order', async () => {
  standIn.hold('start')
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    const id = await generate('kling-3.0', `number ${i}`)
    ids.push(id)
    if (i < 2) await reaches(id, 'STARTING')
    else await world.isTried(id)
  }
  const files = await Promise.all(ids.map(world.file))
  assert.deepEqual(
    files.map(({ generation }) => [generation.state, generation.position]),
    [
      ['STARTING', null],
      ['STARTING', null],
      ['QUEUED', 0],
      ['QUEUED', 1],
      ['QUEUED', 2],
    ],
  )
  standIn.release('start')
  for (const id of ids) await reaches(id, 'DONE')
  const started = await sql<{ id: string }>`
    select file_id as id from generations where file_id = any(${ids}) order by started_at`
  // Two slots that are free at once are filled in either order, by the two that are first in the queue.
  const waiting = [...ids]
  for (const { id } of started) {
    const [place] = [waiting.indexOf(id), waiting.splice(waiting.indexOf(id), 1)]
    assert.ok(place < 2, `${ids.indexOf(id)} started before ${place} earlier ones`)
  }
})

test('many concurrent generations: each starts once, and none counts as interrupted', async () => {
  const starts = standIn.starts.length
  const ids = await Promise.all(Array.from({ length: 60 }, () => generate('gpt-image-2')))
  for (const id of ids) assert.equal((await reaches(id, 'DONE', 'FAILED')).failure, null)
  assert.equal(standIn.starts.length, starts + 60)
})

test('cancelled while queued: the generation never starts, and the next moves up', async () => {
  standIn.hold('start')
  const [a, b] = [await generate('seedance-2.5'), await generate('seedance-2.5')]
  for (const id of [a, b]) await reaches(id, 'STARTING')
  const [c, d] = [await generate('seedance-2.5', 'cancelled in time'), await generate('seedance-2.5')]
  assert.equal(await act(c!, 'generate.cancel'), 204)
  const file = await world.file(c!)
  assert.deepEqual([file.status, file.generation.state], ['FAILED', 'CANCELLED'])
  assert.deepEqual([file.failure.code, file.failure.retryable], ['cancelled', true])
  assert.equal((await world.file(d!)).generation.position, 0)
  standIn.release('start')
  for (const id of [a, b, d]) await reaches(id!, 'DONE')
  assert.ok(![...standIn.generations.values()].some(({ prompt }) => prompt === 'cancelled in time'))
  assert.equal(await act(a!, 'generate.cancel'), 409)
})

test('cancelled while starting: the generation is cancelled at the provider and its result is discarded', async () => {
  standIn.hold('start')
  const id = await generate('kling-3.0', 'cancelled while starting')
  const arrivals = standIn.arrivals('start')
  await until(() => standIn.arrivals('start') >= arrivals)
  await reaches(id, 'STARTING')
  assert.equal(await act(id, 'generate.cancel'), 204)
  const count = standIn.cancelled.length
  standIn.release('start')
  await until(() => standIn.cancelled.length > count)
  assert.equal((await world.file(id)).generation.state, 'CANCELLED')
})

test('cancelled while running: the generation is cancelled at the provider, and a late result is discarded', async () => {
  standIn.hold('poll')
  const id = await generate('kling-3.0')
  await reaches(id, 'RUNNING')
  const count = standIn.cancelled.length
  assert.equal(await act(id, 'generate.cancel'), 204)
  await until(() => standIn.cancelled.length > count)
  standIn.release('poll')
  await reaches(await generate('kling-3.0'), 'DONE')
  const file = await world.file(id)
  assert.deepEqual([file.generation.state, file.status, file.byteSize], ['CANCELLED', 'FAILED', null])
})

test('409: cancelled while the paid result is fetched: the result is kept, and paid for once', async () => {
  standIn.hold('result')
  const id = await generate('kling-3.0')
  await reaches(id, 'FETCHING')
  const count = standIn.cancelled.length
  const answer = await world.call(`POST /api/files/${id}/generate.cancel`, { key: world.owner.key })
  assert.deepEqual([answer.status, answer.body.code], [409, 'generation_ended'])
  assert.match(answer.body.message, /is being stored.*delete the file/)
  assert.equal(await act(id, 'generate.retry'), 409)
  standIn.release('result')
  const file = await reaches(id, 'DONE')
  assert.deepEqual([file.status, standIn.cancelled.length, await paidFor(id)], ['UPLOADED', count, 1])
})

test('retried while the first attempt still runs: only the second counts', async () => {
  standIn.hold('image')
  const id = await generate('gpt-image-2')
  await until(() => standIn.arrivals('image') > 0)
  await reaches(id, 'STARTING')
  assert.equal(await act(id, 'generate.cancel'), 204)
  assert.equal(await act(id, 'generate.retry'), 202)
  standIn.release('image')
  await reaches(id, 'DONE')
  const [row] = await sql<{ attempt: number }>`select attempt from generations where file_id = ${id}`
  assert.equal(row!.attempt, 2)
  assert.equal(await paidFor(id), 1)
})

test('deleted while running: the generation is cancelled at the provider and its slot is free', async () => {
  standIn.hold('poll')
  const ids = [await generate('kling-3.0'), await generate('kling-3.0')]
  for (const id of ids) await reaches(id, 'RUNNING')
  const waiting = await generate('kling-3.0')
  assert.equal((await world.file(waiting)).generation.state, 'QUEUED')
  const count = standIn.cancelled.length
  const { key } = world.owner
  for (const id of ids) assert.equal((await world.call(`DELETE /api/files/${id}`, { key })).status, 204)
  await until(() => standIn.cancelled.length === count + 2)
  standIn.release('poll')
  await reaches(waiting, 'DONE')
})
