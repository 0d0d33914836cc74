// An operator's mistake: the database folder is moved away, and the server is started again.
import assert from 'node:assert/strict'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sendParts } from '../../helpers/uploads.ts'
import { firstStartOf, makeDataDir, startServer } from '../../worlds/server-process.ts'
import { call } from '../../worlds/world.ts'

const content = Buffer.from('a film of one line')

test('a server started without its database refuses and says the two ways out; every file still exists', async () => {
  const dataDir = makeDataDir()
  const first = await startServer(dataDir)
  const { key } = firstStartOf(dataDir)
  const ask = async (url: string, route: string, body?: object) => {
    const answer = await call(url, route, { key, ...(body && { body }) })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body?.data
  }
  const project = await ask(first.url, 'POST /api/projects', {
    name: 'Films',
    accessRange: 'ONLY_PROJECT_MEMBER',
  })
  const start = { name: 'film.txt', size: content.length }
  const upload = await ask(first.url, `POST /api/projects/${project.id}/files/upload.multipart`, start)
  const parts = await sendParts(upload.parts, content)
  await ask(first.url, `POST /api/files/${upload.id}/upload.complete`, { parts })
  await first.stop()

  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres-away'))
  const stored = () => readdirSync(join(dataDir, 'files/objects'), { recursive: true }).sort()
  const before = stored()
  const refusal = await startServer(dataDir).then(
    () => assert.fail('it has started'),
    (error: Error) => error.message,
  )
  assert.match(refusal, /belongs to another database.*Restore the database.*admin storage adopt/)
  assert.deepEqual(stored(), before)

  rmSync(join(dataDir, 'postgres'), { recursive: true, force: true })
  renameSync(join(dataDir, 'postgres-away'), join(dataDir, 'postgres'))
  const again = await startServer(dataDir)
  const { url } = await ask(again.url, `GET /api/files/${upload.id}/download`)
  assert.equal(await (await fetch(url)).text(), content.toString())
  await again.stop()
})
