// Keys of access links: create, store and replace them.
import { hashToken } from '../../auth/api-keys.ts'
import { randomBase62 } from '../../core/ids.ts'
import type { SecretBox } from '../../core/secret-box.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { type Actor, accessLinkEvent } from '../../events/resource-events.ts'

/** 190 random bits, so an unsalted hash is enough to look a key up by. */
const keyLength = 32

/** A new key as it is stored: the hash finds it, the sealed form can be decrypted to show it. */
export function newLinkKey(secrets: SecretBox): { hash: Buffer; sealed: Buffer } {
  const key = randomBase62(keyLength)
  return { hash: hashToken(key), sealed: secrets.seal(key) }
}

/** Replaces the key of every link of these projects. Must run in a transaction. */
export async function renewLinksOf(
  { sql, secrets, caller }: { sql: Sql; secrets: SecretBox; caller: Actor },
  projectIds: Fragment,
): Promise<void> {
  const links = await sql<{ id: string }>`
    select id from access_links where project_id in (${projectIds}) order by id for update`
  const keys = links.map(() => newLinkKey(secrets))
  await sql`
    with renewed as (
      update access_links l set key_hash = given.hash, key_sealed = given.sealed
      from unnest(${links.map(({ id }) => id)}::uuid[], ${keys.map(({ hash }) => hash)}::bytea[],
        ${keys.map(({ sealed }) => sealed)}::bytea[]) as given (id, hash, sealed)
      where l.id = given.id
      returning l.id, l.project_id
    )
    ${emit(accessLinkEvent('access_link.renewed', caller, fragment`renewed it`))}`
}
