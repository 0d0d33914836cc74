import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { revokeKey } from '../../admin/accounts.ts'

const world = await startWorld()

test('200: your own keys; ADMIN and OWNER see all keys of the workspace; no secrets, no revoked keys', async () => {
  const workspaceId = await world.workspace()
  const admin = await world.person({ workspaceId, role: 'ADMIN', name: 'Ada' })
  const member = await world.person({ workspaceId, name: 'Max', scopes: ['files:read'] })
  await world.person()
  const revoked = await world.key(member.userId, [], workspaceId)
  await revokeKey(world.database, revoked.id)
  const list = async (userId: string) => {
    const key = await world.session(userId, workspaceId)
    const answer = await world.call('GET /api/api-keys', { key })
    assert.equal(answer.status, 200)
    return answer.body.data
  }
  const all = await list(admin.userId)
  assert.deepEqual(
    all.map((key: { id: string }) => key.id),
    [admin.keyId, member.keyId],
  )
  const [own] = await list(member.userId)
  const { createdAt, ...rest } = own
  assert.match(createdAt, /^\d{4}-/)
  assert.deepEqual(rest, {
    id: member.keyId,
    name: 'test',
    scopes: ['files:read'],
    user: { id: member.userId, email: member.email, name: 'Max' },
    expiresAt: null,
    lastUsedAt: null,
    maySpend: true,
    mayGiveVerdicts: true,
    mayAddPeople: true,
  })
  assert.deepEqual(all[1], own)
})
