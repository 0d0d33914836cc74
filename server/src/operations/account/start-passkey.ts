import { z } from 'zod'
import { requireFullSession } from '../../auth/full-session.ts'
import { registrationOptions } from '../../auth/passkeys.ts'
import { defineOperation } from '../../core/operation.ts'

const CreationOptions = z
  .looseObject({
    challenge: z
      .string()
      .describe('Challenge that the new passkey signs. Valid for 5 minutes and for one use.'),
  })
  .describe(
    'Options for `PublicKeyCredential.parseCreationOptionsFromJSON`, then `navigator.credentials.create`.',
  )

export const startPasskey = defineOperation({
  http: 'POST /api/account/passkeys.start',
  client: 'passkeys.start',
  summary: 'Start adding a passkey. Returns the options that the browser needs to create it.',

  scope: null,
  credential: 'session',
  tier: 3,

  input: z.strictObject({}),
  output: [200, CreationOptions],

  async handler(_input, { sql, caller, origin }) {
    requireFullSession(caller)
    const [account] = await sql<{ email: string; name: string }>`
      select email, name from users where id = ${caller.userId}`
    return { ...(await registrationOptions(sql, origin(), { userId: caller.userId, ...account! })) }
  },
})
