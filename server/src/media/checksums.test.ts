// Processing reads the original and writes the derivatives: archives of them then know their CRCs in advance.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { readZip } from '../../test/helpers/read-zip.ts'
import { scripted } from '../../test/stand-ins/media-processors.ts'
import { startMediaWorld } from '../../test/worlds/media-world.ts'

const { upload, reaches, derivatives, database, call, projectId, owner } = await startMediaWorld()
const { sql } = database
const script = {
  info: { kind: 'VIDEO' as const },
  thumbnail: { makes: { 'thumbnail.webp': 'thumb' } },
  proxy: { makes: { 'proxy.mp4': 'film' } },
}

test('the CRCs of the original and of its proxy are known once it is processed', async () => {
  const id = await upload(script, 'shot.png')
  await reaches(id, 'READY')
  const crcs = await sql<{ name: string; crc: number }>`
    select coalesce(d.name, 'original') as name, k.crc from object_crcs k
    join objects o on o.id = k.object_id and o.size = k.length
    left join media_derivatives d on d.object_id = o.id
    where k.object_id in (select object_id from files where id = ${id}
      union select object_id from media_derivatives where file_id = ${id})
    order by name`
  assert.deepEqual(crcs, [
    { name: 'original', crc: crc32(scripted(script)) },
    { name: 'proxy.mp4', crc: crc32('film') },
  ])
  const { body } = await call(`POST /api/projects/${projectId}/archives`, {
    key: owner.key,
    body: { files: [{ id }], variant: 'PROXY' },
  })
  const zip = Buffer.from(await (await fetch(body.data.url)).arrayBuffer())
  assert.equal(readZip(zip).get('shot.mp4')!.toString(), 'film')
  assert.equal(zip.readUInt16LE(6) & (1 << 3), 0, 'no descriptor')
})

test('a proxy that is made anew stays in the archives that have the old one', async () => {
  const id = await upload(script, 'again.png')
  await reaches(id, 'READY')
  const old = (await derivatives(id)).get('proxy.mp4')
  const { body } = await call(`POST /api/projects/${projectId}/archives`, {
    key: owner.key,
    body: { files: [{ id }], variant: 'PROXY' },
  })
  await sql`update media set state = 'FAILED', failure_code = 'tool_failed', failure_message = 'x',
    failure_retryable = true, done = '{}', revision = gen_random_uuid() where file_id = ${id}`
  await call(`POST /api/files/${id}/process.retry`, { key: owner.key })
  await reaches(id, 'READY')
  assert.notEqual((await derivatives(id)).get('proxy.mp4'), old)
  const zip = Buffer.from(await (await fetch(body.data.url)).arrayBuffer())
  assert.equal(readZip(zip).get('again.mp4')!.toString(), 'film')
})
