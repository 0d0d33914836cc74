import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

const ended: string[] = []

/** As a world does that a test starts. */
async function addHook(name: string): Promise<void> {
  await pause(1)
  after(() => {
    ended.push(name)
  })
}

test('a test adds hooks after an await, and has a test inside', async () => {
  await addHook('outer')
  await test('inner', () => addHook('inner'))
  assert.deepEqual(ended, ['inner'])
})

test('the hooks of a test have run before the next test begins', () => {
  assert.deepEqual(ended, ['inner', 'outer'])
})
