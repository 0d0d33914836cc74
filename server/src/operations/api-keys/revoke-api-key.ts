import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ApiKeyId } from '../../core/schemas.ts'
import { visibleKeys } from './visible-keys.ts'

export const revokeApiKey = defineOperation({
  http: 'DELETE /api/api-keys/:apiKeyId',
  client: 'apiKeys.revoke',
  summary:
    'Revoke an API key of your own; administrators can revoke any key. All servers refuse it within a second.',

  scope: null,
  credential: 'session',
  tier: 3,
  audit: { action: 'api_key.revoked', target: { of: 'apiKey', before: ({ apiKeyId }) => apiKeyId } },

  input: z.strictObject({ apiKeyId: ApiKeyId }),
  output: [204],

  async handler({ apiKeyId }, { sql, caller }): Promise<undefined> {
    const revoked = await sql`
      update api_keys k set revoked_at = now() where k.id = ${apiKeyId} and ${visibleKeys(caller)} returning k.id`
    if (revoked.length === 0) throw new ApiError('not_found')
  },
})
