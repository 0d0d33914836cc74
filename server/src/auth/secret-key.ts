// SECRET_KEY signs cursors, URLs and cookies. Of several keys the first signs and all verify, so that it can be rotated.

import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { program } from '../core/program.ts'
import type { Database } from '../core/sql.ts'
import { StartupError } from '../core/startup-error.ts'

/** One key per purpose and secret: a key that signs cursors cannot sign anything else. */
export type SecretKeys = { derive(purpose: string): Buffer[]; fingerprints: string[] }

export function loadSecretKeys(settings: { secretKey: string | undefined; dataDir: string }): SecretKeys {
  const text = settings.secretKey ?? readOrMakeKey(settings.dataDir)
  const secrets = text.split(',').map((key) => key.trim())
  return {
    derive: (purpose) => secrets.map((key) => Buffer.from(hkdfSync('sha256', key, 'dailies', purpose, 32))),
    fingerprints: secrets.map((key) =>
      createHash('sha256').update(`dailies:${key}`).digest('hex').slice(0, 32),
    ),
  }
}

function readOrMakeKey(dataDir: string): string {
  const path = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true })
  try {
    // `wx` fails when the file exists: of two concurrent first starts, one creates the key and both use it.
    writeFileSync(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  chmodSync(path, 0o600)
  const key = readFileSync(path, 'utf8').trim()
  if (key.length >= 32) return key
  throw new StartupError(`${path} is incomplete: restore it from a backup, or delete it to create a new key`)
}

/** All nodes of a database must share the key, or each refuses the cursors of the others. */
export async function claimSecretKey(database: Database, keys: SecretKeys): Promise<void> {
  const [current] = keys.fingerprints
  await database.sql`
    insert into settings (name, value) values ('secret_key_fingerprint', ${current})
    on conflict on constraint settings_pkey do update set value = excluded.value
      where settings.value = any(${keys.fingerprints})`
  const [row] = await database.sql<{ value: string }>`
    select value from settings where name = 'secret_key_fingerprint'`
  if (row?.value === current) return
  throw new StartupError(
    'this database is used with another SECRET_KEY: give every node the same one (to rotate: SECRET_KEY=new,old). ' +
      `If the old key is lost, run \`${program} admin secret forget\``,
  )
}
