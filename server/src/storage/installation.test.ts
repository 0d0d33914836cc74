// A server started on an empty or a wrong database must refuse the storage instead of cleaning it up.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { newFile } from '../../test/worlds/samples.ts'
import { createTestDatabase, startWorld } from '../../test/worlds/world.ts'
import { admin } from '../admin/fixtures/admin-world.ts'
import { createDiskSpace } from '../core/disk-space.ts'
import { newUuid } from '../core/ids.ts'
import { StartupError } from '../core/startup-error.ts'
import { createDatabase } from '../database/client.ts'
import { createStorage } from './create-storage.ts'
import { claimStorage } from './installation.ts'
import { parseStorageUrl } from './storage-url.ts'

const s3Url = process.env.TEST_S3_URL
const noS3 = 'no S3 server is configured: `scripts/s3-test-server.sh npm test` starts one'

/** Settings for a storage of its own. */
function newPlace(kind: 'disk' | 'S3'): Record<string, string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dailies-installation-'))
  after(() => rmSync(dataDir, { recursive: true, force: true }))
  if (kind === 'disk') return { DATA_DIR: dataDir }
  return {
    DATA_DIR: dataDir,
    STORAGE_URL: s3Url!.replace('?', `/installation-${randomBytes(6).toString('hex')}?`),
  }
}

async function openDatabase() {
  const { url, drop } = await createTestDatabase()
  const database = createDatabase({ connection: url, log: () => {} })
  after(async () => {
    await database.close()
    await drop()
  })
  return { url, sql: database.sql }
}

async function openStorage({ DATA_DIR, STORAGE_URL }: Record<string, string>) {
  const space = createDiskSpace(DATA_DIR!, 0)
  const options = { dataDir: DATA_DIR!, space, baseUrl: () => 'http://localhost', keys: [] }
  return (await createStorage(parseStorageUrl(STORAGE_URL, undefined), options)).storage
}

/** A one-line message that names both solutions. */
function isRefusal(reason: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof StartupError, String(error))
    assert.match(error.message, reason)
    assert.match(error.message, /Restore the database that belongs to these files/)
    assert.match(error.message, /admin storage adopt/)
    assert.ok(!error.message.includes('\n'))
    return true
  }
}

