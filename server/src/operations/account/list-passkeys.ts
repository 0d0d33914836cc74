import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { PasskeyId, Timestamp } from '../../core/schemas.ts'

const Passkey = z
  .object({ id: PasskeyId, name: z.string(), createdAt: Timestamp, lastUsedAt: Timestamp.nullable() })
  .meta({ id: 'Passkey' })
export type Passkey = z.output<typeof Passkey>

export const listPasskeys = defineOperation({
  http: 'GET /api/account/passkeys',
  client: 'passkeys.list',
  summary: 'List the passkeys of the account, oldest first.',

  scope: null,
  credential: 'session',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, z.array(Passkey)],

  handler: (_input, { sql, caller }) => sql<Passkey>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where user_id = ${caller.userId} order by id`,
})
