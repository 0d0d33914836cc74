import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Caller } from '../../../core/access.ts'
import { createSecretBox } from '../../../core/secret-box.ts'
import { issuePass, openPass } from './card-pass.ts'

const caller = { credentialId: 'key 1', userId: 'ada' } as Caller
const shown = { version: 'version 1', files: ['file 1'], state: 'state 1' }

test('a pass expires after ten minutes', (context) => {
  const secrets = createSecretBox([randomBytes(32)])
  context.mock.timers.enable({ apis: ['Date'], now: 1_000_000 })
  const pass = issuePass(secrets, caller, shown)
  context.mock.timers.tick(10 * 60_000 - 1)
  const { version, files, state } = openPass(secrets, caller, pass)
  assert.deepEqual({ version, files, state }, shown)
  context.mock.timers.tick(1)
  assert.throws(() => openPass(secrets, caller, pass), /opened too long ago/)
})

test('another text that the server sealed is no pass', () => {
  const secrets = createSecretBox([randomBytes(32)])
  for (const text of [
    '',
    '{}',
    JSON.stringify({ ...shown, credential: 'key 1', user: 'ada', expires: 1e15 }),
  ]) {
    const sealed = secrets.seal(text).toString('base64url')
    assert.throws(() => openPass(secrets, caller, sealed), /opened too long ago/)
  }
})
