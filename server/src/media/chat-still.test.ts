import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import sharp from 'sharp'
import { newFile } from '../../test/worlds/samples.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { newUuid } from '../core/ids.ts'
import type { Storage } from '../core/storage.ts'
import { createChatStills } from './chat-still.ts'

const world = await startWorld()
const { database, storage } = world
const { sql } = database
const { id: projectId, owner } = await world.project()

async function fileWith(thumbnail: Uint8Array): Promise<string> {
  const fileId = await newFile(world, projectId, owner)
  await sql`insert into media (file_id, state) values (${fileId}, 'READY') on conflict do nothing`
  await addThumbnail(fileId, thumbnail)
  return fileId
}

async function addThumbnail(fileId: string, image: Uint8Array): Promise<void> {
  const objectId = newUuid()
  await storage.write(objectId, Readable.from([image]))
  await sql`
    insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
    values (${objectId}, 'derived', ${image.length}, ${image.length}, 'image/webp', now())`
  await sql`
    insert into media_derivatives (file_id, name, step, object_id)
    values (${fileId}, 'thumbnail.webp', 'pictures', ${objectId})
    on conflict on constraint media_derivatives_pkey do update set object_id = excluded.object_id`
}

const image = (background: string) =>
  sharp({ create: { width: 64, height: 36, channels: 3, background } })
    .webp()
    .toBuffer()

const load = async (url: string) => {
  const response = await fetch(url)
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
}
const objectOf = (url: string | undefined) => new URL(url!).pathname

test('a still is the thumbnail as JPEG, made once, and made anew for a new thumbnail', async () => {
  const still = createChatStills({ database, storage })
  const fileId = await fileWith(await image('#c00000'))
  const [url, again] = await Promise.all([still(fileId, 'ntfy'), still(fileId, 'ntfy')])
  const { type, bytes } = await load(url!)
  assert.equal(type, 'image/jpeg')
  const { format, width, height } = await sharp(bytes).metadata()
  assert.deepEqual([format, width, height], ['jpeg', 64, 36])
  assert.equal(objectOf(again), objectOf(url))
  assert.equal(objectOf(await still(fileId, 'ntfy')), objectOf(url))
  await addThumbnail(fileId, await image('#0000c0'))
  const renewed = await still(fileId, 'ntfy')
  assert.notEqual(objectOf(renewed), objectOf(url))
  const { dominant } = await sharp((await load(renewed!)).bytes).stats()
  assert.ok(dominant.b > dominant.r)
})

test('no still without a thumbnail, or of a broken one', async () => {
  const still = createChatStills({ database, storage })
  assert.equal(await still(await newFile(world, projectId, owner), 'ntfy'), undefined)
  assert.equal(await still(await fileWith(Buffer.from('RIFF broken')), 'ntfy'), undefined)
})

test('services on the internet get a still only from a public https address', async () => {
  const fileId = await fileWith(await image('#00c000'))
  const served = (origin: string): Storage => ({
    ...storage,
    downloadUrl: async (key) => `${origin}/${key}`,
  })
  const addresses: Record<string, string> = {
    'media.example.com': '93.184.215.14',
    'nas.example.com': '10.0.0.7',
  }
  const shown = async (origin: string) => {
    const still = createChatStills({
      database,
      storage: served(origin),
      resolve: (name, _options, done) => done(null, [{ address: addresses[name]!, family: 4 }]),
    })
    const urls = await Promise.all([still(fileId, 'slack'), still(fileId, 'ntfy')])
    return urls.map((url) => url !== undefined)
  }
  assert.deepEqual(await shown('https://media.example.com'), [true, true])
  assert.deepEqual(await shown('http://media.example.com'), [false, true])
  assert.deepEqual(await shown('https://nas.example.com'), [false, true])
  assert.deepEqual(await shown('https://192.168.0.2'), [false, true])
  assert.deepEqual(await shown('https://93.184.215.14'), [true, true])
})
