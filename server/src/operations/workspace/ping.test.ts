import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { referenceScopes, workspaceRoles } from '../../core/access.ts'

const world = await startWorld()

test('200: the workspace and the scopes of the credential, for every workspace role', async () => {
  for (const role of workspaceRoles) {
    const { key } = await world.person({ role, scopes: ['folders:read', 'projects:read'] })
    const answer = await world.call('GET /api/ping', { key })
    assert.equal(answer.status, 200)
    const { scopes: held, ...rest } = answer.body.data
    assert.deepEqual(rest, {
      pong: true,
      workspace: { id: world.workspaceId, name: 'Studio', avatarUrl: null },
    })
    assert.deepEqual(held.toSorted(), ['folders:read', 'projects:read'])
  }
})

test('200: all scopes of the reference, and none', async () => {
  const { key } = await world.person()
  const all = await world.call('GET /api/ping', { key })
  assert.deepEqual(all.body.data.scopes.toSorted(), referenceScopes.toSorted())
  const none = await world.call('GET /api/ping', { key: (await world.person({ scopes: [] })).key })
  assert.equal(none.status, 200)
  assert.deepEqual(none.body.data.scopes, [])
})

test('200: a user of two workspaces sees the workspace of the key', async () => {
  const elsewhere = await world.workspace('Elsewhere')
  const avatarUrl = 'https://example.com/elsewhere.png'
  await world.database.sql`update workspaces set avatar_url = ${avatarUrl} where id = ${elsewhere}`
  const here = await world.person()
  const there = await world.person({ workspaceId: elsewhere, email: here.email })
  assert.equal(there.userId, here.userId)
  const answer = await world.call('GET /api/ping', { key: there.key })
  assert.deepEqual(answer.body.data.workspace, { id: elsewhere, name: 'Elsewhere', avatarUrl })
})

test('400: an unknown parameter', async () => {
  const { key } = await world.person()
  const answer = await world.call('GET /api/ping?verbose=1', { key })
  assert.equal(answer.status, 400)
  assert.equal(answer.body.errors[0].path, '/verbose')
})

test('401: no credential, or an unknown one', async () => {
  for (const key of [undefined, 'rvk_nobody', `${(await world.person()).key}x`]) {
    const answer = await world.call('GET /api/ping', { key })
    assert.equal(answer.status, 401)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer .*resource_metadata="/)
  }
})
