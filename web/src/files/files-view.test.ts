import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultView, effectiveView, filterOf, readFilesSearch, searchOf } from './files-view.ts'

test('unknown values in the URL are ignored', () => {
  const search = { q: 'ferry', view: 'list', sort: 'mood', direction: 'desc', status: 'APPROVED', extra: 1 }
  assert.deepEqual(readFilesSearch(search), {
    q: 'ferry',
    view: 'list',
    direction: 'desc',
    status: 'APPROVED',
  })
})

test('a view survives the round trip through the URL', () => {
  for (const view of [
    defaultView,
    { ...defaultView, sort: 'name', direction: 'asc' } as const,
    { ...defaultView, direction: 'asc' } as const,
    { view: 'list', sort: 'size', direction: 'asc', group: 'kind' } as const,
  ])
    assert.deepEqual(effectiveView(readFilesSearch(searchOf(view)), {}), view)
})

test('the remembered view applies only to a URL without one', () => {
  assert.equal(effectiveView({}, { view: 'list' }).view, 'list')
  assert.equal(effectiveView({ sort: 'name' }, { view: 'list' }).view, 'grid')
})

test('filters ignore unknown values', () => {
  assert.deepEqual(filterOf({ status: 'APPROVED,NONSENSE', kind: 'video,', person: 'a' }), {
    status: ['APPROVED'],
    kind: ['video'],
    person: 'a',
  })
})
