// Stores the data of oidc-provider in the database. Tokens and codes are found by their hash; their values are not stored.
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { isUuid } from '../../core/ids.ts'
import type { Database } from '../../core/sql.ts'
import { hashToken } from '../api-keys.ts'
import { findGrant, revokeGrant } from './grants.ts'

export function createAdapter({ sql }: Database): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return clients(sql)
    if (model === 'Grant') return grants(sql)
    return artifacts(sql, model)
  }
}

type Sql = Database['sql']

/** Methods that a model does not need. */
const unused = {
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  revokeByGrantId: async () => undefined,
}

/** In bytes of JSON. An app with ten callbacks and a key of its own takes 2 KB. */
const maxMetadata = 4_096
/** Unused registrations. Beyond this number the oldest are deleted, so that new apps can always register. */
const maxUnused = 10_000

function clients(sql: Sql): Adapter {
  return {
    ...unused,
    async upsert(id, payload) {
      const metadata = JSON.stringify(withHashedSecret(payload))
      if (Buffer.byteLength(metadata) > maxMetadata)
        throw new errors.InvalidClientMetadata(`the metadata must have at most ${maxMetadata} bytes`)
      await sql`
        with surplus as (
          delete from oauth_clients where id in (
            select id from oauth_clients where used_at is null order by created_at desc offset ${maxUnused - 1}))
        insert into oauth_clients (id, metadata) values (${id}, ${metadata})
        on conflict on constraint oauth_clients_pkey do update set metadata = excluded.metadata`
    },
    async find(id) {
      // Postgres does not accept such text, and no such id was ever issued.
      if (id.includes('\0')) return undefined
      const [client] = await sql<{ metadata: AdapterPayload }>`
        select metadata from oauth_clients where id = ${id}`
      return client?.metadata
    },
    async destroy(id) {
      await sql`delete from oauth_clients where id = ${id}`
    },
  }
}

function withHashedSecret(payload: AdapterPayload): AdapterPayload {
  const { client_secret } = payload
  return client_secret === undefined ? payload : { ...payload, client_secret: hashSecret(client_secret) }
}

export function hashSecret(secret: string): string {
  return hashToken(secret).toString('base64url')
}

/** The consent page creates grants; the library only reads and revokes them. */
function grants(sql: Sql): Adapter {
  return {
    ...unused,
    async upsert() {
      throw new Error('grants are made by consent')
    },
    async find(id) {
      const grant = isUuid(id) ? await findGrant(sql, id) : undefined
      if (!grant) return undefined
      const scope = grant.scopes.join(' ')
      return {
        jti: grant.id,
        kind: 'Grant',
        accountId: grant.userId,
        clientId: grant.clientId,
        iat: grant.createdAt,
        resources: Object.fromEntries(grant.resources.map((resource) => [resource, scope])),
      }
    },
    destroy: (id) => revokeGrant(sql, id),
  }
}

function artifacts(sql: Sql, model: string): Adapter {
  return {
    ...unused,
    async upsert(id, payload, expiresIn) {
      const { grantId = null, uid = null } = payload
      const saving = sql`
        insert into oauth_artifacts (hash, model, grant_id, uid, payload, expires_at)
        values (${hashToken(id)}, ${model}, ${model === 'Interaction' ? null : grantId}, ${uid},
          ${JSON.stringify(withoutValues(payload))}, now() + make_interval(secs => ${expiresIn}))
        on conflict on constraint oauth_artifacts_pkey do update
          set uid = excluded.uid, payload = excluded.payload, expires_at = excluded.expires_at`
      await saving.catch(revokedMeanwhile)
    },
    async find(id) {
      const [row] = await sql<{ payload: AdapterPayload; consumed: number | null }>`
        select payload, extract(epoch from consumed_at)::int as consumed from oauth_artifacts
        where hash = ${hashToken(id)} and model = ${model}`
      if (!row) return undefined
      return { ...row.payload, jti: id, ...(row.consumed === null ? {} : { consumed: row.consumed }) }
    },
    async findByUid(uid) {
      const [row] = await sql<{ payload: AdapterPayload }>`
        select payload from oauth_artifacts where uid = ${uid} and model = ${model}`
      return row?.payload
    },
    async destroy(id) {
      await sql`delete from oauth_artifacts where hash = ${hashToken(id)} and model = ${model}`
    },
    consume: (id) => consume(sql, model, id),
    async revokeByGrantId(grantId) {
      await sql`delete from oauth_artifacts where grant_id = ${grantId} and model = ${model}`
    },
  }
}

function revokedMeanwhile(error: Error & { constraint?: string }): never {
  if (error.constraint === 'oauth_artifacts_grant_fkey') throw new errors.InvalidGrant('grant not found')
  throw error
}

/** When a code or token is used twice, one of the users has stolen it: everything that was issued from it is revoked. */
async function consume(sql: Sql, model: string, id: string): Promise<void> {
  const hash = hashToken(id)
  const used = await sql`
    update oauth_artifacts set consumed_at = now()
    where hash = ${hash} and model = ${model} and consumed_at is null returning hash`
  if (used.length === 1) return
  await sql`
    delete from oauth_grants where id = (select grant_id from oauth_artifacts where hash = ${hash})`
  throw new errors.InvalidGrant('used already')
}

/** Without secrets: the id is the value of the token itself, and an interaction repeats the id of the session. */
function withoutValues({ jti: _value, ...payload }: AdapterPayload): AdapterPayload {
  if (!payload.session) return payload
  const { cookie: _cookie, ...session } = payload.session as Record<string, unknown>
  return { ...payload, session } as AdapterPayload
}
