import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../../../../', import.meta.url)

test('every test that docs/security.md names exists, and every promise names one', () => {
  const page = readFileSync(new URL('docs/security.md', root), 'utf8')
  const promises = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  assert.ok(promises.length > 20)
  for (const promise of promises) {
    const tests = promise.match(/(?<=`)[\w/.-]+\.ts(?=`)/g) ?? []
    assert.ok(tests.length > 0, promise)
    for (const path of tests) assert.ok(existsSync(new URL(path, root)), path)
  }
})
