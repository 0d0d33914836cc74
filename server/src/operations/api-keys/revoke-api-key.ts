import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ApiKeyId } from '../../core/schemas.ts'
import { visibleKeys } from './own-or-all-keys.ts'

export const revokeApiKey = defineOperation({
  http: 'DELETE /api/api-keys/:apiKeyId',
  client: 'apiKeys.revoke',
  summary:
    'Revoke an API key, the own one or for ADMIN and above any: within a second no server takes it any more.',

  scope: null,
  credential: 'session',
  tier: 3,

  input: z.strictObject({ apiKeyId: ApiKeyId }),
  output: [204],

  async handler({ apiKeyId }, { sql, caller }): Promise<undefined> {
    const revoked = await sql`
      update api_keys k set revoked_at = now() where k.id = ${apiKeyId} and ${visibleKeys(caller)} returning k.id`
    if (revoked.length === 0) throw new ApiError('not_found')
  },
})
