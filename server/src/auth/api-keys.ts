import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomBase62 } from '../core/ids.ts'

const prefix = 'rvk_'
const secretLength = 30
const checksumLength = 6
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newApiKey(): string {
  return newToken(prefix)
}

export function isApiKey(token: string): boolean {
  return isToken(prefix, token)
}

/**
 * A prefix that names the kind of token, 30 random base62 characters, and their CRC32 in 6 more: a token with a typo or a
 * missing end is refused without a look-up, and secret scanners find leaked tokens.
 */
export function newToken(kind: string): string {
  const secret = randomBase62(secretLength)
  return kind + secret + checksum(secret)
}

export function isToken(kind: string, token: string): boolean {
  if (!token.startsWith(kind)) return false
  const rest = token.slice(kind.length)
  if (!/^[0-9A-Za-z]{36}$/.test(rest)) return false
  return checksum(rest.slice(0, secretLength)) === rest.slice(secretLength)
}

/** Only the hash is stored. A token has 178 random bits, so a plain hash is enough. */
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
