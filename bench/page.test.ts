import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sectionsOf, suiteNames, withSection } from './page.ts'

const page = 'By hand\n<!-- bench:one -->\nold\n<!-- /bench:one -->\nBy hand, too\n'

test('a section is replaced and the text around it stays', () => {
  const written = withSection(page, 'one', 'new')
  assert.equal(written, 'By hand\n<!-- bench:one -->\nnew\n<!-- /bench:one -->\nBy hand, too\n')
  assert.equal(withSection(written, 'one', 'new'), written)
})

test('a page without the section is refused', () => {
  assert.throws(() => withSection(page, 'two', 'new'), /no section for two/)
})

test('docs/performance.md has a section for every suite', () => {
  const performance = readFileSync(new URL('../docs/performance.md', import.meta.url), 'utf8')
  assert.deepEqual(sectionsOf(performance).sort(), suiteNames.toSorted())
})
