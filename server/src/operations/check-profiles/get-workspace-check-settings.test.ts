import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCheckSettingsWorld } from './fixtures/check-settings-world.ts'

const { world, builtIn, ofWorkspace, chooseForAll } = await startCheckSettingsWorld()

test('200: guests of the workspace read the choice of the workspace, too', async () => {
  await chooseForAll('vfx')
  const guest = await world.person({ role: 'GUEST' })
  const { status, body } = await world.call('GET /api/workspace/check-settings', { key: guest.key })
  assert.deepEqual([status, body.data], [200, await ofWorkspace()])
  assert.deepEqual(body.data.effective, { source: 'WORKSPACE', profile: builtIn('vfx', 'VFX plate') })
})
