import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, startShareWorld } from './fixtures/share-world.ts'

const { world, owner, api, manage, file, share } = await startShareWorld()

test('200: the share as it was created; the link only with shares:write', async () => {
  const made = await share(files(await file()))
  const { status, body } = await manage(`GET /api/shares/${made.id}`)
  assert.equal(status, 200)
  assert.ok(body.data.url.endsWith(`/s/${made.key}`))
  const { key } = await world.key(owner.userId, ['shares:read'])
  const hidden = (await api(key, `GET /api/shares/${made.id}`)).body.data
  assert.deepEqual(hidden, { ...body.data, url: null })
})

test('200: counts guests and their last visit, and no previews', async () => {
  const made = await share(files(await file()))
  await made.guest('Ada')
  await made.guest('Bo')
  await manage(`POST /api/shares/${made.id}/preview`)
  const { guestCount, lastOpenedAt } = (await manage(`GET /api/shares/${made.id}`)).body.data
  assert.equal(guestCount, 2)
  assert.match(lastOpenedAt, /^\d{4}-/)
})
