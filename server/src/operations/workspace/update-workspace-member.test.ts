import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import type { WorkspaceRole } from '../../core/access.ts'

const world = await startWorld()

/** Creates a workspace with one member per role; `give` changes the role of another member. */
async function workspace(...roles: WorkspaceRole[]) {
  const id = await world.workspace()
  const people = []
  for (const role of roles) {
    const person = await world.person({ workspaceId: id, role })
    const [member] = await world.database.sql<{ id: string }>`
      select id from workspace_members where workspace_id = ${id} and user_id = ${person.userId}`
    const key = await world.session(person.userId, id)
    const give = async (to: { memberId: string }, role: WorkspaceRole) => {
      const answer = await world.call(`PATCH /api/workspace-members/${to.memberId}`, { key, body: { role } })
      return `${answer.status} ${answer.body?.code ?? ''}`.trim()
    }
    people.push({ ...person, memberId: member!.id, session: key, give })
  }
  return people
}

test('204: admins and owners can change roles up to their own; 403 above', async () => {
  const [owner, admin, member] = await workspace('OWNER', 'ADMIN', 'MEMBER')
  assert.equal(await admin!.give(member!, 'ADMIN'), '204')
  assert.equal(await admin!.give(member!, 'GUEST'), '204')
  assert.equal(await admin!.give(member!, 'OWNER'), '403 insufficient_role')
  assert.equal(await admin!.give(owner!, 'MEMBER'), '403 insufficient_role')
  assert.equal(await owner!.give(member!, 'OWNER'), '204')
  assert.equal(await owner!.give(owner!, 'ADMIN'), '204')
})

test('204: the invitations of a member who may no longer invite are withdrawn', async () => {
  const [owner, admin] = await workspace('OWNER', 'ADMIN')
  const body = { email: 'accomplice@example.com', role: 'ADMIN' }
  assert.equal(
    (await world.call('POST /api/workspace/invitations', { key: admin!.session, body })).status,
    201,
  )
  const count = async () =>
    (await world.database.sql`select id from invitations where invited_by = ${admin!.userId}`).length
  assert.equal(await owner!.give(admin!, 'OWNER'), '204')
  assert.equal(await count(), 1)
  assert.equal(await owner!.give(admin!, 'MEMBER'), '204')
  assert.equal(await count(), 0)
})

test('409: the last owner stays owner, also when two owners step down concurrently', async () => {
  const [owner] = await workspace('OWNER', 'ADMIN')
  assert.equal(await owner!.give(owner!, 'ADMIN'), '409 last_owner')
  assert.equal(await owner!.give(owner!, 'OWNER'), '204')
  const [one, two] = await workspace('OWNER', 'OWNER')
  const outcomes = await Promise.all([one!.give(one!, 'MEMBER'), two!.give(two!, 'MEMBER')])
  assert.deepEqual(outcomes.sort(), ['204', '409 last_owner'])
})
