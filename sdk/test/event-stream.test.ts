import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EventStreamParser, type StreamMessage } from '../src/event-stream.ts'

/** Parses the bytes in chunks that are cut at these positions, and returns all messages. */
function parse(text: string | Uint8Array, cuts: number[] = []): StreamMessage[] {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const parser = new EventStreamParser()
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  )
  return places.slice(1).flatMap((end, i) => parser.push(bytes.subarray(places[i], end)))
}

const examples: Record<string, [text: string, messages: StreamMessage[]]> = {
  'fields, and a space after the colon': [
    'event: a\nid:1\ndata:  x\n\n',
    [{ event: 'a', id: '1', data: ' x' }],
  ],
  'several lines of data': ['data: a\ndata\ndata: b\n\n', [{ event: 'message', id: '', data: 'a\n\nb' }]],
  'CR, LF and CR LF': [
    'data: a\r\rdata: b\r\n\r\ndata: c\n\n',
    ['a', 'b', 'c'].map((data) => ({ event: 'message', id: '', data })),
  ],
  'comments, unknown fields and heartbeats': [
    ': hello\n\nnonsense: 1\n:\n\ndata: a\n\n',
    [{ event: 'message', id: '', data: 'a' }],
  ],
  'an id that stays, and an event that does not': [
    'id: 7\nevent: a\ndata: 1\n\ndata: 2\n\n',
    [
      { event: 'a', id: '7', data: '1' },
      { event: 'message', id: '7', data: '2' },
    ],
  ],
  'no data, no message': ['event: a\nid: 3\n\ndata: b\n\n', [{ event: 'message', id: '3', data: 'b' }]],
  'an id with NUL is none': ['id: 1\nid: a\0b\ndata: x\n\n', [{ event: 'message', id: '1', data: 'x' }]],
  'what is not ended does not count': ['data: a\n\ndata: b\n', [{ event: 'message', id: '', data: 'a' }]],
  'a byte order mark': ['\uFEFFdata: a\n\n', [{ event: 'message', id: '', data: 'a' }]],
  'characters of many bytes': ['data: ✂️ 😀\n\n', [{ event: 'message', id: '', data: '✂️ 😀' }]],
}

for (const [what, [text, messages]] of Object.entries(examples)) {
  test(`event stream: ${what}, wherever it is cut`, () => {
    assert.deepEqual(parse(text), messages)
    const length = new TextEncoder().encode(text).length
    for (let cut = 0; cut <= length; cut++) assert.deepEqual(parse(text, [cut]), messages)
    assert.deepEqual(
      parse(
        text,
        Array.from({ length }, (_, i) => i),
      ),
      messages,
    )
  })
}

test('event stream: retry', () => {
  const parser = new EventStreamParser()
  parser.push(new TextEncoder().encode('retry: 1500\n\nretry: soon\n'))
  assert.equal(parser.retryMs, 1500)
})

const end = fc.constantFrom('\n', '\r', '\r\n')
const value = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/[\r\n\0]/g, ' '))
const message = fc.record({
  event: value.filter((text) => text !== ''),
  id: value,
  data: fc.array(value, { minLength: 1, maxLength: 3 }),
})

test('event stream: parses any line ends and any chunks', () => {
  const stream = fc.tuple(fc.array(message), fc.array(end, { minLength: 1 }), fc.array(fc.nat()))
  fc.assert(
    fc.property(stream, ([messages, ends, cuts]) => {
      let count = 0
      const line = (text: string) => text + ends[count++ % ends.length]
      const text = messages
        .map(
          ({ event, id, data }) =>
            [`event: ${event}`, `id: ${id}`, ': comment', ...data.map((part) => `data: ${part}`)]
              .map(line)
              .join('') + line(''),
        )
        .join('')
      // CR LF is one line end, so a CR before an empty line that ends in LF would change the meaning of the text.
      fc.pre(!/\r\n/.test(text) || ends.every((each) => each !== '\r'))
      const expected = messages.map(({ event, id, data }) => ({ event, id, data: data.join('\n') }))
      assert.deepEqual(parse(text, cuts), expected)
    }),
  )
})
