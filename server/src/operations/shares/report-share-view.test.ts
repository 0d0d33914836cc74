import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, startShareWorld } from './fixtures/share-world.ts'

const { manage, file, share } = await startShareWorld()

test('204: counts the times that a file was opened, and keeps the farthest place', async () => {
  const [a, b] = [await file(), await file()]
  const made = await share(files(a, b))
  const guest = await made.guest()
  const report = (fileId: string, watched?: number) =>
    guest.status('POST /api/share/views', watched === undefined ? { fileId } : { fileId, watched })
  for (const watched of [undefined, 0.25, 0.75, 0.5, undefined]) assert.equal(await report(a, watched), 204)
  assert.equal(await report(b), 204)
  const [seen] = (await manage(`GET /api/shares/${made.id}/guests`)).body.data
  assert.deepEqual(
    seen.files.map(({ id, opens, watched }: Record<string, unknown>) => [id, opens, watched]),
    [
      [b, 1, 0],
      [a, 2, 0.75],
    ],
  )
})

test('404: a file that the share does not show; 400: more than all of it', async () => {
  const guest = await (await share(files(await file()))).guest()
  assert.equal(await guest.status('POST /api/share/views', { fileId: await file() }), 404)
  const shown = (await guest.files())[0]
  assert.equal(await guest.status('POST /api/share/views', { fileId: shown, watched: 1.5 }), 400)
})
