import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Archive } from '@dailies/sdk'
import { downloadText } from './download-text.ts'

const archive: Archive = {
  id: 'id',
  name: 'Shots.zip',
  variant: 'ORIGINAL',
  fileCount: 3,
  byteSize: 1_230_000_000,
  url: 'https://example.com',
  expiresAt: '2026-11-18 08:00:00.000000',
  skippedCount: 0,
  skipped: [],
}
const left = (name: string) => ({ id: name, name, reason: 'NOT_READY' }) as const

test('the name and the size of a download', () => {
  assert.equal(downloadText(archive), 'Downloading Shots.zip, 1.2 GB.')
})

test('files that are left out: the first by name, the others by number', () => {
  assert.equal(
    downloadText({ ...archive, skippedCount: 1, skipped: [{ ...left('a.mov'), reason: 'YOUTUBE' }] }),
    'Downloading Shots.zip, 1.2 GB. Left out: a.mov (on YouTube).',
  )
  const skipped = ['a.mov', 'b.mov', 'c.mov'].map(left)
  assert.match(
    downloadText({ ...archive, skippedCount: 3, skipped }),
    /a\.mov \(not ready\), b\.mov \(not ready\) and 1 more file\.$/,
  )
  assert.match(downloadText({ ...archive, skippedCount: 1_002, skipped }), / and 1,000 more files\.$/)
})
