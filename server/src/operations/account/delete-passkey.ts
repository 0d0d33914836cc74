import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { PasskeyId } from '../../core/schemas.ts'

export const deletePasskey = defineOperation({
  http: 'DELETE /api/account/passkeys/:passkeyId',
  client: 'passkeys.delete',
  summary: 'Delete a passkey. It can no longer be used to sign in; sessions started with it continue.',

  scope: null,
  credential: 'session',
  tier: 3,
  audit: {
    action: 'passkey.deleted',
    target: { of: 'passkey', before: ({ passkeyId }) => passkeyId },
    everywhere: true,
  },

  input: z.strictObject({ passkeyId: PasskeyId }),
  output: [204],

  async handler({ passkeyId }, { sql, caller }): Promise<undefined> {
    const deleted = await sql`
      delete from passkeys where id = ${passkeyId} and user_id = ${caller.userId} returning id`
    if (deleted.length === 0) throw new ApiError('not_found')
  },
})
