// Uploads by guests of a share: into its folder, of its kinds, within its quota.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendParts } from '../../../test/helpers/uploads.ts'
import { created, files, folders, type Guest, startShareWorld } from './fixtures/share-world.ts'

const { world, sql, projectId, owner, manage, file, folder, share } = await startShareWorld()

const start = (guest: Guest, fields: object) =>
  guest.call(`POST /api/projects/${projectId}/files/upload.multipart`, fields)
const png = Buffer.from('\x89PNG\r\n\x1a\nand more', 'latin1')
const text = Buffer.from('just words')

async function upload(guest: Guest, name: string, bytes: Buffer): Promise<string> {
  const { id, parts } = created(await start(guest, { name, size: bytes.length }))
  const sent = await sendParts(parts, bytes)
  const done = await guest.call(`POST /api/files/${id}/upload.complete`, { parts: sent })
  assert.equal(done.status, 204, JSON.stringify(done.body))
  return id
}

test('201: the file lands in the folder of the share; the guest sees it, other guests do not', async () => {
  const place = await folder()
  const made = await share(files(await file()), { upload: { folder: { id: place } } })
  const [ada, bo] = [await made.guest('Ada'), await made.guest('Bo')]
  const id = await upload(ada, 'plan.png', png)
  const stored = (await manage(`GET /api/files/${id}`)).body.data
  assert.deepEqual([stored.folder.id, stored.author.name, stored.status], [place, 'Ada', 'UPLOADED'])
  assert.equal((await ada.call(`GET /api/files/${id}`)).body.data.folder, null)
  assert.deepEqual((await ada.files()).at(-1), id)
  assert.equal(await bo.status(`GET /api/files/${id}`), 404)
  assert.equal((await bo.files()).includes(id), false)
  const [, guest] = (await manage(`GET /api/shares/${made.id}/guests`)).body.data
  assert.equal(guest.uploadCount, 1)
  await manage(`PATCH /api/files/${id}`, { folder: null })
  assert.equal(await ada.status(`GET /api/files/${id}`), 404, 'when the team files it elsewhere')
})

test('other guests see an upload when its folder is shared as well', async () => {
  const place = await folder()
  const made = await share(folders(place), { upload: { folder: { id: place } } })
  const [ada, bo] = [await made.guest('Ada'), await made.guest('Bo')]
  const id = await upload(ada, 'plan.png', png)
  assert.deepEqual([await ada.files(), await bo.files()], [[id], [id]])
})

test('400: another folder, the root and another file to replace do not exist to the guest', async () => {
  const [place, other] = [await folder(), await folder()]
  const shown = await file({ folder: place })
  const guest = await (await share(files(shown), { upload: { folder: { id: place } } })).guest()
  const fault = async (fields: object) => {
    const { status, body } = await start(guest, { name: 'a.png', size: 5, ...fields })
    return [status, body.errors?.[0].path]
  }
  assert.deepEqual(await fault({ folder: { id: other } }), [400, '/folder/id'])
  assert.deepEqual(await fault({ folder: { id: 'DXaaaaaaaaaaaaaaaaaaaaaa' } }), [400, '/folder/id'])
  assert.deepEqual(await fault({ replaces: { id: shown } }), [400, '/replaces/id'])
  assert.deepEqual(await fault({ folder: { id: place } }), [201, undefined])
})

test('404: a share without uploads, another project, batches and addresses', async () => {
  const other = await world.project({ owner })
  const guest = await (
    await share(files(await file()), { upload: { folder: { id: await folder() } } })
  ).guest()
  const closed = await (await share(files(await file()))).guest()
  assert.equal((await start(closed, { name: 'a.png', size: 5 })).status, 404)
  for (const [route, body] of [
    [`POST /api/projects/${other.id}/files/upload.multipart`, { name: 'a.png', size: 5 }],
    [`POST /api/projects/${projectId}/files/upload.batch`, { files: [{ name: 'a.png', size: 5 }] }],
    [`POST /api/projects/${projectId}/files/upload.url`, { url: 'https://example.com/a.mov' }],
    [`POST /api/projects/${projectId}/files/upload.youtube`, { url: 'https://youtu.be/dQw4w9WgXcQ' }],
  ] as const)
    assert.equal(await guest.status(route, body), 404, route)
})

