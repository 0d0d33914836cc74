import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { call, startWorld } from '../../test/worlds/world.ts'
import { readConfig } from '../config.ts'
import { newPrefixedId, newUuid } from '../core/ids.ts'
import { startService } from '../service.ts'
import { admin, createTarget, dumpFolder, state, temporaryFolder } from './fixtures/admin-world.ts'

const dataDir = temporaryFolder()
const world = await startWorld({ env: { DATA_DIR: dataDir } })
const backups = temporaryFolder()
const env = { DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir }
const { sql } = world.database

const hostile = 'tab\t newline\n return\r backslash\\ \\N \\. quote\'" 🎬 \u0001 e\u0301 \u202e'
const { id: projectId, owner } = await world.project({ name: hostile })

/** Values that a careless copy would change, rows that refer to later rows, and files of every kind. */
async function fillSource(): Promise<void> {
  await sql`update projects set description = '', deadline = '2026-02-28', thumbnail = null,
    created_at = '2026-01-31 09:05:00.000001+00', updated_at = '2026-01-31 09:05:00.12+00',
    destroyed_at = '9999-12-31 23:59:59.999999+00'`
  const parent = newPrefixedId('DX')
  const child = newPrefixedId('DX')
  // An updated row moves behind the others, so that the child is copied before its parent.
  await sql`insert into folders (id, project_id, name) values (${parent}, ${projectId}, 'parent')`
  await sql`insert into folders (id, project_id, name, parent_id, parent_depth)
    values (${child}, ${projectId}, ${hostile}, ${parent}, 1)`
  await sql`update folders set updated_at = now() where id = ${parent}`
  await sql`insert into versions (id, project_id, name, description)
    select gen_random_uuid(), ${projectId}, 'Version ' || i, repeat('ä' || i, 500) from generate_series(1, 3000) i`
  await sql`insert into idempotency_keys (credential_id, operation, key, input_hash, status, body)
    values ('c', 'o', ${hostile}, '\\x00ff5c', 204, null)`
  const files = join(dataDir, 'files')
  mkdirSync(join(files, 'ab/cd'), { recursive: true })
  writeFileSync(join(files, 'ab/cd/film'), Buffer.alloc(3_000_001, 'film'))
  writeFileSync(join(files, 'empty'), '')
  writeFileSync(join(files, `üñí ${'long'.repeat(40)}`), 'named')
  chmodSync(join(files, 'empty'), 0o640)
}
await fillSource()

async function backUp(): Promise<string> {
  const file = join(backups, `${newUuid()}.tgz`)
  const { code, stderr } = await admin(env, ['backup', '--to', file])
  assert.equal(code, 0, stderr)
  return file
}

test('a backup restores every table, rule and file byte for byte', async () => {
  const file = join(backups, 'first.tgz')
  const made = await admin(env, ['backup', '--to', file])
  assert.equal(made.code, 0, made.stderr)
  assert.equal(made.json.file, file)
  assert.equal(made.json.bytes, statSync(file).size)
  assert.deepEqual([made.json.files, made.json.secretKey], [3, true])
  assert.equal(statSync(file).mode & 0o777, 0o600)

  const target = await createTarget()
  const restored = await target.admin('restore', '--from', file)
  assert.equal(restored.code, 0, restored.stderr)
  assert.equal(restored.stderr, '')
  const { createdAt, tables, rows, files } = made.json
  assert.deepEqual(restored.json, {
    ...{ createdAt, tables, rows, files, secretKey: 'restored', migrations: [], copy: true },
  })
  assert.deepEqual(await target.state(), await state(world.databaseUrl, dataDir))
  assert.equal(statSync(join(target.dataDir, 'secret.key')).mode & 0o777, 0o600)
})

test('a server on the restored database accepts the earlier keys', async () => {
  const target = await createTarget()
  await target.admin('restore', '--from', await backUp())
  const config = readConfig({ PORT: '0', DATA_DIR: target.dataDir })
  const logger = pino({ level: 'silent' })
  const service = await startService(config, { connection: target.url, logger, serve: true, work: false })
  try {
    const pong = await call(`http://127.0.0.1:${service.port}`, 'GET /api/ping', { key: owner.key })
    assert.equal(pong.body.data.workspace.id, world.workspaceId)
  } finally {
    await service.close()
  }
})

test('a backup is a consistent snapshot during writes', async () => {
  let writing = true
  let written = 0
  const writer = (async () => {
    for (; writing; written++) await world.project()
  })()
  const file = await backUp()
  writing = false
  await writer
  assert.ok(written > 0)
  const target = await createTarget()
  const { code, stderr } = await target.admin('restore', '--from', file)
  // Foreign keys are checked again, so that half of a change would be refused.
  assert.equal(code, 0, stderr)
})

