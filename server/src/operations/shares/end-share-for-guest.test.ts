import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '../../core/ids.ts'
import { files, startShareWorld } from './fixtures/share-world.ts'

const { manage, file, share } = await startShareWorld()

test('204: one guest is shut out at once, the others stay', async () => {
  const id = await file()
  const made = await share(files(id))
  const [ada, bo] = [await made.guest('Ada'), await made.guest('Bo')]
  assert.equal(await ada.status(`GET /api/files/${id}`), 200)
  assert.equal((await manage(`DELETE /api/shares/${made.id}/guests/${ada.id}`)).status, 204)
  assert.ok([401, 404].includes(await ada.status(`GET /api/files/${id}`)))
  assert.equal(await bo.status(`GET /api/files/${id}`), 200)
  const { data } = (await manage(`GET /api/shares/${made.id}/guests`)).body
  assert.deepEqual(
    data.map(({ name, endedAt }: { name: string; endedAt: string | null }) => [name, endedAt !== null]),
    [
      ['Bo', false],
      ['Ada', true],
    ],
  )
  assert.equal((await manage(`DELETE /api/shares/${made.id}/guests/${ada.id}`)).status, 204, 'again')
})

test('404: an unknown guest, and a guest of another share', async () => {
  const [made, other] = [await share(files(await file())), await share(files(await file()))]
  const { id } = await other.guest()
  for (const guestId of [newUuid(), id])
    assert.equal((await manage(`DELETE /api/shares/${made.id}/guests/${guestId}`)).status, 404)
})
