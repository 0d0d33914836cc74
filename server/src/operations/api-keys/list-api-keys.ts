import { z } from 'zod'
import { scopes } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ApiKeyId, Timestamp, UserSummary } from '../../core/schemas.ts'
import { connectionSwitches, switchColumns } from '../../records/connection.ts'
import { visibleKeys } from './visible-keys.ts'

const ApiKey = z
  .object({
    id: ApiKeyId,
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    ...connectionSwitches,
    user: UserSummary.omit({ avatarUrl: true }).describe('User that the key acts as.'),
    createdAt: Timestamp,
    expiresAt: Timestamp.nullable(),
    lastUsedAt: Timestamp.nullable().describe('Time of the last use, to the minute.'),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

export const listApiKeys = defineOperation({
  http: 'GET /api/api-keys',
  client: 'apiKeys.list',
  summary:
    'List your API keys; administrators see those of the whole workspace. The keys themselves are never included.',

  scope: null,
  credential: 'session',
  tier: 3,

  input: z.strictObject({}),
  output: [200, z.array(ApiKey)],

  handler: (_input, { sql, caller }) => sql<ApiKey>`
    select k.id, k.name, k.scopes, k.created_at as "createdAt", k.expires_at as "expiresAt",
      ${switchColumns('k')}, k.last_used_at as "lastUsedAt",
      json_build_object('id', u.id, 'email', u.email, 'name', coalesce(m.display_name, u.name)) as user
    from api_keys k
    join users u on u.id = k.user_id
    join workspace_members m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
    where ${visibleKeys(caller)}
    order by k.id`,
})
