import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import type { Guess } from '../core/guesses.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

const once: Guess = (check) => check()

test('a password matches its own hash only, in any Unicode normalization', async () => {
  const stored = await hashPassword('Caf\u00e9 ☕')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.equal(await passwordMatches(once, 'Caf\u00e9 ☕', stored), true)
  assert.equal(await passwordMatches(once, 'Cafe\u0301 ☕', stored), true)
  for (const wrong of ['', 'caf\u00e9 ☕', 'Caf\u00e9 ☕ ', stored]) {
    assert.equal(await passwordMatches(once, wrong, stored), false, wrong)
  }
})

test('two hashes of one password differ', async () => {
  assert.notEqual(await hashPassword('same'), await hashPassword('same'))
})

test('a hash with other parameters still matches', async () => {
  const nonce = Buffer.alloc(16, 1)
  const settings = { memory: 64, passes: 3, parallelism: 2, tagLength: 32 }
  const hash = argon2Sync('argon2id', { message: 'old', nonce, ...settings }).toString('base64')
  const stored = `$argon2id$v=19$m=64,t=3,p=2$${nonce.toString('base64')}$${hash}`
  assert.equal(await passwordMatches(once, 'old', stored), true)
  assert.equal(await passwordMatches(once, 'new', stored), false)
})

test('without a stored hash no password matches', async () => {
  for (const password of ['', 'anything'])
    assert.equal(await passwordMatches(once, password, undefined), false)
})
