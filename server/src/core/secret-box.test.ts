import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSecretBox } from './secret-box.ts'

const old = Buffer.alloc(32, 1)
const current = Buffer.alloc(32, 2)

test('a sealed text opens, also after a rotation, and not without its key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = createSecretBox([old]).seal(text)
      assert.equal(createSecretBox([current, old]).open(sealed), text)
      assert.equal(createSecretBox([current]).open(sealed), undefined)
    }),
  )
})

test('an altered or truncated text does not open', () => {
  const box = createSecretBox([current])
  const sealed = box.seal('a secret')
  for (let i = 0; i < sealed.length; i++) {
    const altered = Buffer.from(sealed)
    altered[i]! ^= 1
    assert.equal(box.open(altered), undefined)
    assert.equal(box.open(sealed.subarray(0, i)), undefined)
  }
})

test('a mark recognises its text, also after a rotation, and not without the key', () => {
  const [stored] = createSecretBox([old]).marks('a secret')
  const known = (keys: Buffer[], text = 'a secret') =>
    createSecretBox(keys)
      .marks(text)
      .some((mark) => mark.equals(stored!))
  assert.deepEqual([known([old]), known([current, old])], [true, true])
  assert.deepEqual([known([current]), known([old], 'another')], [false, false])
})
