import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import type { WorkspaceRole } from '../../core/access.ts'

const world = await startWorld()
const { sql } = world.database

async function person(role: WorkspaceRole, workspaceId: string) {
  const made = await world.person({ role, workspaceId })
  const [member] = await sql<{ id: string }>`
    select id from workspace_members where workspace_id = ${workspaceId} and user_id = ${made.userId}`
  const session = await world.session(made.userId, workspaceId)
  const remove = async (who: { memberId: string }) => {
    const answer = await world.call(`DELETE /api/workspace-members/${who.memberId}`, { key: session })
    return `${answer.status} ${answer.body?.code ?? ''}`.trim()
  }
  return { ...made, memberId: member!.id, session, remove }
}

test('204: keys, sessions and memberships are deleted, and the caller becomes owner of the projects', async () => {
  const workspaceId = await world.workspace()
  const admin = await person('ADMIN', workspaceId)
  const leaver = await person('MEMBER', workspaceId)
  const owned = await world.project({ workspaceId, owner: leaver })
  const shared = await world.project({ workspaceId, owner: leaver })
  await join(world, shared.id, admin.userId, 'PROJECT_REVIEWER')
  const other = await world.project({ workspaceId })
  await join(world, other.id, leaver.userId, 'PROJECT_MEMBER')

  assert.equal(await admin.remove(leaver), '204')
  assert.equal(await admin.remove(leaver), '404 not_found')
  for (const key of [leaver.key, leaver.session]) {
    assert.equal((await world.call('GET /api/ping', { key })).status, 401)
  }
  const left = await sql`select id from project_members where user_id = ${leaver.userId}`
  assert.deepEqual(left, [])
  for (const { id } of [owned, shared]) {
    const owners = await sql`select user_id, role from project_members where project_id = ${id}`
    assert.deepEqual(owners, [{ user_id: admin.userId, role: 'PROJECT_OWNER' }])
  }
  assert.equal((await sql`select id from users where id = ${leaver.userId}`).length, 1)
})

test('204: the invitations of a removed member are withdrawn, so that they cannot use one to return', async () => {
  const workspaceId = await world.workspace()
  const admin = await person('ADMIN', workspaceId)
  const leaver = await person('ADMIN', workspaceId)
  for (const { session } of [admin, leaver]) {
    const body = { email: `${crypto.randomUUID()}@example.com`, role: 'ADMIN' }
    assert.equal((await world.call('POST /api/workspace/invitations', { key: session, body })).status, 201)
  }
  assert.equal(await admin.remove(leaver), '204')
  const left = await sql`select invited_by from invitations where workspace_id = ${workspaceId}`
  assert.deepEqual(left, [{ invited_by: admin.userId }])
})

test('403: only owners can remove owners; 409: the last owner and yourself cannot be removed', async () => {
  const workspaceId = await world.workspace()
  const owner = await person('OWNER', workspaceId)
  const admin = await person('ADMIN', workspaceId)
  assert.equal(await admin.remove(owner), '403 insufficient_role')
  assert.equal(await admin.remove(admin), '409 conflict')
  assert.equal(await owner.remove(owner), '409 last_owner')
  const second = await person('OWNER', workspaceId)
  assert.equal(await second.remove(owner), '204')
})
