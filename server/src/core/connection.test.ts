import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wireTime } from './connection.ts'

test('timestamps have six decimal digits, even when Postgres omits trailing zeros', () => {
  assert.equal(wireTime('2026-01-31 09:05:00+00'), '2026-01-31 09:05:00.000000')
  assert.equal(wireTime('2026-01-31 09:05:00.1+00'), '2026-01-31 09:05:00.100000')
  assert.equal(wireTime('2026-01-31 09:05:00.123456+00'), '2026-01-31 09:05:00.123456')
  assert.equal(wireTime('2026-01-31 09:05:00.000001+00'), '2026-01-31 09:05:00.000001')
})
