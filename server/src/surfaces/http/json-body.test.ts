import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonExcess, maxJsonDepth, maxJsonFields, maxJsonValues } from './json-body.ts'

const excess = (text: string) => jsonExcess(Buffer.from(text))?.[0]
const deep = (times: number) => '['.repeat(times) + ']'.repeat(times)
const fields = (count: number) => `{${Array.from({ length: count }, (_, i) => `"${i}":0`).join()}}`

test('a body at the limits is accepted, a body beyond them is refused', () => {
  assert.equal(excess(deep(maxJsonDepth)), undefined)
  assert.equal(excess(deep(maxJsonDepth + 1)), 'too_deep')
  assert.equal(excess(fields(maxJsonFields)), undefined)
  assert.equal(excess(fields(maxJsonFields + 1)), 'too_big')
  assert.equal(excess(`[${Array(maxJsonValues).fill('0').join()}]`), undefined)
  assert.equal(
    excess(
      `[${Array(maxJsonValues + 1)
        .fill('0')
        .join()}]`,
    ),
    'too_big',
  )
})

test('fields are counted per object, values in total', () => {
  const many = Math.ceil(maxJsonValues / maxJsonFields)
  assert.equal(excess(`[${Array(10).fill(fields(maxJsonFields)).join()}]`), undefined)
  assert.equal(excess(`[${Array(many).fill(fields(maxJsonFields)).join()}]`), 'too_big')
  assert.equal(excess(`{"a":${fields(maxJsonFields)},"b":${fields(maxJsonFields)}}`), undefined)
})

test('brackets and commas inside strings are not counted', () => {
  const text = JSON.stringify({ a: `"${'[{,'.repeat(maxJsonValues)}\\`, b: '\\"', c: '\\\\' })
  assert.equal(excess(text), undefined)
})

test('a drawing of 64 KB and a list of 10,000 parts are accepted', () => {
  const points = Array.from({ length: 10_900 }, () => [0, 0])
  assert.ok(JSON.stringify(points).length > 65_000)
  assert.equal(excess(JSON.stringify({ annotation: { shapes: [{ kind: 'pen', points }] } })), undefined)
  const parts = Array.from({ length: 10_000 }, (_, i) => ({ partNumber: i + 1, eTag: 'x'.repeat(32) }))
  assert.equal(excess(JSON.stringify({ parts })), undefined)
})

test('the counts of random JSON match those of JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 40 }), fc.nat(4), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      assert.equal(excess(text), depthOf(JSON.parse(text)) > maxJsonDepth ? 'too_deep' : undefined)
    }),
  )
})

test('bytes that are not JSON are left to the parser', () => {
  for (const text of ['', ']]]]', '}', '"', '"\\', '\\"', ',', '{"a'])
    assert.equal(excess(text), undefined, text)
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
