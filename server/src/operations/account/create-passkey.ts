import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { requireFullSession } from '../../auth/full-session.ts'
import { addPasskey, verifyRegistration } from '../../auth/passkeys.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { mapOf, PasskeyId, text } from '../../core/schemas.ts'

export const createPasskey = defineOperation({
  http: 'POST /api/account/passkeys',
  client: 'passkeys.create',
  summary: 'Add a passkey that the browser created, for signing in.',

  scope: null,
  credential: 'session',
  tier: 3,
  audit: {
    action: 'passkey.created',
    target: { of: 'passkey', after: (_input, { id }) => id },
    everywhere: true,
  },

  input: z.strictObject({
    name: text(1, 100).describe('Name of the passkey, such as the device that stores it.'),
    // Browsers send more properties than are read, and add new ones over time: the library validates the response.
    response: mapOf(text(1, 64), z.unknown(), 32).describe(
      'Result of `navigator.credentials.create`, as its `toJSON` returns it.',
    ),
  }),
  output: [201, z.object({ id: PasskeyId })],
  violations: { passkeys_credential_key: 'passkey_refused' },

  // The challenge is spent by itself: a response that is refused cannot be tried again.
  async prepare({ response }, { sql, caller, origin }) {
    requireFullSession(caller)
    const made = await verifyRegistration(sql, origin(), response as unknown as RegistrationResponseJSON)
    // A challenge of another user is not found.
    if (made.userId !== caller.userId) throw new ApiError('not_found')
    return made.passkey
  },

  async handler({ name }, { sql, caller }, passkey) {
    const evidence = { session: caller.credentialId }
    return { id: await addPasskey(sql, caller.userId, name, passkey, evidence) }
  },
})
