// The key that signs receipts: Ed25519, made when it is first needed, and stored encrypted with SECRET_KEY. A receipt contains
// the public key, so receipts of an earlier key stay verifiable.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import type { SecretBox } from '../core/secret-box.ts'
import type { Sql } from '../core/sql.ts'

export type ReceiptKey = {
  /** The public key in DER (SPKI). */
  publicKey: Buffer
  /** The SHA-256 of `publicKey`, in hex. */
  fingerprint: string
  sign(bytes: Uint8Array): Buffer
}

const setting = 'receipt_key'

/** Of several nodes that make a key at the same time, all use the one that is stored. A key that cannot be opened is replaced. */
export async function loadReceiptKey(sql: Sql, secrets: SecretBox): Promise<ReceiptKey> {
  const stored = await storedKey(sql)
  const known = open(secrets, stored)
  if (known) return receiptKey(known)
  const { privateKey } = generateKeyPairSync('ed25519')
  const sealed = secrets.seal(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
  await sql`
    insert into settings (name, value) values (${setting}, ${sealed.toString('base64')})
    on conflict on constraint settings_pkey do update set value = excluded.value
      where settings.value = ${stored ?? null}`
  const made = open(secrets, await storedKey(sql))
  if (!made) throw new Error('the stored key for receipts cannot be opened')
  return receiptKey(made)
}

async function storedKey(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ value: string }>`select value from settings where name = ${setting}`
  return row?.value
}

function open(secrets: SecretBox, stored: string | undefined): KeyObject | undefined {
  const opened = stored === undefined ? undefined : secrets.open(Buffer.from(stored, 'base64'))
  return opened === undefined ? undefined : createPrivateKey(opened)
}

function receiptKey(privateKey: KeyObject): ReceiptKey {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return {
    publicKey,
    fingerprint: createHash('sha256').update(publicKey).digest('hex'),
    sign: (bytes) => sign(null, bytes, privateKey),
  }
}
