import { z } from 'zod'
import { hashToken, newApiKey } from '../../auth/api-keys.ts'
import { requireCreated, stillValid } from '../../auth/evidence.ts'
import { requireFullSession } from '../../auth/full-session.ts'
import { scopes } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { ApiKeyId, text } from '../../core/schemas.ts'
import { switchInput } from '../../records/connection.ts'

export const createApiKey = defineOperation({
  http: 'POST /api/api-keys',
  client: 'apiKeys.create',
  summary:
    'Create an API key. A program that uses it acts as you in this workspace. The key is shown only once.',

  scope: null,
  credential: 'session',
  tier: 3,
  audit: {
    action: 'api_key.created',
    target: { of: 'apiKey', after: (_input, { id }) => id },
    details: ({ scopes: held, expiresInDays }) => ({ scopes: held, expiresInDays }),
  },

  input: z.strictObject({
    name: text(1, 100).describe('Name of the key, for example its purpose.'),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).describe('Scopes of the key: what it may do.'),
    expiresInDays: z
      .int()
      .min(1)
      .max(3650)
      .nullish()
      .describe('Days until the key expires; null for no expiry.'),
    ...switchInput,
  }),
  output: [
    201,
    z.object({ id: ApiKeyId, key: z.string().describe('Store it now: the service does not keep it.') }),
  ],
  violations: { api_keys_live_check: 'too_many_api_keys' },
  confidential: true,

  async handler({ name, scopes: wanted, expiresInDays, ...may }, { sql, caller }) {
    requireFullSession(caller)
    const id = newUuid()
    const key = newApiKey()
    const held = scopes.filter((scope) => wanted.includes(scope))
    const made = await sql`
      insert into api_keys (id, workspace_id, user_id, name, hash, scopes, expires_at,
        may_spend, may_give_verdicts, may_add_people)
      select ${id}::uuid, ${caller.workspaceId}::uuid, ${caller.userId}::uuid, ${name}::text, ${hashToken(key)}::bytea,
        ${held}::text[], now() + make_interval(days => ${expiresInDays ?? null}),
        ${may.maySpend ?? true}::boolean, ${may.mayGiveVerdicts ?? true}::boolean, ${may.mayAddPeople ?? true}::boolean
      where ${stillValid(caller.userId, { session: caller.credentialId })}
      returning id`
    requireCreated(made)
    return { id, key }
  },
})
