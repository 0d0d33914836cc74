import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileListItem } from '@dailies/sdk'
import { type FilePages, type FileQuery, withFile, withoutFile } from './file-pages.ts'

function file(id: string, fields: Partial<FileListItem> = {}): FileListItem {
  const time = `2026-11-15 10:00:${id.slice(-2)}.000000`
  return {
    ...{
      id,
      name: id,
      description: null,
      mode: 'LOCAL',
      mimeType: null,
      status: 'UPLOADED',
      tag: 'NEED_REVIEW',
    },
    ...{ kind: 'OTHER', author: null, media: null, comments: { total: 0, open: 0 } },
    ...{ size: 1, byteSize: 1, allowRestricted: false, order: 1, folder: null, thumbnail: null },
    ...{ stack: { id, number: 1, latest: true }, createdAt: time, updatedAt: time },
    ...fields,
  }
}

/** Two pages, newest first; with `more` there are pages that were not loaded. */
function pages(more = false): FilePages {
  const next = { group: 0, next: 'cursor' }
  const page = (ids: string[], more: boolean) => ({
    data: ids.map((id) => file(id)),
    next: more ? next : undefined,
  })
  return { pages: [page(['f50', 'f40'], true), page(['f30', 'f20'], more)], pageParams: [{ group: 0 }, next] }
}

const ids = (list: FilePages) => list.pages.map(({ data }) => data.map(({ id }) => id))
const root: FileQuery = {
  ...{ folderId: null, keyword: undefined, status: [], kind: [], person: undefined },
  ...{ sort: 'date', direction: 'desc', group: 'none', people: [] },
}
const search: FileQuery = { ...root, keyword: 'f' }

test('a new file is inserted in order', () => {
  assert.deepEqual(ids(withFile(pages(), root, file('f60'))), [
    ['f60', 'f50', 'f40'],
    ['f30', 'f20'],
  ])
  assert.deepEqual(ids(withFile(pages(), root, file('f25'))), [
    ['f50', 'f40'],
    ['f30', 'f25', 'f20'],
  ])
  assert.deepEqual(ids(withFile(pages(), root, file('f10'))), [
    ['f50', 'f40'],
    ['f30', 'f20', 'f10'],
  ])
})

test('a file beyond the loaded pages arrives with its page', () => {
  assert.deepEqual(ids(withFile(pages(true), root, file('f10'))), [
    ['f50', 'f40'],
    ['f30', 'f20'],
  ])
})

test('a changed file is replaced, and removed when it was moved', () => {
  const renamed = withFile(pages(), root, file('f40', { name: 'other' }))
  assert.equal(renamed.pages[0]!.data[1]!.name, 'other')
  const moved = withFile(pages(), root, file('f40', { folder: { id: 'DX1' } }))
  assert.deepEqual(ids(moved), [['f50'], ['f30', 'f20']])
})

test('a new revision replaces the previous one', () => {
  const revision = file('f60', { stack: { id: 'f30', number: 2, latest: true } })
  assert.deepEqual(ids(withFile(pages(), root, revision)), [['f60', 'f50', 'f40'], ['f20']])
  const earlier = file('f05', { stack: { id: 'f30', number: 1, latest: false } })
  assert.deepEqual(ids(withFile(pages(), root, earlier)), ids(pages()))
})

test('search results are updated in place, and no file is added to them', () => {
  const moved = file('f40', { folder: { id: 'DX1' } })
  assert.deepEqual(ids(withFile(pages(), search, moved)), ids(pages()))
  assert.deepEqual(ids(withFile(pages(), search, file('f60'))), ids(pages()))
})

test('a deleted file is removed, and no other page changes', () => {
  const before = pages()
  const after = withoutFile(before, 'f20')
  assert.deepEqual(ids(after), [['f50', 'f40'], ['f30']])
  assert.equal(after.pages[0], before.pages[0])
  assert.equal(withoutFile(before, 'f99'), before)
})

test('a file is sorted by natural name, and moves when it is renamed', () => {
  const names = (list: FilePages) => list.pages.flatMap(({ data }) => data.map(({ name }) => name))
  const byName: FileQuery = { ...root, sort: 'name', direction: 'asc' }
  const list: FilePages = {
    pages: [{ data: ['shot2', 'shot10'].map((name) => file(name, { name })), next: undefined }],
    pageParams: [{ group: 0 }],
  }
  const added = withFile(list, byName, file('f01', { name: 'shot9' }))
  assert.deepEqual(names(added), ['shot2', 'shot9', 'shot10'])
  const renamed = withFile(added, byName, file('shot2', { name: 'shot11' }))
  assert.deepEqual(names(renamed), ['shot9', 'shot10', 'shot11'])
})

test('a file that no longer matches the filter is removed, and a regrouped one moves', () => {
  const open: FileQuery = { ...root, status: ['NEED_REVIEW'] }
  assert.deepEqual(ids(withFile(pages(), open, file('f40', { tag: 'APPROVED' }))), [['f50'], ['f30', 'f20']])
  const grouped: FileQuery = { ...root, group: 'status' }
  assert.deepEqual(ids(withFile(pages(), grouped, file('f40', { tag: 'APPROVED' }))), [
    ['f50'],
    ['f30', 'f20', 'f40'],
  ])
  assert.deepEqual(ids(withFile(pages(), grouped, file('f20', { tag: 'IN_PROGRESS' }))), [
    ['f20', 'f50', 'f40'],
    ['f30'],
  ])
})
