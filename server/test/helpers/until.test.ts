import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patienceMs, until } from './until.ts'

test('a wait returns the first value that is found', async () => {
  let looks = 0
  assert.equal(await until(async () => ++looks === 3 && 'found'), 'found')
  assert.equal(looks, 3)
})

test('a wait that is in vain fails, and names the condition or the given details', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => {
    now += patienceMs
    return now
  })
  await assert.rejects(
    until(() => false),
    /it does not happen: \(\) => false/,
  )
  const details = () => ({ status: 503 })
  await assert.rejects(
    until(() => undefined, details),
    /it does not happen: \{ status: 503 \}/,
  )
})
