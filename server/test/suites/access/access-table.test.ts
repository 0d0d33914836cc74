// Compares the declarations with the hand-written table: tests derived from a declaration cannot detect a wrong one.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { operations } from '../../../src/service.ts'
import { declaredAccess, parseAccessTable } from './access-table.ts'

const table = parseAccessTable(readFileSync(new URL('../../../../spec/access.txt', import.meta.url), 'utf8'))
const declared = operations.map(declaredAccess)

test('each route is in the table once and declared once', () => {
  const twice = (routes: string[]) => routes.filter((route, i) => routes.indexOf(route) !== i)
  assert.deepEqual(twice(table.map(({ route }) => route)), [])
  assert.deepEqual(twice(declared.map(({ route }) => route)), [])
})

test('every line of the table has an operation', () => {
  const routes = new Set(declared.map(({ route }) => route))
  assert.deepEqual(
    table.map(({ route }) => route).filter((route) => !routes.has(route)),
    [],
  )
})

for (const access of declared) {
  test(`${access.route} is declared as the table has it`, () => {
    const line = table.find(({ route }) => route === access.route)
    assert.ok(line, `spec/access.txt has no line for ${access.route}`)
    assert.deepEqual(access, line)
  })
}

test('a line that cannot be parsed is an error', () => {
  assert.throws(() => parseAccessTable('GET /api/ping whoami default'), /not a line of the access table/)
  assert.throws(() => parseAccessTable('GET /api/ping whoami tier3 - OM'), /not a line of the access table/)
})
