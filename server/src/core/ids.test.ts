import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hashToken, isApiKey, newApiKey } from '../auth/api-keys.ts'
import { isPrefixedId, isUuid, newPrefixedId, newUuid, randomBase62 } from './ids.ts'

test('UUIDs are version 7 and strictly ascending', () => {
  let last = ''
  for (let i = 0; i < 20_000; i++) {
    const id = newUuid()
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.ok(id > last, `${id} follows ${last}`)
    last = id
  }
})

test('UUIDs ascend when the clock stops or goes back', () => {
  const start = Date.now() + 60_000
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 500 }), (steps) => {
      let last = newUuid(start)
      for (const step of steps) {
        const id = newUuid(start + step)
        assert.ok(id > last)
        last = id
      }
    }),
  )
})

test('prefixed ids have 22 base62 characters and are valid for their own prefix only', () => {
  const prefixes = ['FX', 'DX', 'GA', 'CA', 'SK', 'SV'] as const
  fc.assert(
    fc.property(fc.constantFrom(...prefixes), fc.constantFrom(...prefixes), (made, asked) => {
      const id = newPrefixedId(made)
      assert.equal(id.length, 24)
      assert.equal(isPrefixedId(asked, id), made === asked)
    }),
  )
})

test('base62 text uses every character about equally often', () => {
  const counts = new Map<string, number>()
  for (const character of randomBase62(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1)
  assert.equal(counts.size, 62)
  // 1,000 each, with a standard deviation of 32: a limit of six deviations fails once in a hundred million runs.
  for (const count of counts.values()) assert.ok(Math.abs(count - 1000) < 200, `${count}`)
})

test('any other text is not an id', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(isUuid(text), false)
      assert.equal(isPrefixedId('FX', text), false)
      assert.equal(isApiKey(text), false)
    }),
  )
})

test('API keys have the published format; a key with any character changed fails its checksum', () => {
  fc.assert(
    fc.property(fc.nat(35), fc.constantFrom(...'0AZaz9'), (position, character) => {
      const key = newApiKey()
      assert.match(key, /^rvk_[0-9A-Za-z]{36}$/)
      assert.ok(isApiKey(key))
      const changed = key.slice(0, 4 + position) + character + key.slice(5 + position)
      assert.equal(isApiKey(changed), changed === key)
    }),
  )
  assert.equal(hashToken('a').length, 32)
})
