import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../test/helpers/until.ts'
import { startMediaWorld } from '../../test/worlds/media-world.ts'
import { newPrefixedId, newUuid } from '../core/ids.ts'
import { cleanStorage } from '../jobs/clean-storage.ts'
import { admin, temporaryFolder } from './fixtures/admin-world.ts'

const world = await startMediaWorld()
const { upload, reaches, derivatives, hold, release, arrival } = world
const run = (...args: string[]) =>
  admin({ DATABASE_URL: world.databaseUrl, DATA_DIR: temporaryFolder() }, ['media', ...args])

const whole = {
  thumbnail: { makes: { 'thumbnail.webp': 'small' } },
  proxy: { makes: { 'proxy.mp4': 'film' } },
}
const ready = await upload(whole)
const broken = await upload({ proxy: { fails: true, makes: {} } })
await reaches(ready, 'READY')
await reaches(broken, 'FAILED')

test('rebuild --file creates new derivatives, serves the old ones until then and leaves no bytes behind', async () => {
  const before = await derivatives(ready)
  const { thumbnail, proxy } = (await world.file(ready)).media
  hold('rebuild')
  const { sql } = world.database
  const gated = await upload({ ...whole, proxy: { gate: 'rebuild', makes: { 'proxy.mp4': 'film' } } })
  await arrival('rebuild')
  const made = await run('rebuild', '--file', gated)
  assert.deepEqual([made.code, made.json], [0, { files: 1 }], made.stderr)
  release('rebuild')
  assert.equal((await reaches(gated, 'READY', 'FAILED')).state, 'READY')

  assert.deepEqual((await run('rebuild', '--file', ready)).json, { files: 1 })
  const media = await until(async () => {
    const found = (await world.file(ready)).media
    assert.ok(found.thumbnail && found.proxy, 'the old derivatives are served')
    return found.state === 'READY' && found
  })
  assert.notEqual(media.thumbnail, thumbnail)
  assert.notEqual(media.proxy, proxy)
  const after = await derivatives(ready)
  assert.deepEqual([...after.keys()], [...before.keys()])
  for (const objectId of before.values()) assert.equal(await world.storage.stat(objectId), undefined)
  await sql`update objects set created_at = created_at - interval '2 days'`
  await world.runJob(cleanStorage)
  assert.deepEqual(await world.storedKeys(), await world.objectIds())
})

test('rebuild selects all files, those of --project, or those with --failed', async () => {
  assert.deepEqual((await run('rebuild', '--failed')).json, { files: 1 })
  await reaches(broken, 'FAILED')
  assert.deepEqual((await run('rebuild', '--project', newUuid())).json, { files: 0 })
  assert.deepEqual((await run('rebuild', '--project', world.projectId)).json, { files: 3 })
  await reaches(ready, 'READY')
  // A file from before previews existed.
  await world.database.sql`delete from media where file_id = ${ready}`
  assert.equal((await world.file(ready)).media, null)
  assert.deepEqual((await run('rebuild')).json, { files: 3 })
  await reaches(ready, 'READY')
  await reaches(broken, 'FAILED')
})

test('media status counts files by state and lists failures', async () => {
  for (const { id } of await world.database.sql<{ id: string }>`select file_id as id from media`) {
    await reaches(id, 'READY', 'FAILED')
  }
  const { json, code } = await run('status')
  assert.equal(code, 0)
  assert.deepEqual(json.files, { pending: 0, processing: 0, ready: 2, failed: 1 })
  assert.equal(json.derivatives, 4)
  assert.ok(json.bytes > 0)
  const message = 'The image is broken. Export it again.'
  assert.deepEqual(json.failures, [{ fileId: broken, name: 'Still.png', code: 'unreadable', message }])
})

test('media status reports the sandbox, as JSON and as text', async () => {
  const { json } = await run('status')
  const { layers, missing, ...sandbox } = json.sandbox
  assert.deepEqual(sandbox, { mode: 'auto', holds: layers.length > 0 })
  assert.ok(Array.isArray(missing))
  const env = { DATABASE_URL: world.databaseUrl, DATA_DIR: temporaryFolder(), MEDIA_SANDBOX: 'off' }
  const off = await admin(env, ['media', 'status'])
  assert.deepEqual(off.json.sandbox, {
    mode: 'off',
    holds: false,
    layers: [],
    missing: ['MEDIA_SANDBOX=off'],
  })
})

test('an unknown or malformed ID: one line', async () => {
  const unknown = newPrefixedId('FX')
  const gone = await run('rebuild', '--file', unknown)
  assert.deepEqual([gone.code, gone.stderr.trim()], [1, `dailies: there is no file ${unknown} with previews`])
  assert.equal((await run('rebuild', '--file', 'x')).code, 2)
  assert.equal((await run('rebuild', '--project', 'x')).code, 2)
})
