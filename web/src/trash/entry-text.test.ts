import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrashEntry } from '@dailies/sdk'
import { contentsOf, daysLeft, titleOf } from './entry-text.ts'

const entry: TrashEntry = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  kind: 'FILE',
  record: { id: 'FX0' },
  name: 'Teaser.mov',
  folder: null,
  path: null,
  file: null,
  files: 1,
  comments: 0,
  size: 0,
  deletedBy: null,
  agent: false,
  deletedAt: '2026-01-01 00:00:00.000000',
  purgesAt: '2026-01-31 00:00:00.000000',
}

test('an entry says what it contains', () => {
  assert.equal(contentsOf(entry), 'File')
  assert.equal(contentsOf({ ...entry, size: 2_000_000 }), 'File, 2.0 MB')
  assert.equal(contentsOf({ ...entry, comments: 1, size: 2_000_000 }), 'File with 1 comment, 2.0 MB')
  assert.equal(contentsOf({ ...entry, kind: 'FOLDER', files: 0 }), 'Folder')
  assert.equal(
    contentsOf({ ...entry, kind: 'FOLDER', files: 12, comments: 3, size: 1_200_000_000 }),
    'Folder with 12 files, 3 comments, 1.2 GB',
  )
  assert.equal(contentsOf({ ...entry, kind: 'COMMENT', comments: 1 }), 'Comment')
  assert.equal(contentsOf({ ...entry, kind: 'VERSION', files: 0 }), 'Review')
})

test('a comment is quoted, and one without text is named', () => {
  assert.equal(titleOf(entry), 'Teaser.mov')
  assert.equal(titleOf({ ...entry, kind: 'COMMENT', name: 'Too dark' }), '“Too dark”')
  assert.equal(titleOf({ ...entry, kind: 'COMMENT', name: '' }), 'Comment without text')
})

test('the last day counts as one', () => {
  const at = (time: string) => daysLeft(entry, Date.parse(time))
  assert.equal(at('2026-01-01T00:00:00Z'), 30)
  assert.equal(at('2026-01-30T12:00:00Z'), 1)
  assert.equal(at('2026-02-01T00:00:00Z'), 0)
})
