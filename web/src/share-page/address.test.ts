import assert from 'node:assert/strict'
import { test } from 'node:test'

// The module reads the address when it is loaded.
Object.assign(globalThis, {
  location: { pathname: '/s/k', search: '' },
  history: { state: null },
  addEventListener: () => {},
})
const { readAddress } = await import('./address.ts')

test('the address names the key of the link, the file and the previewed share', () => {
  const read = (pathname: string, search = '') => readAddress({ pathname, search })
  assert.deepEqual(read('/s/abc'), { key: 'abc', fileId: null, preview: null })
  assert.deepEqual(read('/s/abc/'), { key: 'abc', fileId: null, preview: null })
  assert.deepEqual(read('/s/abc/FX1'), { key: 'abc', fileId: 'FX1', preview: null })
  assert.deepEqual(read('/s/a%20b/FX1', '?preview=1'), { key: 'a b', fileId: 'FX1', preview: '1' })
})

test('a malformed address is taken as it is', () => {
  assert.equal(readAddress({ pathname: '/s/%E0%A4', search: '' }).key, '%E0%A4')
  assert.equal(readAddress({ pathname: '/s/', search: '' }).key, '')
})
