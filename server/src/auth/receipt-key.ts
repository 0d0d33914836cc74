// The key that signs receipts: Ed25519. A receipt contains the public key, so receipts of an earlier key stay verifiable.
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { SecretBox } from '../core/secret-box.ts'
import type { Sql } from '../core/sql.ts'
import { loadStoredKey } from '../core/stored-key.ts'

export type ReceiptKey = {
  /** The public key in DER (SPKI). */
  publicKey: Buffer
  /** The SHA-256 of `publicKey`, in hex. */
  fingerprint: string
  sign(bytes: Uint8Array): Buffer
}

export async function loadReceiptKey(sql: Sql, secrets: SecretBox): Promise<ReceiptKey> {
  const make = () => generateKeyPairSync('ed25519').privateKey
  return receiptKey(await loadStoredKey(sql, secrets, 'receipt_key', make))
}

function receiptKey(privateKey: KeyObject): ReceiptKey {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return {
    publicKey,
    fingerprint: createHash('sha256').update(publicKey).digest('hex'),
    sign: (bytes) => sign(null, bytes, privateKey),
  }
}
