import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Speed, timeLeft } from './speed.ts'

test('the speed is the average of the last seconds', () => {
  const speed = new Speed(2000)
  assert.equal(speed.add(0, 0), 0)
  assert.equal(speed.add(1000, 1000), 1000)
  assert.equal(speed.add(1000, 2000), 500)
  // The first second is outside of the window.
  assert.equal(speed.add(7000, 3000), 3000)
})

test('the speed starts over when an upload is removed', () => {
  const speed = new Speed()
  speed.add(5000, 0)
  speed.add(9000, 1000)
  assert.equal(speed.add(100, 2000), 0)
  assert.equal(speed.add(200, 3000), 100)
})

test('the remaining time is formatted for people', () => {
  assert.equal(timeLeft(100, 0), undefined)
  assert.equal(timeLeft(100, 30), '4 s left')
  assert.equal(timeLeft(61, 1), '2 min left')
  assert.equal(timeLeft(3600 * 2 + 60, 1), '2 h 1 min left')
})