test('a backup never overwrites a file, and leaves no file after a failure', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'precious')
  writeFileSync(file, 'precious')
  assert.match((await admin(env, ['backup', '--to', file])).stderr, /already exists/)

  const strange = join(dataDir, 'files', 'socket')
  const server = createServer().listen(strange)
  await new Promise((done) => server.once('listening', done))
  const refused = await admin(env, ['backup', '--to', join(folder, 'other')])
  await new Promise((done) => server.close(done))
  rmSync(strange, { force: true })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /neither a file nor a folder/)
  assert.deepEqual(readdirSync(folder), ['precious'])
})

test('a killed backup leaves a .partial, which the next one removes; files of running backups stay', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'dailies.tgz')
  const gone = spawnSync('true').pid
  const [killed, same, running, other, foreign] = [
    `${file}.${gone}.partial`,
    `${file}.${process.pid}.partial`,
    `${file}.${process.ppid}.partial`,
    join(folder, `yesterday.tgz.${gone}.partial`),
    join(folder, `download.${gone}.partial`),
  ]
  for (const path of [killed, same, running, other]) writeFileSync(path, gzipSync('half'), { mode: 0o600 })
  writeFileSync(foreign, 'not ours', { mode: 0o600 })
  const first = await admin(env, ['backup', '--to', file])
  assert.deepEqual([first.code, first.json.removedPartials], [0, 2], first.stderr)
  assert.match(first.stderr, /Removed 2 unfinished backups/)
  assert.deepEqual([killed, same, running, other, foreign].map(existsSync), [false, false, true, true, true])

  // A backup with another name may be written from another machine: it must not have grown for an hour.
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const path of [other, foreign]) utimesSync(path, hoursAgo, hoursAgo)
  const second = await admin(env, ['backup', '--to', join(folder, 'today.tgz')])
  assert.equal(second.json.removedPartials, 1)
  assert.deepEqual([other, foreign, running].map(existsSync), [false, true, true])
})

test('restore rejects a database or storage in use, and replaces it with --force', async () => {
  const file = await backUp()
  const target = await createTarget()
  await target.admin('workspace', 'create', '--name', 'Old')
  mkdirSync(join(target.dataDir, 'files/old'), { recursive: true })
  writeFileSync(join(target.dataDir, 'files/old/file'), 'old')
  writeFileSync(join(target.dataDir, 'secret.key'), 'o'.repeat(64))
  const before = await target.state()

  const refused = await target.admin('restore', '--from', file)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /in use.*--force.*Nothing was changed\.\n$/)
  assert.deepEqual(await target.state(), before)

  const forced = await target.admin('restore', '--from', file, '--force')
  assert.deepEqual([forced.code, forced.stderr, forced.json.secretKey], [0, '', 'restored'])
  const { files, ...rest } = await target.state()
  const { 'secret.key.replaced': replaced, ...others } = files
  assert.deepEqual({ ...rest, files: others }, await state(world.databaseUrl, dataDir))
  assert.ok(replaced)
})

test('restore rejects existing files even when the database is empty', async () => {
  const target = await createTarget()
  mkdirSync(join(target.dataDir, 'files'))
  writeFileSync(join(target.dataDir, 'files/stray'), 'stray')
  const refused = await target.admin('restore', '--from', await backUp())
  assert.match(refused.stderr, /already contains files .*stray.*--force/)
  assert.deepEqual(Object.keys(dumpFolder(target.dataDir)), ['files/stray'])
})

test('restore keeps an existing secret key and warns that it differs', async () => {
  const target = await createTarget()
  writeFileSync(join(target.dataDir, 'secret.key'), 'o'.repeat(64))
  const restored = await target.admin('restore', '--from', await backUp())
  assert.deepEqual([restored.code, restored.json.secretKey], [0, 'kept ours'])
  assert.match(restored.stderr, /another SECRET_KEY .*admin secret forget/)

  const given = { ...env, SECRET_KEY: 's'.repeat(64) }
  const made = await admin(given, ['backup', '--to', join(backups, 'given.tgz')])
  assert.match(made.stderr, /SECRET_KEY is set in the environment/)
})

test('restore warns about servers that use the database', async () => {
  const file = await backUp()
  const busy = await startWorld()
  const restored = await admin({ DATABASE_URL: busy.databaseUrl, DATA_DIR: temporaryFolder() }, [
    ...['restore', '--from', file, '--force'],
  ])
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stderr, /A server seems to use this database/)
  assert.equal((await busy.call('GET /api/ping', { key: owner.key })).status, 200)
})
