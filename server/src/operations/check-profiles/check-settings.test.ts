import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const admin = await world.person({ role: 'ADMIN' })
const { id: projectId, owner } = await world.project()
const builtIn = (id: string, name: string) => ({ id, name, version: 1, builtIn: true })

const path = `/api/projects/${projectId}/check-settings`
const ofProject = async () => (await world.call(`GET ${path}`, { key: owner.key })).body.data
const ofWorkspace = async () =>
  (await world.call('GET /api/workspace/check-settings', { key: owner.key })).body.data
const choose = (profileId: string | null, off = false) =>
  world.call(`PUT ${path}`, { key: owner.key, body: { profileId, off } })
const chooseForAll = (profileId: string | null, off = false) =>
  world.call('PUT /api/workspace/check-settings', { key: admin.key, body: { profileId, off } })
const create = async (body: object, key: string): Promise<string> =>
  (await world.call('POST /api/check-profiles', { key, body: { rules: {}, ...body } })).body.data.id

test('200: without a choice, `web` judges; a project follows the workspace until it chooses', async () => {
  const nothing = { profileId: null, off: false }
  const web = { source: 'DEFAULT', profile: builtIn('web', 'Web 1080p') }
  assert.deepEqual(await ofProject(), { ...nothing, effective: web })
  assert.deepEqual(await ofWorkspace(), { ...nothing, effective: web })

  assert.equal((await chooseForAll('ebu')).status, 204)
  const ebu = { source: 'WORKSPACE', profile: builtIn('ebu', 'EBU broadcast') }
  assert.deepEqual(await ofWorkspace(), { profileId: 'ebu', off: false, effective: ebu })
  assert.deepEqual(await ofProject(), { ...nothing, effective: ebu })

  assert.equal((await choose('vfx')).status, 204)
  const vfx = { source: 'PROJECT', profile: builtIn('vfx', 'VFX plate') }
  assert.deepEqual(await ofProject(), { profileId: 'vfx', off: false, effective: vfx })
  assert.equal((await choose(null)).status, 204)
  assert.deepEqual(await ofProject(), { ...nothing, effective: ebu })
})

test('200: checks that are off in the workspace are on in a project that has chosen a check profile', async () => {
  await chooseForAll('ebu', true)
  assert.deepEqual((await ofProject()).effective, { source: 'WORKSPACE', profile: null })
  await choose('social')
  assert.equal((await ofProject()).effective.profile.id, 'social')
  await choose('social', true)
  assert.deepEqual((await ofProject()).effective, { source: 'PROJECT', profile: null })
  await choose(null)
  await chooseForAll(null)
})

test('400: a check profile of another project, an unknown one, and in the workspace one of a project', async () => {
  const other = await world.project()
  const own = await create({ name: 'Own', projectId }, owner.key)
  const foreign = await create({ name: 'Foreign', projectId: other.id }, other.owner.key)
  for (const id of [foreign, 'nothing', 'CP0123456789abcdefABCDEF']) {
    const { status, body } = await choose(id)
    assert.deepEqual([status, body.errors[0].path], [400, '/profileId'])
  }
  assert.equal((await chooseForAll(own)).status, 400)
  assert.equal((await choose(own)).status, 204)
  assert.deepEqual((await ofProject()).effective.profile, {
    id: own,
    name: 'Own',
    version: 1,
    builtIn: false,
  })
})
