import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, startShareWorld } from './fixtures/share-world.ts'

const { sql, manage, api, file, share } = await startShareWorld()

test('204: the share and its guests are gone; what they wrote stays', async () => {
  const id = await file()
  const made = await share(files(id), { revisions: 'FROZEN' })
  const guest = await made.guest('Ada')
  const written = await guest.comment(id, 'mine')
  await guest.call('POST /api/share/views', { fileId: id })
  assert.equal((await manage(`DELETE /api/shares/${made.id}`)).status, 204)
  assert.equal((await manage(`GET /api/shares/${made.id}`)).status, 404)
  assert.ok([401, 404].includes(await guest.status(`GET /api/files/${id}`)))
  assert.equal((await manage(`GET /api/comments/${written}`)).body.data.author.name, 'Ada')
  const left = await sql`
    select share_id from share_items union all select share_id from share_files union all select share_id from share_guests`
  assert.deepEqual(left, [])
  const look = await api(undefined, 'POST /api/share-links/look', { key: made.key })
  assert.deepEqual(look.body.data, {
    state: 'ENDED',
    workspace: null,
    name: null,
    welcome: null,
    email: null,
    member: false,
  })
})
