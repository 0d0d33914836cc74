import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import sharp from 'sharp'
import { newFile } from '../../test/worlds/samples.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { newUuid } from '../core/ids.ts'
import { createMailStills } from './mail-still.ts'

const world = await startWorld()
const { database, storage } = world
const { sql } = database
const { id: projectId, owner } = await world.project()
const still = createMailStills({ database, storage })

async function derive(fileId: string, name: string, mimeType: string, content: Buffer): Promise<void> {
  const objectId = newUuid()
  await storage.write(objectId, Readable.from([content]))
  await sql`
    insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
    values (${objectId}, 'derived', ${content.length}, ${content.length}, ${mimeType}, now())`
  await sql`
    insert into media_derivatives (file_id, name, step, object_id) values (${fileId}, ${name}, 'pictures', ${objectId})`
}

async function newVideo(): Promise<string> {
  const fileId = await newFile(world, projectId, owner)
  await sql`insert into media (file_id, state) values (${fileId}, 'READY') on conflict do nothing`
  await derive(fileId, 'thumbnail.webp', 'image/webp', await plain('#00c000').webp().toBuffer())
  return fileId
}

const plain = (background: string) => sharp({ create: { width: 32, height: 18, channels: 3, background } })

const manifest = `WEBVTT

00:00:00.000 --> 00:00:01.500
sprite-1.webp#xywh=0,0,32,18

00:00:01.500 --> 00:00:03.000
sprite-1.webp#xywh=32,0,32,18
`

async function colour(image: Uint8Array | undefined): Promise<string> {
  const { format, width, height } = await sharp(image).metadata()
  assert.deepEqual([format, width, height], ['jpeg', 32, 18])
  const { dominant } = await sharp(image).stats()
  return dominant.r > 128 ? 'red' : dominant.b > 128 ? 'blue' : 'green'
}

test('a still of a video is the frame of its sheet at that time, else the thumbnail', async () => {
  const fileId = await newVideo()
  assert.equal(await colour(await still(fileId, 1_500)), 'green')
  const sheet = await sharp({ create: { width: 64, height: 18, channels: 3, background: '#d00000' } })
    .composite([{ input: await plain('#0000d0').png().toBuffer(), left: 32, top: 0 }])
    .webp()
    .toBuffer()
  await derive(fileId, 'sprite-1.webp', 'image/webp', sheet)
  await derive(fileId, 'sprite.vtt', 'text/vtt', Buffer.from(manifest))
  assert.equal(await colour(await still(fileId, null)), 'green')
  assert.equal(await colour(await still(fileId, 1_499)), 'red')
  assert.equal(await colour(await still(fileId, 1_500)), 'blue')
  assert.equal(await colour(await still(fileId, 999_000)), 'blue')
})

test('a file without previews has no still', async () => {
  assert.equal(await still(await newFile(world, projectId, owner), 5), undefined)
})
