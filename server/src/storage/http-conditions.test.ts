import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Conditions, decide, parseRange } from './http-conditions.ts'

const modifiedAt = new Date('2026-03-04T05:06:07.890Z')
const same = 'Wed, 04 Mar 2026 05:06:07 GMT'
const earlier = 'Wed, 04 Mar 2026 05:06:06 GMT'
const later = 'Wed, 04 Mar 2026 05:06:08 GMT'
const object = { eTag: 'abc-3', modifiedAt, size: 100 }

const ranges: [header: string, expected: ReturnType<typeof parseRange>][] = [
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=50-1000', { start: 50, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-100', { start: 0, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['BYTES=1-2', { start: 1, end: 2 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=-', undefined],
  ['bytes=', undefined],
  ['bytes=a-b', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  ['bytes=1.5-2', undefined],
  ['', undefined],
]

for (const [header, expected] of ranges) {
  test(`Range: ${header}`, () => assert.deepEqual(parseRange(header, 100), expected))
}

test('a parsed range is within the object', () => {
  const number = fc.option(fc.nat(300), { nil: '' })
  fc.assert(
    fc.property(number, number, fc.nat(200), (first, last, size) => {
      const range = parseRange(`bytes=${first}-${last}`, size)
      if (typeof range !== 'object') return
      assert.ok(range.start >= 0 && range.start <= range.end && range.end < size)
    }),
  )
})

const range = 'bytes=0-9'
const partial = { status: 206, range: { start: 0, end: 9 } }

const decisions: [name: string, headers: Conditions, expected: object][] = [
  ['nothing asked', {}, { status: 200 }],
  ['If-None-Match, the same', { 'if-none-match': '"abc-3"' }, { status: 304 }],
  ['If-None-Match, the same but weak', { 'if-none-match': 'W/"abc-3"' }, { status: 304 }],
  ['If-None-Match, one of several', { 'if-none-match': '"x", "abc-3"' }, { status: 304 }],
  ['If-None-Match, any', { 'if-none-match': '*' }, { status: 304 }],
  ['If-None-Match, another', { 'if-none-match': '"x"' }, { status: 200 }],
  [
    'If-None-Match takes precedence over the date',
    { 'if-none-match': '"x"', 'if-modified-since': later },
    { status: 200 },
  ],
  ['If-Modified-Since, the same second', { 'if-modified-since': same }, { status: 304 }],
  ['If-Modified-Since, earlier', { 'if-modified-since': earlier }, { status: 200 }],
  ['If-Modified-Since, no date', { 'if-modified-since': 'yesterday?' }, { status: 200 }],
  ['If-Match, the same', { 'if-match': '"abc-3"' }, { status: 200 }],
  ['If-Match, weak', { 'if-match': 'W/"abc-3"' }, { status: 412 }],
  ['If-Match, another', { 'if-match': '"x"', range }, { status: 412 }],
  ['If-Unmodified-Since, earlier', { 'if-unmodified-since': earlier }, { status: 412 }],
  ['If-Unmodified-Since, the same second', { 'if-unmodified-since': same }, { status: 200 }],
  ['a range', { range }, partial],
  ['a range beyond the end', { range: 'bytes=100-' }, { status: 416 }],
  ['several ranges', { range: 'bytes=0-1,3-4' }, { status: 200 }],
  ['a range with a matching If-None-Match', { range, 'if-none-match': '"abc-3"' }, { status: 304 }],
  ['If-Range, the same', { range, 'if-range': '"abc-3"' }, partial],
  ['If-Range, another', { range, 'if-range': '"x"' }, { status: 200 }],
  ['If-Range, weak', { range, 'if-range': 'W/"abc-3"' }, { status: 200 }],
  ['If-Range, the same date', { range, 'if-range': same }, partial],
  ['If-Range, an earlier date', { range, 'if-range': earlier }, { status: 200 }],
  ['If-Range, a later date', { range, 'if-range': later }, { status: 200 }],
  ['If-Range, another, beyond the end', { range: 'bytes=100-', 'if-range': '"x"' }, { status: 200 }],
]

for (const [name, headers, expected] of decisions) {
  test(name, () => {
    assert.deepEqual(decide('GET', headers, object), expected)
  })
}

test('HEAD ignores ranges', () => {
  assert.deepEqual(decide('HEAD', { range }, object), { status: 200 })
  assert.deepEqual(decide('HEAD', { range: 'bytes=100-' }, object), { status: 200 })
  assert.deepEqual(decide('HEAD', { 'if-none-match': '"abc-3"' }, object), { status: 304 })
})
