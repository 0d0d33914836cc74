// A stored password that costs next to nothing to check, for tests that are not about the cost: each hash holds its own
// parameters, and those of production take 50 ms of CPU per guess.
import { argon2Sync, randomBytes } from 'node:crypto'

const cost = { memory: 8, passes: 1, parallelism: 1 }

export function quickHash(password: string): string {
  const nonce = randomBytes(16)
  const hash = argon2Sync('argon2id', { ...cost, message: password, nonce, tagLength: 32 })
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return ['', 'argon2id', 'v=19', 'm=8,t=1,p=1', base64(nonce), base64(hash)].join('$')
}
