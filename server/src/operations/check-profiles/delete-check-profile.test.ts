import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCheckProfileWorld } from './fixtures/check-profile-world.ts'

const { world, projectId, owner, read, update, remove, list, created } = await startCheckProfileWorld()

test('204: a deleted check profile is not found; 409: a built-in one can be neither changed nor deleted', async () => {
  const id = await created('Deleted')
  assert.equal((await remove(id)).status, 204)
  for (const answer of [await read(id), await update(id, { name: 'Back' }), await remove(id)])
    assert.equal(answer.status, 404)
  assert.ok((await list()).every((one) => one.id !== id))
  for (const answer of [await update('web', { name: 'Ours' }), await remove('web')])
    assert.deepEqual([answer.status, answer.body.code], [409, 'check_profile_is_built_in'])
})

test('409: a check profile in use needs a replacement, which its users get', async () => {
  const id = await created('Used')
  const settings = `/api/projects/${projectId}/check-settings`
  const choose = (profileId: string | null) =>
    world.call(`PUT ${settings}`, { key: owner.key, body: { profileId, off: false } })
  const chosen = async () => (await world.call(`GET ${settings}`, { key: owner.key })).body.data.profileId
  assert.equal((await choose(id)).status, 204)
  assert.deepEqual((await read(id)).body.data.usedBy, { workspace: false, projects: 1 })
  const refused = await remove(id)
  assert.deepEqual([refused.status, refused.body.code], [409, 'check_profile_in_use'])
  assert.match(refused.body.message, /in use by 1 project\./)
  // A check profile of one project cannot judge the others.
  const own = await created('Own replacement', { projectId }, owner)
  for (const wrong of [id, own, 'nothing'])
    assert.equal((await remove(id, `?replaceWith=${wrong}`)).body.errors[0].path, '/replaceWith', wrong)
  assert.equal(await chosen(), id)
  assert.equal((await remove(id, '?replaceWith=vfx')).status, 204)
  assert.equal(await chosen(), 'vfx')
})

test('409: of a choice and a deletion at the same time, one wins, and no project keeps a deleted check profile', async () => {
  const settings = `/api/projects/${projectId}/check-settings`
  for (let round = 0; round < 5; round++) {
    const id = await created(`Contested ${round}`)
    const [chose, deleted] = await Promise.all([
      world.call(`PUT ${settings}`, { key: owner.key, body: { profileId: id, off: false } }),
      remove(id),
    ])
    assert.deepEqual(chose.status === 204 ? [204, 409] : [400, 204], [chose.status, deleted.status])
    await world.call(`PUT ${settings}`, { key: owner.key, body: { profileId: null, off: false } })
  }
})
