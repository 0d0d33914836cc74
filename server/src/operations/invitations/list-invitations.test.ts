import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newInvitation } from '../../../test/worlds/account-records.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

test('200: the pending invitations of the workspace, oldest first', async () => {
  const admin = await world.person({ role: 'ADMIN', name: 'Ada' })
  const { id: projectId } = await world.project({ owner: admin })
  const { id: elsewhere, owner } = await world.project({ workspaceId: await world.workspace() })
  const ids = [await newInvitation(world, projectId, admin), await newInvitation(world, projectId, admin)]
  const expired = await newInvitation(world, projectId, admin)
  await world.database.sql`update invitations set expires_at = now() where id = ${expired}`
  await newInvitation(world, elsewhere, owner)
  const key = await world.session(admin.userId)
  const { status, body } = await world.call('GET /api/workspace/invitations', { key })
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.map((invitation: { id: string }) => invitation.id),
    ids,
  )
  const { email, role, invitedBy } = body.data[0]
  assert.deepEqual(
    { email, role, invitedBy },
    { email: `${ids[0]}@example.com`, role: 'MEMBER', invitedBy: { id: admin.userId, name: 'Ada' } },
  )
})
