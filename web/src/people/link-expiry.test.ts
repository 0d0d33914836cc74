import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiryTime, localDay } from './link-expiry.ts'

const now = Date.parse('2026-02-27T12:30:00.250Z')

test('a link without expiry sends no time', () => {
  assert.equal(expiryTime('never', '', now), null)
  assert.equal(expiryTime('date', '', now), null)
})

test('days are counted from now, in the time format of the API', () => {
  assert.equal(expiryTime('day', '', now), '2026-02-28 12:30:00.250000')
  assert.equal(expiryTime('week', '', now), '2026-03-06 12:30:00.250000')
  assert.equal(expiryTime('month', '', now), '2026-03-29 12:30:00.250000')
})

test('a date means the end of that day in the local time zone', () => {
  const written = expiryTime('date', '2026-03-01', now)!
  const read = new Date(`${written.slice(0, 23).replace(' ', 'T')}Z`)
  assert.equal(read.getTime(), new Date(2026, 2, 1, 23, 59, 59).getTime())
  assert.equal(localDay(read), '2026-03-01')
})
