import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, startShareWorld, versions } from './fixtures/share-world.ts'

const { world, sql, owner, projectId, api, file, folder, version, share } = await startShareWorld()

test('200: settings, brand and files; no folder of uploads, and no address', async () => {
  const id = await file()
  const made = await share(files(id), {
    upload: { folder: { id: await folder() }, maxBytes: 10, kinds: ['VIDEO'] },
    welcome: 'Hello',
    downloads: 'PROXY',
  })
  const guest = await made.guest('Ada')
  const { data } = (await guest.call('GET /api/share')).body
  const { files: listed, guest: self, ...rest } = data
  assert.deepEqual(rest, {
    name: 'For the client',
    welcome: 'Hello',
    workspace: { name: 'Studio', avatarUrl: null, accentColor: null },
    project: { id: projectId },
    access: 'COMMENT',
    comments: 'OWN',
    verdicts: false,
    downloads: 'PROXY',
    upload: { maxBytes: 10, usedBytes: 0, kinds: ['VIDEO'] },
    email: 'NONE',
    watermark: false,
    expiresAt: null,
    folders: [],
    versions: [],
  })
  assert.deepEqual([self.name, self.preview, self.id], ['Ada', false, guest.id])
  assert.deepEqual([listed[0].id, listed[0].author, listed[0].own], [id, 'Someone', false])
  assert.doesNotMatch(JSON.stringify(data), /@/)
})

test('200: shows the verdict of this guest, and whether it is stale', async () => {
  const id = await file()
  const versionId = await version([id])
  const made = await share(versions(versionId), { verdicts: true })
  const [ada, bo] = [await made.guest('Ada'), await made.guest('Bo')]
  await ada.call(`PUT /api/versions/${versionId}/verdict`, { verdict: 'APPROVED', note: 'Go' })
  const seen = async (guest: typeof ada) => (await guest.call('GET /api/share')).body.data.versions[0]
  const { status, verdict } = await seen(ada)
  assert.deepEqual(
    [status, verdict.verdict, verdict.note, verdict.stale],
    ['APPROVED', 'APPROVED', 'Go', false],
  )
  assert.equal((await seen(bo)).verdict, null)
  await file({ revisionOf: id })
  assert.equal((await seen(ada)).verdict.stale, true)
})

test('404: for members, whatever their credential', async () => {
  for (const key of [owner.key, await world.session(owner.userId)])
    assert.deepEqual((await api(key, 'GET /api/share')).body.code, 'not_found')
})

test('200: with a watermark there is no image without it', async () => {
  const id = await file({ type: 'image/png' })
  await sql`
    insert into media (file_id, state, kind, priority) values (${id}, 'READY', 'IMAGE', 0)
    on conflict (file_id) do update set state = 'READY'`
  const watermark = { text: 'x', position: 'CENTER', size: 'LARGE', opacity: 0.5 }
  const guest = await (await share(files(id), { watermark, downloads: 'PROXY' })).guest()
  const { data } = (await guest.call('GET /api/share')).body
  assert.deepEqual([data.watermark, data.files[0].thumbnail], [true, null])
  const { media, thumbnail } = (await guest.call(`GET /api/files/${id}`)).body.data
  assert.deepEqual([media.state, media.preview, thumbnail], ['PENDING', null, null])
  assert.equal((await guest.call(`GET /api/files/${id}/download`)).body.code, 'file_not_ready')
})
