import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

test('200: the account, its current workspace and its other workspaces', async () => {
  const { userId, email } = await world.person({ name: 'Ann', role: 'ADMIN' })
  const other = await world.workspace('Archive')
  await world.person({ workspaceId: other, email, role: 'GUEST' })
  await world.person({ workspaceId: await world.workspace('Not hers') })
  const { status, body } = await world.call('GET /api/account', { key: await world.session(userId) })
  assert.equal(status, 200)
  const { session, ...rest } = body.data
  assert.match(session.id, /^[0-9a-f-]{36}$/)
  const plain = { avatarUrl: null, accentColor: null }
  assert.deepEqual(rest, {
    id: userId,
    name: 'Ann',
    displayName: null,
    email,
    avatarUrl: null,
    displayAvatarUrl: null,
    emailConfirmed: true,
    pendingEmail: null,
    hasPassword: false,
    guest: false,
    workspace: { id: world.workspaceId, name: 'Studio', ...plain, role: 'ADMIN' },
    workspaces: [
      { id: other, name: 'Archive', ...plain, role: 'GUEST' },
      { id: world.workspaceId, name: 'Studio', ...plain, role: 'ADMIN' },
    ],
    trashDays: 30,
  })
})