test('409: kinds that the share does not take, by the name before a byte is sent, and by the bytes', async () => {
  const made = await share(files(await file()), {
    upload: { folder: { id: await folder() }, kinds: ['IMAGE'] },
  })
  const guest = await made.guest()
  const refused = await start(guest, { name: 'a.mov', size: 5 })
  assert.deepEqual([refused.status, refused.body.code], [409, 'upload_kind_refused'])
  assert.equal((await start(guest, { name: 'a.zip', size: 5 })).body.code, 'upload_kind_refused')
  await upload(guest, 'a.png', png)
  const { id, parts } = created(await start(guest, { name: 'b.png', size: text.length }))
  const sent = await sendParts(parts, text)
  const complete = () => guest.call(`POST /api/files/${id}/upload.complete`, { parts: sent })
  assert.equal((await complete()).body.code, 'upload_kind_refused')
  assert.equal((await guest.call(`POST /api/files/${id}/upload.resume`)).body.code, 'upload_kind_refused')
  assert.equal((await manage(`GET /api/files/${id}`)).body.data.status, 'UPLOADING')
  assert.equal(await guest.status(`POST /api/files/${id}/upload.abort`), 204)
  assert.equal(await guest.status(`GET /api/files/${id}`), 404)
})

test('409: the quota counts the uploads of all guests, before bytes are sent, and under races', async () => {
  const made = await share(files(await file()), { upload: { folder: { id: await folder() }, maxBytes: 30 } })
  const [ada, bo] = [await made.guest('Ada'), await made.guest('Bo')]
  assert.equal((await start(ada, { name: 'a.png', size: 31 })).body.code, 'quota_exceeded')
  const answers = await Promise.all(
    [ada, bo, ada, bo, ada].map((guest) => start(guest, { name: 'a.png', size: 10 })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 409, 409])
  const started = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id as string)
  assert.equal((await bo.call('GET /api/share')).body.data.upload.usedBytes, 30)
  const left = await sql`select id from files where id = any(${started}::text[])`
  assert.equal(left.length, 3)
  await manage(`DELETE /api/files/${started[0]}`)
  assert.equal((await start(bo, { name: 'b.png', size: 10 })).status, 201)
})

test('404: guests neither complete nor abort the uploads of others', async () => {
  const place = await folder()
  const made = await share(folders(place), { upload: { folder: { id: place } } })
  const [ada, bo] = [await made.guest('Ada'), await made.guest('Bo')]
  const { id } = created(await start(ada, { name: 'a.png', size: 5 }))
  for (const action of ['complete', 'resume', 'abort'])
    assert.equal(
      await bo.status(
        `POST /api/files/${id}/upload.${action}`,
        action === 'complete' ? { parts: [{ partNumber: 1, eTag: 'x' }] } : undefined,
      ),
      404,
      action,
    )
})

test('an upload cannot be completed after the share has ended; the folder may be deleted', async () => {
  const place = await folder()
  const made = await share(files(await file()), { upload: { folder: { id: place } } })
  const guest = await made.guest()
  const { id, parts } = created(await start(guest, { name: 'a.png', size: png.length }))
  const sent = await sendParts(parts, png)
  await manage(`POST /api/shares/${made.id}/end`)
  assert.ok([401, 404].includes(await guest.status(`POST /api/files/${id}/upload.complete`, { parts: sent })))
  assert.equal((await manage(`DELETE /api/folders/${place}?recursive=true`)).status, 204)
  assert.equal((await manage(`GET /api/shares/${made.id}`)).body.data.upload, null)
})

test('the URLs of parts live an hour, not a day', async () => {
  const made = await share(files(await file()), { upload: { folder: { id: await folder() } } })
  const { parts } = created(await start(await made.guest(), { name: 'a.png', size: 5 }))
  const expires = Number(new URL(parts[0].url).searchParams.get('expires'))
  assert.ok(expires - Date.now() / 1000 <= 3600)
})
