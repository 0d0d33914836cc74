import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWanted } from './dropped-files.ts'
import { ensureFolders } from './folder-tree.ts'

test('existing folders are reused, missing ones are created once, parents first', async () => {
  const made: [string, string | null][] = []
  const create = async (name: string, parentId: string | null) => {
    made.push([name, parentId])
    return `new-${made.length}`
  }
  const folders = [
    { id: 'shots', name: 'Shots', parent: { id: 'root' } },
    { id: 'elsewhere', name: 'Day 1', parent: null },
  ]
  const paths = [['shots', 'Day 1'], ['Shots', 'day 1'], ['Sound'], []]
  const folderOf = await ensureFolders('root', paths, folders, create)
  assert.deepEqual(made, [
    ['Day 1', 'shots'],
    ['Sound', 'root'],
  ])
  assert.equal(folderOf(['shots', 'Day 1']), 'new-1')
  assert.equal(folderOf(['Shots', 'day 1']), 'new-1')
  assert.equal(folderOf(['Sound']), 'new-2')
  assert.equal(folderOf([]), 'root')
})

test('system files are skipped', () => {
  assert.deepEqual(['.DS_Store', '._clip.mov', 'Thumbs.db', 'clip.mov'].filter(isWanted), ['clip.mov'])
})
