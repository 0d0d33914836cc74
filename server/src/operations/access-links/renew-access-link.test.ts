import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

async function linkOf(projectId: string, key: string) {
  const body = { role: 'PROJECT_REVIEWER', description: 'For the client', password: 'harbour' }
  const made = await world.call(`POST /api/projects/${projectId}/access-links`, { key, body })
  const read = async () =>
    (await world.call(`GET /api/project-access-links/${made.body.data.id}`, { key })).body.data
  return { id: made.body.data.id as string, read }
}

function enter(accessKey: string, key?: string) {
  const body = { accessKey, password: 'harbour', name: 'Somebody' }
  return world.call('POST /api/access-links/join', { key, body })
}

test('204: the old key is refused and the new one works; the link and its guests stay', async () => {
  const { id, owner } = await world.project()
  const link = await linkOf(id, owner.key)
  const before = await link.read()
  const guest = await enter(before.accessKey)
  assert.equal(guest.status, 200)
  const renewed = await world.call(`POST /api/project-access-links/${link.id}/renew`, { key: owner.key })
  assert.deepEqual([renewed.status, renewed.body], [204, ''])
  const after = await link.read()
  assert.notEqual(after.accessKey, before.accessKey)
  assert.deepEqual({ ...after, accessKey: '' }, { ...before, accessKey: '' })
  assert.deepEqual((await enter(before.accessKey)).body.code, 'link_refused')
  assert.equal((await enter(after.accessKey)).status, 200)
  const { accessToken } = guest.body.data
  assert.equal((await world.call(`GET /api/projects/${id}`, { key: accessToken })).status, 200)
})

test('a removed manager who knows the old key cannot join after the link is renewed', async () => {
  const { id, owner } = await world.project()
  const manager = await world.member(id, 'PROJECT_MANAGER')
  const link = await linkOf(id, owner.key)
  const { body } = await world.call(`GET /api/project-access-links/${link.id}`, { key: manager.key })
  const known = body.data.accessKey
  const members = await world.call(`GET /api/projects/${id}/members`, { key: owner.key })
  const member = members.body.data.find((one: { user: { id: string } }) => one.user.id === manager.userId)
  assert.equal((await world.call(`DELETE /api/project-members/${member.id}`, { key: owner.key })).status, 204)
  const renew = (key: string) => world.call(`POST /api/project-access-links/${link.id}/renew`, { key })
  assert.equal((await renew(manager.key)).status, 404)
  assert.equal((await renew(owner.key)).status, 204)
  for (const key of [manager.key, undefined]) {
    const { status, body } = await enter(known, key)
    assert.deepEqual([status, body.code], [403, 'link_refused'])
  }
})

test('two concurrent renewals: the link has one of the two keys', async () => {
  const { id, owner } = await world.project()
  const second = await world.person()
  await join(world, id, second.userId, 'PROJECT_MANAGER')
  const link = await linkOf(id, owner.key)
  const answers = await Promise.all(
    [owner, second].map(({ key }) => world.call(`POST /api/project-access-links/${link.id}/renew`, { key })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204],
  )
  assert.equal((await enter((await link.read()).accessKey)).status, 200)
})
