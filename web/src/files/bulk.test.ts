import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileListItem } from '@dailies/sdk'
import { failureText, inParts } from './bulk.ts'

const files = Array.from({ length: 250 }, (_, i) => ({ id: `F${i}`, name: `${i}.mov` }) as FileListItem)

test('every batch is attempted, and failures are separated from successes', async () => {
  const sizes: number[] = []
  const progress: number[] = []
  const outcome = await inParts(
    files,
    100,
    async (part) => {
      sizes.push(part.length)
      if (part[0] === files[100]) throw new Error('offline')
      return part[0] === files[0] ? [{ file: files[7]!, error: 'gone' }] : []
    },
    (done) => progress.push(done),
  )
  assert.deepEqual(sizes, [100, 100, 50])
  assert.equal(outcome.done.length, 149)
  assert.equal(outcome.failed.length, 101)
  assert.equal(progress.at(-1), 250)
})

test('a failure names files and how many there are', () => {
  const failed = files.slice(0, 3).map((file) => ({ file, error: 'no' }))
  assert.equal(
    failureText({ done: files.slice(3, 120), failed }, 'moved'),
    '3 of 120 files could not be moved: 0.mov, 1.mov and 1 more. They stay selected.',
  )
  assert.equal(
    failureText({ done: [], failed: failed.slice(0, 1) }, 'deleted'),
    '0.mov could not be deleted.',
  )
})
