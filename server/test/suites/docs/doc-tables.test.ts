// The tables in the guides match the code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '../../../src/core/access.ts'
import { auditActions } from '../../../src/core/audit-actions.ts'
import { errorCodes } from '../../../src/core/errors.ts'
import { eventTypes } from '../../../src/records/event-types.ts'
import { readDocument } from './doc-blocks.ts'

test('errors: each code has exactly one entry, under its status', () => {
  const entries: [string, number][] = []
  let status = 0
  for (const [, two, three] of readDocument('docs/guides/errors.md').matchAll(
    /^(?:## (\d{3}) .*|### (\S+))$/gm,
  )) {
    if (two) status = Number(two)
    else entries.push([three!, status])
  }
  const codes = Object.entries(errorCodes).map(([code, [number]]) => [code, number])
  assert.deepEqual(entries.toSorted(), codes.toSorted())
})

test('events: each type has its line', () => {
  const rows = [...readDocument('docs/guides/events.md').matchAll(/^\| `(\w+\.\w+)` \|/gm)]
  assert.deepEqual(
    rows.map(([, type]) => type),
    Object.keys(eventTypes),
  )
})

test('audit and usage: each action has its line', () => {
  const rows = [...readDocument('docs/guides/audit-and-usage.md').matchAll(/^\| `(\w+\.\w+)` \| (.*) \|$/gm)]
  assert.deepEqual(
    rows.map(([, action, description]) => [action, description]),
    Object.entries(auditActions).map(([action, { description }]) => [action, description]),
  )
})

test('authentication: each scope is in the table', () => {
  const text = readDocument('docs/guides/authentication.md')
  const named = [...text.matchAll(/^\| (`.*`) \|/gm)].flatMap(([, cell]) =>
    cell!.replaceAll('`', '').split(', '),
  )
  assert.deepEqual(named.toSorted(), scopes.toSorted())
})
