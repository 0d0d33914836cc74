import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, startShareWorld } from './fixtures/share-world.ts'

const { world, sql, projectId, manage, api, file, folder, share, comment } = await startShareWorld()

test('204: the share ends for all guests at once, even for those who are cached; a repetition changes nothing', async () => {
  const id = await file()
  const made = await share(files(id), {
    comments: 'ALL',
    downloads: 'ORIGINAL',
    upload: { folder: { id: await folder() } },
  })
  const guest = await made.guest()
  const thread = await comment(id, 'team')
  assert.equal(await guest.status(`GET /api/files/${id}`), 200)
  assert.deepEqual((await manage(`POST /api/shares/${made.id}/end`)).status, 204)
  for (const [route, body] of [
    ['GET /api/share'],
    [`GET /api/files/${id}`],
    [`GET /api/files/${id}/download`],
    [`QUERY /api/files/${id}/comments`, {}],
    [`GET /api/comments/${thread}`],
    [`POST /api/files/${id}/comments`, { content: 'x' }],
    ['POST /api/share/views', { fileId: id }],
    [`POST /api/projects/${projectId}/files/upload.multipart`, { name: 'a.mov', size: 5 }],
  ] as [string, object?][])
    assert.ok([401, 404].includes(await guest.status(route, body)), route)
  const { endedAt } = (await manage(`GET /api/shares/${made.id}`)).body.data
  assert.equal((await manage(`POST /api/shares/${made.id}/end`)).status, 204)
  assert.equal((await manage(`GET /api/shares/${made.id}`)).body.data.endedAt, endedAt)
  assert.equal(
    (await api(undefined, 'POST /api/share-links/look', { key: made.key })).body.data.state,
    'ENDED',
  )
  const opened = await api(undefined, 'POST /api/share-links/open', { key: made.key, name: 'Bo' })
  assert.equal(opened.body.code, 'share_refused')
})

test('401: the token of an ended share is unknown once no cache remembers it', async () => {
  const made = await share(files(await file()))
  const { token } = await made.guest()
  await manage(`POST /api/shares/${made.id}/end`)
  assert.equal((await world.call('GET /api/share', { key: token })).status, 401)
})

test('an expired share has ended, and opens again when its expiry is moved', async () => {
  const id = await file()
  const made = await share(files(id))
  const guest = await made.guest()
  await sql`update shares set expires_at = now() - interval '1 second' where id = ${made.id}`
  assert.ok([401, 404].includes(await guest.status(`GET /api/files/${id}`)))
  assert.equal(
    (await api(undefined, 'POST /api/share-links/look', { key: made.key })).body.data.state,
    'ENDED',
  )
  await made.update({ expiresAt: '2100-01-01 00:00:00.000000' })
  assert.equal(await guest.status(`GET /api/files/${id}`), 200)
})

test('comments of guests stay', async () => {
  const id = await file()
  const made = await share(files(id))
  const written = await (await made.guest('Ada')).comment(id, 'mine')
  await manage(`POST /api/shares/${made.id}/end`)
  assert.equal((await manage(`GET /api/comments/${written}`)).body.data.author.name, 'Ada')
})
