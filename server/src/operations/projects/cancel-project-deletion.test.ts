import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'
import { purgeProjects } from '../../jobs/purge-projects.ts'

const world = await startWorld()
const owner = await world.person()
const { sql } = world.database

const cancel = (id: string, key = owner.key, body?: unknown) =>
  world.call(`POST /api/projects/${id}/delete.cancel`, { key, body })

const get = (id: string) => world.call(`GET /api/projects/${id}`, { key: owner.key })

async function scheduled(accessRange = 'ONLY_PROJECT_MEMBER'): Promise<string> {
  const { id } = await world.project({ owner, accessRange })
  assert.equal((await world.call(`POST /api/projects/${id}/delete`, { key: owner.key })).status, 204)
  return id
}

test('204: the project stays, and can be scheduled and cancelled again', async () => {
  const { id } = await world.project({ owner })
  for (let round = 0; round < 2; round++) {
    const before = (await get(id)).body.data
    assert.equal((await world.call(`POST /api/projects/${id}/delete`, { key: owner.key })).status, 204)
    const answer = await cancel(id)
    assert.equal(answer.status, 204)
    assert.equal(answer.body, '')
    const after = (await get(id)).body.data
    assert.ok(after.updatedAt > before.updatedAt)
    assert.deepEqual(after, { ...before, updatedAt: after.updatedAt })
  }
  await world.runJob(purgeProjects)
  assert.equal((await get(id)).status, 200)
})

test('409: deletion is not scheduled; one of many concurrent requests succeeds', async () => {
  assert.equal((await cancel((await world.project({ owner })).id)).body.code, 'deletion_not_scheduled')
  const id = await scheduled()
  const answers = await Promise.all(Array.from({ length: 12 }, () => cancel(id)))
  const codes = answers.map((answer) => answer.body.code ?? answer.status)
  assert.deepEqual(
    codes.toSorted(),
    [204, ...Array.from({ length: 11 }, () => 'deletion_not_scheduled')].toSorted(),
  )
})

test('404: after the scheduled time, whether or not the job has run', async () => {
  const id = await scheduled()
  await sql`update projects set destroyed_at = now() where id = ${id}`
  assert.equal((await cancel(id)).status, 404)
  const [row] = await sql<{
    set: boolean
  }>`select destroyed_at is not null as set from projects where id = ${id}`
  assert.ok(row!.set)
  await world.runJob(purgeProjects)
  assert.equal((await cancel(id)).status, 404)
})

test('204 and 404: either the request or a concurrent purge succeeds, and the response says which', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await scheduled()
    await sql`update projects set destroyed_at = now() + interval '3 milliseconds' where id = ${id}`
    const [answer] = await Promise.all([cancel(id), world.runJob(purgeProjects)])
    await world.runJob(purgeProjects)
    const status = (await get(id)).status
    assert.ok((answer.status === 204 && status === 200) || (answer.status === 404 && status === 404))
  }
})

test('400: unknown fields', async () => {
  const id = await scheduled()
  assert.equal((await cancel(id, owner.key, { force: true })).status, 400)
  assert.equal((await cancel(id, owner.key, {})).status, 204)
})

test('403 and 404: everybody but the owner with the scope', async () => {
  const id = await scheduled('ALLOW_WORKSPACE_MEMBER')
  const roles = [
    'PROJECT_MANAGER',
    'PROJECT_MEMBER',
    'PROJECT_REVIEWER',
    'PROJECT_RESTRICTED_REVIEWER',
  ] as const
  for (const role of roles) {
    const { key } = await world.member(id, role)
    assert.equal((await cancel(id, key)).body.code, 'insufficient_role', role)
  }
  assert.equal((await cancel(id, (await world.person({ role: 'OWNER' })).key)).status, 403)
  assert.equal((await cancel(id, (await world.person({ role: 'GUEST' })).key)).status, 404)
  const { key } = await world.key(owner.userId, ['projects:read'])
  assert.equal((await cancel(id, key)).body.code, 'insufficient_scope')
  assert.notEqual((await get(id)).body.data.destroyedAt, null)

  const elsewhere = await world.project({ workspaceId: await world.workspace() })
  for (const unknown of [elsewhere.id, (await world.project()).id, newUuid(), 'nonsense']) {
    assert.equal((await cancel(unknown)).status, 404, unknown)
  }
})
