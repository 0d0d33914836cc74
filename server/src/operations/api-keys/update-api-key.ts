import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ApiKeyId } from '../../core/schemas.ts'
import { switchesOf, switchInput } from '../../records/connection.ts'
import { visibleKeys } from './visible-keys.ts'

export const updateApiKey = defineOperation({
  http: 'PATCH /api/api-keys/:apiKeyId',
  client: 'apiKeys.update',
  summary:
    'Forbid or allow an API key to spend money, give verdicts or let people in. Administrators can forbid it for any key. All servers apply it within a second.',

  scope: null,
  credential: 'session',
  tier: 3,
  audit: {
    action: 'api_key.updated',
    target: { of: 'apiKey', before: ({ apiKeyId }) => apiKeyId },
    details: ({ apiKeyId: _, ...may }) => ({ changed: switchesOf(may) }),
  },

  input: z.strictObject({ apiKeyId: ApiKeyId, ...switchInput }),
  output: [204],

  async handler({ apiKeyId, ...may }, { sql, caller }): Promise<undefined> {
    const [key] = await sql<{ userId: string }>`
      select k.user_id as "userId" from api_keys k where k.id = ${apiKeyId} and ${visibleKeys(caller)}`
    if (!key) throw new ApiError('not_found')
    if (key.userId !== caller.userId && Object.values(may).includes(true)) {
      const message = 'Only its owner can allow the key more. Administrators can forbid it something.'
      throw new ApiError('insufficient_role', { message })
    }
    await sql`
      update api_keys set may_spend = coalesce(${may.maySpend ?? null}, may_spend),
        may_give_verdicts = coalesce(${may.mayGiveVerdicts ?? null}, may_give_verdicts),
        may_add_people = coalesce(${may.mayAddPeople ?? null}, may_add_people)
      where id = ${apiKeyId}`
  },
})
