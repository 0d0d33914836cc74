import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCheckSettingsWorld } from './fixtures/check-settings-world.ts'

const { ofProject, choose, chooseForAll } = await startCheckSettingsWorld()

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
