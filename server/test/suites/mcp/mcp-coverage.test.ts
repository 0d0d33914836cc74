// The guide says what agents can do and what they cannot; this compares it with the operations and the tools.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { operations } from '../../../src/service.ts'
import { catalogueOf } from '../../../src/surfaces/mcp/tools/catalogue.ts'

const guide = readFileSync(new URL('../../../../docs/guides/mcp-clients.md', import.meta.url), 'utf8')
// The tools of the review card are the person's own.
const catalogue = catalogueOf(operations).filter(({ app }) => app !== 'only')

/** The names in backticks of a section. */
function namesIn(heading: string): string[] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(heading))
  assert.ok(section, `the guide has no section “${heading}”`)
  return [...section.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
}

test('the guide names every tool of the default list, and no other', () => {
  const listed = catalogue.filter(({ extra, app }) => !extra && app !== 'only').map(({ name }) => name)
  assert.deepEqual([...new Set(namesIn('What agents can do'))].sort(), listed.sort())
})

test('an operation is reached by a tool, or the guide names it among what is left to people', () => {
  const reached = new Set(catalogue.flatMap(({ calls }) => calls))
  // A session is a person in a browser; no agent has one.
  const left = operations.filter(({ http, credential }) => !reached.has(http) && credential !== 'session')
  assert.deepEqual(
    [...new Set(namesIn('What is left to people'))].sort(),
    left.map(({ name }) => name).sort(),
  )
})
