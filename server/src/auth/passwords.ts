import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Guess } from '../core/guesses.ts'

// Argon2id as OWASP recommends it: 19 MiB and about 50 ms per guess, off the event loop. Each hash holds its own
// parameters, so that these numbers can be raised.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltLength = 16
const hashLength = 32

/** In the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength)
  return write(salt, await derive(password, salt, cost))
}

/**
 * Without a stored hash it does the same work and returns false, so that the time does not reveal that there is none.
 * Every check goes through a guess, so that no caller can forget to limit guesses.
 */
export function passwordMatches(
  guess: Guess,
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  return guess(async () => {
    const { settings, salt, hash } = read(stored ?? decoy)
    const same = timingSafeEqual(await derive(password, salt, settings), hash)
    return same && stored !== undefined
  })
}

const decoy = write(Buffer.alloc(saltLength), Buffer.alloc(hashLength))

function write(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = cost
  const settings = `m=${memory},t=${passes},p=${parallelism}`
  return ['', 'argon2id', 'v=19', settings, base64(salt), base64(hash)].join('$')
}

function read(stored: string) {
  const [, , , settings, salt, hash] = stored.split('$') as [string, string, string, string, string, string]
  const [memory, passes, parallelism] = settings.match(/\d+/g)!.map(Number) as [number, number, number]
  return {
    settings: { memory, passes, parallelism },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** Normalized first, because two keyboards may encode the same é differently. */
function derive(password: string, nonce: Buffer, settings: typeof cost): Promise<Buffer> {
  const parameters = { ...settings, message: password.normalize('NFC'), nonce, tagLength: hashLength }
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
