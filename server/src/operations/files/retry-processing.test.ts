import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { scripted } from '../../../test/stand-ins/media-processors.ts'
import { startMediaWorld } from '../../../test/worlds/media-world.ts'

const world = await startMediaWorld()
const { upload, reaches, hold, release, arrival, owner } = world

const retry = (id: string) => world.call(`POST /api/files/${id}/process.retry`, { key: owner.key })

test('202: processing is retried and makes only what is missing', async () => {
  const id = await upload({
    thumbnail: { makes: { 'thumbnail.webp': 'small' } },
    proxy: { fails: true, makes: {} },
  })
  const { thumbnail } = await reaches(id, 'FAILED')
  const before = await world.derivatives(id)
  // Replace the broken original by one that can be processed.
  hold('again')
  const { storage, database } = world
  const [row] = await database.sql<{ id: string }>`select object_id as id from files where id = ${id}`
  const mended = scripted({ proxy: { gate: 'again', makes: { 'proxy.mp4': 'film' } } })
  await storage.write(row!.id, Readable.from([mended]))

  const answer = await retry(id)
  assert.deepEqual([answer.status, answer.body], [202, { data: { id } }])
  await arrival('again')
  const { state, failure } = (await world.file(id)).media
  assert.deepEqual([state, failure], ['PROCESSING', null])
  assert.equal((await retry(id)).status, 409, 'it is on its way')
  release('again')
  const media = await reaches(id, 'READY', 'FAILED')
  assert.equal(media.state, 'READY')
  assert.equal(media.thumbnail, thumbnail)
  assert.equal((await world.derivatives(id)).get('thumbnail.webp'), before.get('thumbnail.webp'))
})

test('409: there is nothing to retry', async () => {
  const ready = await upload({})
  await reaches(ready, 'READY')
  const text = await upload(Buffer.from('Only words'), 'Notes.txt')
  for (const id of [ready, text]) {
    const { status, body } = await retry(id)
    assert.deepEqual([status, body.code], [409, 'processing_not_failed'])
  }
})
