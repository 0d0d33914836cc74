import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCheckSettingsWorld } from './fixtures/check-settings-world.ts'

const { builtIn, ofProject, ofWorkspace, choose, chooseForAll } = await startCheckSettingsWorld()

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