for (const kind of ['disk', 'S3'] as const) {
  const skip = kind === 'S3' && !s3Url ? noS3 : false

  test(`${kind}: an empty database with a storage that contains objects: the start is refused`, {
    skip,
  }, async () => {
    const env = newPlace(kind)
    const storage = await openStorage(env)
    const keys = Array.from({ length: 8 }, () => newUuid())
    for (const key of keys) await storage.write(key, Readable.from([Buffer.from('film')]))
    await assert.rejects(
      startWorld({ env, work: true }),
      isRefusal(/holds 8 stored objects.*knows none of them/),
    )
    for (const key of keys) assert.ok(await storage.stat(key))
  })

  test(`${kind}: a storage of another database is refused; its own database still starts`, {
    skip,
  }, async () => {
    const env = newPlace(kind)
    const world = await startWorld({ env })
    const { id, owner } = await world.project()
    await newFile(world, id, owner)
    await assert.rejects(startWorld({ env, work: true }), isRefusal(/belongs to another database/))
    await world.close()
    const again = await startWorld({ env, connection: () => world.databaseUrl })
    assert.equal((await Array.fromAsync(again.storage.objects())).length, 1)
    await again.close()
  })

  test(`${kind}: after an upgrade, a storage without a marker file is claimed when the database knows an object`, {
    skip,
  }, async () => {
    const env = newPlace(kind)
    const [storage, { sql }] = [await openStorage(env), await openDatabase()]
    const [known, lost] = [newUuid(), newUuid()]
    for (const key of [lost, known]) await storage.write(key, Readable.from([Buffer.from('film')]))
    await assert.rejects(claimStorage({ sql, storage, place: 'here' }), isRefusal(/knows none of them/))
    assert.equal(await storage.readMarker(), undefined)
    await sql`
      insert into objects (id, upload_id, size, part_size, stored_at) values (${known}, 'x', 4, 4, now())`
    const claimed = await claimStorage({ sql, storage, place: 'here' })
    assert.equal(JSON.parse((await storage.readMarker())!).installation, claimed.installation)
  })

  test(`${kind}: an empty storage with a database that knows files: the start is refused until the storage is adopted`, {
    skip,
  }, async () => {
    const env = newPlace(kind)
    const [storage, { url, sql }] = [await openStorage(env), await openDatabase()]
    await sql`
      insert into objects (id, upload_id, size, part_size, stored_at) values (${newUuid()}, 'x', 4, 4, now())`
    await assert.rejects(claimStorage({ sql, storage, place: 'here' }), /here is empty.*admin storage adopt/)
    assert.equal(await storage.readMarker(), undefined)
    const adopted = await admin({ ...env, DATABASE_URL: url }, ['storage', 'adopt', '--yes'])
    assert.equal(adopted.code, 0, adopted.stderr)
    assert.ok(await claimStorage({ sql, storage, place: 'here' }))
  })

  test(`${kind}: two nodes that start at once with a new database and storage agree on one id`, {
    skip,
  }, async () => {
    const env = newPlace(kind)
    const { sql } = await openDatabase()
    const storages = await Promise.all([1, 2, 3].map(() => openStorage(env)))
    const claims = await Promise.all(storages.map((storage) => claimStorage({ sql, storage, place: 'here' })))
    assert.equal(new Set(claims.map(({ installation }) => installation)).size, 1)
  })

  test(`${kind}: admin storage adopt reports what it found, and adopts the storage with --yes`, {
    skip,
  }, async () => {
    const env = newPlace(kind)
    const world = await startWorld({ env })
    const { id, owner } = await world.project()
    await newFile(world, id, owner)
    await world.close()
    const { url, sql } = await openDatabase()
    const settings = { ...env, DATABASE_URL: url }
    const asked = await admin(settings, ['storage', 'adopt'])
    assert.equal(asked.code, 1)
    assert.match(asked.stderr, /Objects +1, unknown to this database: 1/)
    assert.match(asked.stderr, /Nothing was changed\. Add --yes/)
    const adopted = await admin(settings, ['storage', 'adopt', '--yes'])
    assert.equal(adopted.code, 0, adopted.stderr)
    assert.deepEqual([adopted.json.adopted, adopted.json.objects, adopted.json.unknown], [true, 1, 1])
    const storage = await openStorage(env)
    assert.ok(await claimStorage({ sql, storage, place: 'here' }))
    const status = await admin(settings, ['storage', 'status'])
    assert.deepEqual([status.json.ours, status.json.belongsTo], [true, status.json.installation])
    // The previous database is refused from now on.
    const back = startWorld({ env, connection: () => world.databaseUrl })
    await assert.rejects(back, isRefusal(/belongs to another database/))
  })
}

test('two databases claim one new storage at once: one is refused', async () => {
  const env = newPlace('disk')
  const databases = [await openDatabase(), await openDatabase()]
  const claims = databases.map(async ({ sql }) => {
    return claimStorage({ sql, storage: await openStorage(env), place: 'here' })
  })
  const states = (await Promise.allSettled(claims)).map(({ status }) => status).sort()
  assert.deepEqual(states, ['fulfilled', 'rejected'])
})

test('an unreadable marker file is refused', async () => {
  const [storage, { sql }] = [await openStorage(newPlace('disk')), await openDatabase()]
  for (const text of ['', '{"installation":"', '{"installation":"nobody","sweeps":0}']) {
    await storage.writeMarker(text, { replace: true })
    await assert.rejects(claimStorage({ sql, storage, place: 'here' }), isRefusal(/cannot be read/))
  }
})
