import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomBase62 } from '../core/ids.ts'

const prefix = 'rvk_'
const secretLength = 30
const checksumLength = 6
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `rvk_`, 30 random base62 characters, and their CRC32 in 6: a typo or a cut key is refused without a look-up. */
export function newApiKey(): string {
  const secret = randomBase62(secretLength)
  return prefix + secret + checksum(secret)
}

export function isApiKey(token: string): boolean {
  if (!/^rvk_[0-9A-Za-z]{36}$/.test(token)) return false
  return checksum(token.slice(prefix.length, -checksumLength)) === token.slice(-checksumLength)
}

/** Only this is stored. The key has 178 random bits, so a plain hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function checksum(secret: string): string {
  let value = crc32(secret)
  let text = ''
  while (text.length < checksumLength) {
    text = alphabet[value % 62] + text
    value = Math.floor(value / 62)
  }
  return text
}
