import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCheckSettingsWorld } from './fixtures/check-settings-world.ts'

const { world, projectId, owner, ofProject, choose, chooseForAll, create } = await startCheckSettingsWorld()

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
