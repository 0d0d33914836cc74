import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asTree, pathTo } from './folder-path.ts'

const folders = [
  { id: 'a', name: 'A', parent: null },
  { id: 'b', name: 'B', parent: null },
  { id: 'a1', name: 'A1', parent: { id: 'a' } },
  { id: 'a11', name: 'A11', parent: { id: 'a1' } },
]

test('the path to a folder starts at the root', () => {
  assert.deepEqual(
    pathTo(folders, 'a11').map(({ id }) => id),
    ['a', 'a1', 'a11'],
  )
  assert.deepEqual(pathTo(folders, null), [])
  assert.deepEqual(pathTo(folders, 'gone'), [])
})

test('in the tree, each folder follows its parent', () => {
  assert.deepEqual(
    asTree(folders).map(({ folder, depth }) => [folder.id, depth]),
    [
      ['a', 0],
      ['a1', 1],
      ['a11', 2],
      ['b', 0],
    ],
  )
})
