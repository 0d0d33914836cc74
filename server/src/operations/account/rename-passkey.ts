import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { PasskeyId, text } from '../../core/schemas.ts'

export const renamePasskey = defineOperation({
  http: 'PATCH /api/account/passkeys/:passkeyId',
  client: 'passkeys.rename',
  summary: 'Rename a passkey.',

  scope: null,
  credential: 'session',
  tier: 3,
  audit: {
    action: 'passkey.updated',
    target: { of: 'passkey', before: ({ passkeyId }) => passkeyId },
    everywhere: true,
  },

  input: z.strictObject({
    passkeyId: PasskeyId,
    name: text(1, 100).describe('Name of the passkey, such as the device that stores it.'),
  }),
  output: [204],

  async handler({ passkeyId, name }, { sql, caller }): Promise<undefined> {
    const renamed = await sql`
      update passkeys set name = ${name} where id = ${passkeyId} and user_id = ${caller.userId} returning id`
    if (renamed.length === 0) throw new ApiError('not_found')
  },
})
