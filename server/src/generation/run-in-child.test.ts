import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInChild } from './run-in-child.ts'

const module = new URL('../../test/helpers/child-work.ts', import.meta.url)
const never = new AbortController().signal

function run(input: object, { seconds = 30, signal = never } = {}): Promise<unknown> {
  return runInChild(module, input, { seconds, signal, work: 'the test' })
}

test('bytes travel to the child and back', async () => {
  const bytes = new Uint8Array(3_000_000).fill(7)
  assert.deepEqual(await run({ task: 'echo', bytes }), bytes)
})

test('the child does not inherit the settings of the server', async () => {
  assert.deepEqual(
    await run({ task: 'environment' }).then((names) => (names as string[]).filter(isInherited)),
    [],
  )
})

/** Node, the shell and macOS add a few of their own; temporary files belong in the child's folder. */
function isInherited(name: string): boolean {
  return !name.startsWith('NODE_') && !name.startsWith('__CF') && name !== 'TMPDIR' && name !== 'PWD'
}

test('a child that exceeds its time limit is killed', async () => {
  await assert.rejects(run({ task: 'loop' }, { seconds: 1 }), { name: 'GenerationFailure', retryable: false })
})

test('an abort kills the child', async () => {
  await assert.rejects(run({ task: 'loop' }, { signal: AbortSignal.timeout(300) }), { name: 'TimeoutError' })
})

test('an error in the child reaches the caller', async () => {
  await assert.rejects(run({ task: 'throw' }), /the test failed: .*this went wrong/s)
})
