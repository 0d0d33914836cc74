import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const create = (name: string, headers: Record<string, string> = {}) =>
  world.call(`POST /api/projects/${projectId}/folders`, { key: owner.key, body: { name }, headers })

test('a database without disk space: 507 with a reason, /readyz says so, reads go on, and it resumes', async () => {
  const { sql } = world.database
  // The error of Postgres when a table cannot grow.
  await sql`
    create function refuse() returns trigger language plpgsql as
    'begin raise exception ''could not extend file: No space left on device'' using errcode = ''disk_full''; end'`
  await sql`create trigger refuse before insert on all_folders execute function refuse()`
  assert.equal((await world.call('GET /readyz')).body.status, 'ready')
  for (const headers of [{}, { 'Idempotency-Key': 'once' }]) {
    const answer = await create('Shots', headers)
    assert.deepEqual([answer.status, answer.body.code], [507, 'disk_full'])
    assert.equal(answer.headers.get('retry-after'), '60')
  }
  const { status, body } = await world.call('GET /readyz')
  assert.equal(status, 200)
  assert.equal(body.reasons[0].code, 'database_full')
  const read = await world.call(`GET /api/projects/${projectId}/folders`, { key: owner.key })
  assert.equal(read.status, 200)
  await sql`drop trigger refuse on all_folders`
  assert.equal((await create('Shots', { 'Idempotency-Key': 'once' })).status, 201)
})
