// During an upgrade, nodes of the previous release run on the new schema: the server from before the newest migration is
// started, the migration is applied under load, and both releases serve side by side.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { checkOutRelease } from '../../../../cluster/releases.ts'
import { root } from '../../../../scripts/lib/repository.ts'
import { listMigrations } from '../../../src/database/migrate.ts'
import { migrateDatabase } from '../../../src/migrate-database.ts'
import { until } from '../../helpers/until.ts'
import { firstStartOf, makeDataDir, type ServerProcess, startServer } from '../../worlds/server-process.ts'
import { call, createTestDatabase } from '../../worlds/world.ts'
import { assertKept, startWriting, type WriteLoad } from '../faults/write-load.ts'

const newest = listMigrations().at(-1)!.name
const folder = mkdtempSync(join(tmpdir(), 'dailies-upgrade-'))
const previous = checkOutRelease(root, commitBefore(newest), join(folder, 'previous'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The commit before the one, or the merge, that added the migration; HEAD while it is not committed. */
function commitBefore(migration: string): string {
  const added = ['--first-parent', '-m', '--no-renames', '--diff-filter=A']
  const args = ['log', '-1', ...added, '--format=%H', '--', `server/db/migrations/${migration}`]
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return stdout?.trim() ? `${stdout.trim()}^` : 'HEAD'
}

/** Waits for so many further acknowledged writes. */
async function written(load: WriteLoad, server: ServerProcess, count: number): Promise<void> {
  const goal = load.acknowledged.size + count
  await until(() => {
    assert.ok(server.running(), server.output())
    assert.deepEqual(load.oddities, [])
    return load.acknowledged.size >= goal
  }, server.output)
}

/** A new version, approved by Set Version Status. */
async function approved(url: string, key: string, projectId: string): Promise<string> {
  const created = await call(url, `POST /api/projects/${projectId}/versions`, { key, body: { name: 'Cut' } })
  const { id } = created.body.data
  const answer = await call(url, `PATCH /api/versions/${id}/status`, { key, body: { status: 'APPROVED' } })
  assert.equal(answer.status, 204)
  return id
}

/** A linked video with a comment. */
async function discussed(url: string, key: string, projectId: string): Promise<string> {
  const body = { url: 'https://youtu.be/dQw4w9WgXcQ', name: 'Reference' }
  const { id } = (await call(url, `POST /api/projects/${projectId}/files/upload.youtube`, { key, body })).body
    .data
  const comment = await call(url, `POST /api/files/${id}/comments`, { key, body: { content: 'Like this' } })
  assert.equal(comment.status, 201)
  return id
}

/** A record that either release moves to the trash, or deletes, is gone for the other; this one restores it for both. */
async function assertDeletions(old: ServerProcess, current: ServerProcess, key: string, projectId: string) {
  const status = async ({ url }: ServerProcess, route: string) => (await call(url, route, { key })).status
  const trashed = await discussed(current.url, key, projectId)
  assert.equal(await status(current, `DELETE /api/files/${trashed}`), 204)
  assert.equal(await status(old, `GET /api/files/${trashed}`), 404)
  assert.equal(await status(old, `DELETE /api/files/${trashed}`), 404)
  assert.equal(await status(current, `POST /api/files/${trashed}/restore`), 200)
  const { body } = await call(old.url, `QUERY /api/files/${trashed}/comments`, { key, body: {} })
  assert.equal(body.data.length, 1)
  const deleted = await discussed(old.url, key, projectId)
  assert.equal(await status(old, `DELETE /api/files/${deleted}`), 204)
  assert.equal(await status(current, `GET /api/files/${deleted}`), 404)
  const folder = { name: 'Deleted by the previous release' }
  const { id } = (await call(old.url, `POST /api/projects/${projectId}/folders`, { key, body: folder })).body
    .data
  assert.equal(await status(old, `DELETE /api/folders/${id}?recursive=true`), 204)
  assert.equal(
    (await call(current.url, `POST /api/projects/${projectId}/folders`, { key, body: folder })).status,
    201,
  )
}

const skip = previous ? false : 'the history of the repository is not available'
test(`the previous release serves on the schema of ${newest}, beside this one`, { skip }, async (t) => {
  const { url: databaseUrl, drop } = await createTestDatabase('template1')
  after(drop)
  const settings = { DATABASE_URL: databaseUrl, SECRET_KEY: 'k'.repeat(32) }
  const dataDir = makeDataDir()
  const old = await startServer(dataDir, settings, previous)
  const { key } = firstStartOf(dataDir)
  const body = { name: 'Upgrade', accessRange: 'ONLY_PROJECT_MEMBER' }
  const projectId = (await call(old.url, 'POST /api/projects', { key, body })).body.data.id

  const load = startWriting(old.url, key, projectId)
  await written(load, old, 50)
  const applied = await migrateDatabase(databaseUrl)
  assert.ok(applied.includes(newest), `${applied} were applied`)
  await written(load, old, 50)
  assert.equal((await call(old.url, 'GET /readyz')).body.status, 'ready')

  const versionId = await approved(old.url, key, projectId)

  const current = await startServer(dataDir, settings)
  const beside = startWriting(current.url, key, projectId)
  await written(beside, current, 50)
  await written(load, old, 50)
  await Promise.all([load.stop(), beside.stop()])
  for (const [server, one] of [
    [old, load],
    [current, beside],
  ] as const) {
    assert.deepEqual([one.oddities, [...one.unanswered]], [[], []])
    await assertKept(server.url, key, projectId, load)
    await assertKept(server.url, key, projectId, beside)
  }
  const route = `QUERY /api/projects/${projectId}/events`
  const lists = await Promise.all([old, current].map(({ url }) => call(url, route, { key, body: {} })))
  assert.equal(lists[0]!.body.data.length, 50)
  assert.deepEqual(lists[0]!.body.data, lists[1]!.body.data)
  // An approval of the previous release is a verdict for this one, and withdrawn by either.
  const verdicts = async () =>
    (await call(current.url, `GET /api/versions/${versionId}/verdicts`, { key })).body.data
  assert.deepEqual(
    (await verdicts()).map((one: { verdict: string }) => one.verdict),
    ['APPROVED'],
  )
  const status = { status: 'NEED_REVIEW' }
  assert.equal(
    (await call(old.url, `PATCH /api/versions/${versionId}/status`, { key, body: status })).status,
    204,
  )
  assert.deepEqual(
    (await verdicts()).map((one: { stale: string }) => one.stale),
    ['REOPENED'],
  )
  await assertDeletions(old, current, key, projectId)
  t.diagnostic(`${applied.join(', ')}; slowest write ${Math.round(load.slowestMs)} ms`)
  await Promise.all([old.stop(), current.stop()])
})
