import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShareFile } from '@dailies/sdk'
import { sectionsOf } from './sections.ts'

const file = (id: string, fields: Partial<ShareFile> = {}) =>
  ({ id, folder: null, version: null, own: false, ...fields }) as ShareFile
const folders = [
  { id: 'a', name: 'Shots', parent: null },
  { id: 'b', name: 'Day 1', parent: { id: 'a' } },
]
const version = { id: 'v', name: 'Cut 3', description: null, status: 'NEED_REVIEW', verdict: null } as const

test('files follow each other in sections: of a version, of a folder with its path, and single ones', () => {
  const files = [
    file('1', { version: { id: 'v' } }),
    file('2', { version: { id: 'v' } }),
    file('3'),
    file('4', { folder: { id: 'a' } }),
    file('5', { folder: { id: 'b' } }),
    file('6', { own: true, folder: { id: 'a' } }),
  ]
  const sections = sectionsOf({ files, folders, versions: [version] })
  assert.deepEqual(
    sections.map(({ title, version, files }) => [
      title,
      version?.id ?? null,
      files.map(({ id }) => id).join(),
    ]),
    [
      ['Cut 3', 'v', '1,2'],
      [null, null, '3'],
      ['Shots', null, '4'],
      ['Shots / Day 1', null, '5'],
      ['Your uploads', null, '6'],
    ],
  )
})

test('a share without files has no sections', () => {
  assert.deepEqual(sectionsOf({ files: [], folders, versions: [] }), [])
})
