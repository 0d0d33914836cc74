// Encrypts a push message so that only the browser can read it: RFC 8291, in the encoding aes128gcm of RFC 8188.
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const curve = 'prime256v1'
/** Push services accept messages of 4,096 bytes, so that a message is one record. */
const recordSize = 4_096
const headerSize = 86
/** The delimiter of the last record, and the tag. */
const overhead = 1 + 16
export const maxPlainBytes = recordSize - headerSize - overhead

export type Receiver = { p256dh: Buffer; auth: Buffer }
/** The random parts of a message; the tests use those of the RFC. */
export type MessageSecrets = { privateKey?: Buffer; salt?: Buffer }

export function encryptMessage(
  plain: Buffer,
  { p256dh, auth }: Receiver,
  { privateKey, salt = randomBytes(16) }: MessageSecrets = {},
): Buffer {
  if (plain.length > maxPlainBytes) throw new Error('the push message is too long')
  const sender = createECDH(curve)
  if (privateKey) sender.setPrivateKey(privateKey)
  else sender.generateKeys()
  const publicKey = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey])
  const secret = derive(sender.computeSecret(p256dh), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  const header = [salt, size, Buffer.of(publicKey.length), publicKey]
  return Buffer.concat([
    ...header,
    cipher.update(plain),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function derive(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length))
}

/** Whether messages can be encrypted for the key: 65 bytes, and a point of the curve. */
export function isPublicKey(p256dh: Buffer): boolean {
  if (p256dh.length !== 65) return false
  const probe = createECDH(curve)
  probe.generateKeys()
  try {
    probe.computeSecret(p256dh)
    return true
  } catch {
    return false
  }
}
