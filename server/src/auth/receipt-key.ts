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

export async function loadReceiptKey(sql: Sql, secrets: SecretBox): Promise<ReceiptKey> {
  return receiptKey((await findKey(sql, secrets)) ?? (await makeKey(sql, secrets)))
}

async function findKey(sql: Sql, secrets: SecretBox): Promise<KeyObject | undefined> {
  const [stored] = await sql<{ value: string }>`select value from settings where name = ${setting}`
  const opened = stored && secrets.open(Buffer.from(stored.value, 'base64'))
  return opened === undefined ? undefined : createPrivateKey(opened)
}

/** Of two nodes that make a key at the same time, both use the one that is stored. A key that cannot be opened is replaced. */
async function makeKey(sql: Sql, secrets: SecretBox): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const sealed = secrets
    .seal(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
    .toString('base64')
  const [unusable] = await sql<{ value: string }>`select value from settings where name = ${setting}`
  await sql`
    insert into settings (name, value) values (${setting}, ${sealed})
    on conflict on constraint settings_pkey do update set value = excluded.value
      where settings.value = ${unusable?.value ?? null}`
  return (await findKey(sql, secrets)) ?? privateKey
}

function receiptKey(privateKey: KeyObject): ReceiptKey {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return {
    publicKey,
    fingerprint: createHash('sha256').update(publicKey).digest('hex'),
    sign: (bytes) => sign(null, bytes, privateKey),
  }
}
