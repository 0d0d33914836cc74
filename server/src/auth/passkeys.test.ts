import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SettingsService } from '@simplewebauthn/server'
import { startWorld } from '../../test/worlds/world.ts'
import { signInOptions } from './passkeys.ts'

const world = await startWorld()

test('no certificate of a passkey is checked over the network', async () => {
  await signInOptions(world.database.sql, 'https://dailies.example.com')
  for (const identifier of ['android-key', 'android-safetynet', 'apple', 'mds'] as const) {
    assert.deepEqual(SettingsService.getRootCertificates({ identifier }), [], identifier)
  }
})
