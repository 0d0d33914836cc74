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
  summary: 'Add the passkey that the browser has made, to sign in with.',

  scope: null,
  credential: 'session',
  tier: 3,

  input: z.strictObject({
    name: text(1, 100).describe('Where it is kept.'),
    // Browsers send more than is looked at, and more with each year: the library checks what there is.
    response: mapOf(text(1, 64), z.unknown(), 32).describe(
      'What `navigator.credentials.create` has made, as its `toJSON` writes it.',
    ),
  }),
  output: [201, z.object({ id: PasskeyId })],
  violations: { passkeys_credential_key: 'passkey_refused' },

  async handler({ name, response }, { sql, caller, origin }) {
    requireFullSession(caller)
    const made = await verifyRegistration(sql, origin(), response as unknown as RegistrationResponseJSON)
    // What was begun for somebody else is not there.
    if (made.userId !== caller.userId) throw new ApiError('not_found')
    const evidence = { session: caller.credentialId }
    return { id: await addPasskey(sql, caller.userId, name, made.passkey, evidence) }
  },
})
