import { z } from 'zod'
import { hashToken, newApiKey } from '../../auth/api-keys.ts'
import { requireCreated, stillValid } from '../../auth/evidence.ts'
import { requireFullSession } from '../../auth/full-session.ts'
import { scopes } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { ApiKeyId, text } from '../../core/schemas.ts'

export const createApiKey = defineOperation({
  http: 'POST /api/api-keys',
  client: 'apiKeys.create',
  summary: 'Make an API key with which a program acts as you in this workspace. It is shown this once.',

  scope: null,
  credential: 'session',
  tier: 3,

  input: z.strictObject({
    name: text(1, 100).describe('What it is for.'),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).describe('What it may do.'),
    expiresInDays: z.int().min(1).max(3650).nullish().describe('null: it does not expire.'),
  }),
  output: [201, z.object({ id: ApiKeyId, key: z.string().describe('Keep it now: it is stored nowhere.') })],
  violations: { api_keys_live_check: 'too_many_api_keys' },
  confidential: true,

  async handler({ name, scopes: wanted, expiresInDays }, { sql, caller }) {
    requireFullSession(caller)
    const id = newUuid()
    const key = newApiKey()
    const held = scopes.filter((scope) => wanted.includes(scope))
    const made = await sql`
      insert into api_keys (id, workspace_id, user_id, name, hash, scopes, expires_at)
      select ${id}::uuid, ${caller.workspaceId}::uuid, ${caller.userId}::uuid, ${name}::text, ${hashToken(key)}::bytea,
        ${held}::text[], now() + make_interval(days => ${expiresInDays ?? null})
      where ${stillValid(caller.userId, { session: caller.credentialId })}
      returning id`
    requireCreated(made)
    return { id, key }
  },
})
