import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, startShareWorld, versions } from './fixtures/share-world.ts'

const { manage, sql, file, folder, version, share } = await startShareWorld()

test('200: only the given fields change, and guests see it at once', async () => {
  const made = await share(files(await file()), { welcome: 'Hello', downloads: 'PROXY' })
  const guest = await made.guest()
  const before = (await manage(`GET /api/shares/${made.id}`)).body.data
  const { status, body } = await made.update({ name: 'Cut 4', welcome: null, access: 'VIEW' })
  assert.equal(status, 200)
  const { updatedAt, ...changed } = body.data
  const { updatedAt: earlier, ...rest } = before
  assert.deepEqual(changed, { ...rest, name: 'Cut 4', welcome: null, access: 'VIEW' })
  assert.ok(updatedAt > earlier)
  const seen = (await guest.call('GET /api/share')).body.data
  assert.deepEqual([seen.name, seen.welcome, seen.access, seen.downloads], ['Cut 4', null, 'VIEW', 'PROXY'])
})

test('200: an upload folder, a password and an expiry are set and taken away', async () => {
  const made = await share(files(await file()))
  const place = await folder()
  const upload = { folder: { id: place }, maxBytes: 5, kinds: null }
  const set = await made.update({ upload, password: 'x', expiresAt: '2100-01-01 00:00:00.000000' })
  assert.deepEqual([set.body.data.upload.maxBytes, set.body.data.hasPassword], [5, true])
  const cleared = (await made.update({ upload: null, password: null, expiresAt: null })).body.data
  assert.deepEqual([cleared.upload, cleared.hasPassword, cleared.expiresAt], [null, false, null])
})

test('400: a change that contradicts what stays', async () => {
  const made = await share(versions(await version([await file()])), { verdicts: true, downloads: 'ORIGINAL' })
  const watermark = { text: 'x', position: 'CENTER', size: 'LARGE', opacity: 0.5 }
  const faults: [object, string][] = [
    [{ watermark }, '/downloads'],
    [{ items: files(await file()) }, '/verdicts'],
  ]
  for (const [fields, path] of faults) {
    const { status, body } = await made.update(fields)
    assert.deepEqual([status, body.errors[0].path], [400, path])
  }
  assert.equal((await made.update({ watermark, downloads: 'NONE' })).status, 200)
  assert.equal((await made.update({ items: files(await file()), verdicts: false })).status, 200)
})

test('an event names the fields that changed, and none when nothing did', async () => {
  const made = await share(files(await file()))
  const changes = async () => {
    const events = await sql<{ data: { changed: string[] } }>`
      select data from events where type = 'share.updated' and data -> 'share' ->> 'id' = ${made.id}
      union all select data from outbox where type = 'share.updated' and data -> 'share' ->> 'id' = ${made.id}`
    return events.map(({ data }) => data.changed)
  }
  await made.update({ name: 'For the client', access: 'COMMENT' })
  assert.deepEqual(await changes(), [])
  await made.update({ name: 'Other', comments: 'ALL' })
  assert.deepEqual(await changes(), [['name', 'comments']])
})
