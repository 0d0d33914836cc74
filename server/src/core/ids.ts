import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// Random bytes are read from the system in blocks: one call per id cost more than the rest of the function.
const pool = Buffer.allocUnsafe(4096)
let used = pool.length

function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool[used++]!
}

export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    const value = randomByte() & 63
    // Values 62 and 63 are discarded, so that every character is equally likely.
    if (value < 62) text += alphabet[value]
  }
  return text
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
let lastTime = 0
let sequence = 0

/**
 * A UUID v7: 48 bits of milliseconds, then a counter in the 12 bits after the version, then 62 random bits. The ids
 * of one process are strictly ascending, so that "order by id" is the order of creation.
 */
export function newUuid(now = Date.now()): string {
  if (now > lastTime) {
    lastTime = now
    // The counter starts in the lower half: at least 2,048 ids fit in a millisecond before it borrows the next one.
    sequence = ((randomByte() << 8) | randomByte()) & 0x7ff
  } else if (++sequence > 0xfff) {
    lastTime++
    sequence = 0
  }
  const high = Math.floor(lastTime / 0x10000)
  return (
    `${hex[high >>> 24]}${hex[(high >>> 16) & 255]}${hex[(high >>> 8) & 255]}${hex[high & 255]}-` +
    `${hex[(lastTime >>> 8) & 255]}${hex[lastTime & 255]}-` +
    `${hex[0x70 | (sequence >>> 8)]}${hex[sequence & 255]}-` +
    `${hex[0x80 | (randomByte() & 0x3f)]}${hex[randomByte()]}-` +
    `${hex[randomByte()]}${hex[randomByte()]}${hex[randomByte()]}${hex[randomByte()]}${hex[randomByte()]}${hex[randomByte()]}`
  )
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}

export type Prefix = 'FX' | 'DX' | 'GA' | 'CA' | 'SK' | 'SV' | 'CP'

/** A prefixed id: 22 base62 characters contain 130 random bits. */
export function newPrefixedId(prefix: Prefix): string {
  return prefix + randomBase62(22)
}

export function isPrefixedId(prefix: Prefix, text: string): boolean {
  return text.startsWith(prefix) && /^[0-9A-Za-z]{22,40}$/.test(text.slice(2))
}
