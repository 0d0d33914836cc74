import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileDetails } from '@dailies/sdk'

Object.assign(globalThis, { location: { origin: 'http://localhost', href: 'http://localhost/' } })
const { createProgress } = await import('./view-reports.ts')

const media = (fields: object) => fields as NonNullable<FileDetails['media']>

test('the farthest place that was played counts; places that were only looked at do not', () => {
  const { follow } = createProgress(media({ kind: 'VIDEO', durationMs: 10_000 }))
  assert.equal(follow({ place: { ms: 9_000 }, playing: false }), 0)
  assert.equal(follow({ place: { ms: 2_000 }, playing: true }), 0.2)
  assert.equal(follow({ place: { ms: 1_000 }, playing: true }), 0.2)
  assert.equal(follow({ place: { ms: 9_960 }, playing: true }), 1)
})

test('a document counts by its pages, and an image as seen', () => {
  const { follow } = createProgress(media({ kind: 'DOCUMENT', pages: 4 }))
  assert.equal(follow({ place: {}, playing: false }), 0.25)
  assert.equal(follow({ place: { page: 3 }, playing: false }), 0.75)
  assert.equal(createProgress(media({ kind: 'IMAGE' })).follow({ place: {}, playing: false }), 1)
})
