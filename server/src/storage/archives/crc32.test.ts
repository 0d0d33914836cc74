import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { crc32, joinedCrc32 } from './crc32.ts'

test('the CRC of two parts follows from those of the parts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 999 }), fc.uint8Array({ maxLength: 999 }), (first, second) => {
      const whole = crc32(Buffer.concat([first, second]))
      assert.equal(joinedCrc32(crc32(first), crc32(second), second.length), whole)
    }),
  )
})

test('the second part may have any length', () => {
  // Zeros by the square: the CRC of 2n zeros from that of n, up to 5 TB.
  let zeros = { length: 1, crc: crc32(Buffer.alloc(1)) }
  for (let i = 0; i < 42; i++) {
    const crc = joinedCrc32(zeros.crc, zeros.crc, zeros.length)
    zeros = { length: zeros.length * 2, crc }
    if (zeros.length === 2 ** 20) assert.equal(crc, crc32(Buffer.alloc(2 ** 20)))
  }
  assert.equal(zeros.length, 2 ** 42)
})
