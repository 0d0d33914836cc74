// The URLs that guests of a share get: for minutes, and of nothing but what the share offers.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { newUuid } from '../../core/ids.ts'
import { created, files, startShareWorld, versions } from './fixtures/share-world.ts'

const { world, sql, owner, api, file, version, share, comment } = await startShareWorld()

/** Stores derivatives of a file, each with its name as bytes. */
async function withMedia(kind: string, derivatives: Record<string, string>): Promise<string> {
  const id = await file({ type: kind === 'VIDEO' ? 'video/mp4' : 'application/pdf' })
  await sql`insert into media (file_id, state, kind) values (${id}, 'READY', ${kind})`
  for (const [name, mimeType] of Object.entries(derivatives)) {
    const objectId = newUuid()
    await world.storage.write(objectId, Readable.from([Buffer.from(name)]))
    await sql`
      insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
      values (${objectId}, 'derived', ${name.length}, ${name.length}, ${mimeType}, now())`
    await sql`insert into media_derivatives (file_id, name, step, object_id) values (${id}, ${name}, 'step', ${objectId})`
  }
  return id
}

const video = () =>
  withMedia('VIDEO', {
    'thumbnail.webp': 'image/webp',
    'poster.webp': 'image/webp',
    'proxy.mp4': 'video/mp4',
    'sprite.vtt': 'text/vtt',
    'sprite-1.webp': 'image/webp',
    'waveform.json': 'application/json',
  })

/** Seconds that a URL is valid for, whether it is signed in its query or its path. */
function secondsLeft(url: string): number {
  const { searchParams, pathname } = new URL(url)
  const expires = searchParams.get('expires') ?? pathname.split('/').at(-2)!.split('.')[0]
  return Number(expires) - Date.now() / 1000
}

function assertShort(url: string): void {
  const left = secondsLeft(url)
  assert.ok(left > 7 * 60 && left <= 10 * 60, `${url} is valid for ${left} s`)
}

test('every URL of Get File, of the list and of a version is valid for at most 10 minutes; those of members for a day', async () => {
  const id = await video()
  const versionId = await version([id])
  const guest = await (await share(versions(versionId))).guest()
  const { media, thumbnail } = (await guest.call(`GET /api/files/${id}`)).body.data
  const listed = (await guest.call('GET /api/share')).body.data.files[0].thumbnail
  const inVersion = (await guest.call(`GET /api/versions/${versionId}`)).body.data.files[0].thumbnail
  const { thumbnail: own, poster, proxy, sprite, waveform } = media
  for (const url of [thumbnail, listed, inVersion, own, poster, proxy, sprite, waveform]) assertShort(url)
  const member = (await api(owner.key, `GET /api/files/${id}`)).body.data
  assert.ok(secondsLeft(member.media.proxy) > 24 * 3600)
  assertShort((await guest.call(`GET /api/files/${id}`)).body.data.media.proxy)
  assert.equal(await (await fetch(proxy)).text(), 'proxy.mp4')
})

test('an image that a manifest names ends with the manifest, and browsers keep neither for longer', async () => {
  const id = await video()
  const guest = await (await share(files(id))).guest()
  const { sprite, proxy } = (await guest.call(`GET /api/files/${id}`)).body.data.media
  const manifest = await fetch(sprite)
  assert.equal(await manifest.text(), 'sprite.vtt')
  const kept = (answer: Response) => Number(/max-age=(\d+)/.exec(answer.headers.get('cache-control')!)![1])
  assert.ok(kept(manifest) <= 600)
  const sheet = await fetch(sprite.replace('sprite.vtt', 'sprite-1.webp'), { redirect: 'manual' })
  assertShort(sheet.headers.get('location')!)
  assert.ok(kept(sheet) <= 600)
  assert.ok(kept(await fetch(proxy)) <= 600)
})

test('404: the URL of a manifest opens no other derivative of the file', async () => {
  const id = await video()
  const { sprite, waveform } = (await api(owner.key, `GET /api/files/${id}`)).body.data.media
  assert.equal(
    (await fetch(sprite.replace('sprite.vtt', 'sprite-1.webp'), { redirect: 'manual' })).status,
    302,
  )
  for (const name of ['proxy.mp4', 'poster.webp', 'waveform.json', 'thumbnail.webp'])
    assert.equal((await fetch(sprite.replace('sprite.vtt', name), { redirect: 'manual' })).status, 404, name)
  assert.equal((await fetch(waveform.replace('waveform.json', 'sprite.vtt'))).status, 404)
})

test('downloads: none, the proxy under the name of the file, or the original', async () => {
  const id = await video()
  await sql`update files set name = 'Shot 10.final.mxf' where id = ${id}`
  const made = await share(files(id))
  const guest = await made.guest()
  const route = `GET /api/files/${id}/download`
  assert.equal(await guest.status(route), 404)
  await made.update({ downloads: 'PROXY' })
  const again = await made.guest('Bo')
  const proxy = (await again.call(route)).body.data
  assertShort(proxy.url)
  const answer = await fetch(proxy.url)
  assert.match(answer.headers.get('content-disposition')!, /filename="Shot 10\.final\.mp4"/)
  assert.equal(await answer.text(), 'proxy.mp4')
  await made.update({ downloads: 'ORIGINAL' })
  const original = (await again.call(route)).body.data
  assert.notEqual(await (await fetch(original.url)).text(), 'proxy.mp4')
  assertShort(original.url)
  await made.update({ downloads: 'NONE' })
  assert.equal(await again.status(route), 404, 'at once, although the guest is cached')
})

test('409: a file without a copy has no proxy to download', async () => {
  const id = await file()
  const guest = await (await share(files(id), { downloads: 'PROXY' })).guest()
  assert.equal((await guest.call(`GET /api/files/${id}/download`)).body.code, 'file_not_ready')
})

test('attachments of visible comments are downloaded for minutes; guests attach files themselves', async () => {
  const id = await file()
  const [here, there] = [
    await share(files(id), { comments: 'ALL' }),
    await share(files(id), { comments: 'ALL' }),
  ]
  const [ada, cy] = [await here.guest('Ada'), await there.guest('Cy')]
  const bytes = Buffer.from('a note')
  const begun = created(
    await ada.call(`POST /api/files/${id}/comment-attachments/upload.multipart`, {
      name: 'a.txt',
      size: bytes.length,
    }),
  )
  const put = await fetch(begun.parts[0].url, { method: 'PUT', body: new Uint8Array(bytes) })
  const parts = [{ partNumber: 1, eTag: put.headers.get('etag') }]
  const complete = `POST /api/comment-attachments/${begun.id}/upload.complete`
  assert.equal(await cy.status(complete, { parts }), 404)
  assert.equal(await ada.status(complete, { parts }), 204)
  const download = `GET /api/comment-attachments/${begun.id}/download`
  assert.equal(await cy.status(download), 404)
  created(
    await ada.call(`POST /api/files/${id}/comments`, { content: 'see', attachments: [{ id: begun.id }] }),
  )
  const { url } = (await ada.call(download)).body.data
  assertShort(url)
  assert.equal(await (await fetch(url)).text(), 'a note')
  assert.equal(await cy.status(download), 404, 'the comment is of another share')
  assert.equal((await api(owner.key, download)).status, 200)
  await comment(id, 'team')
})
