// Private keys of the installation: made when they are first needed, and stored in the database, encrypted with SECRET_KEY.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { SecretBox } from './secret-box.ts'
import type { Sql } from './sql.ts'

/** Of several nodes that make a key at the same time, all use the one that is stored. A key that cannot be opened is replaced. */
export async function loadStoredKey(
  sql: Sql,
  secrets: SecretBox,
  setting: string,
  make: () => KeyObject,
): Promise<KeyObject> {
  const stored = await storedKey(sql, setting)
  const known = open(secrets, stored)
  if (known) return known
  const sealed = secrets.seal(make().export({ type: 'pkcs8', format: 'pem' }) as string)
  await sql`
    insert into settings (name, value) values (${setting}, ${sealed.toString('base64')})
    on conflict on constraint settings_pkey do update set value = excluded.value
      where settings.value = ${stored ?? null}`
  const made = open(secrets, await storedKey(sql, setting))
  if (!made) throw new Error(`the stored ${setting} cannot be opened`)
  return made
}

async function storedKey(sql: Sql, setting: string): Promise<string | undefined> {
  const [row] = await sql<{ value: string }>`select value from settings where name = ${setting}`
  return row?.value
}

function open(secrets: SecretBox, stored: string | undefined): KeyObject | undefined {
  const opened = stored === undefined ? undefined : secrets.open(Buffer.from(stored, 'base64'))
  return opened === undefined ? undefined : createPrivateKey(opened)
}
