import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageReader, type Recorded } from './recorder.ts'

function message(type: string, ...parts: (string | number | Buffer | null)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(`${part}\0`)
      const number = Buffer.alloc(typeof part === 'number' ? 2 : 4)
      if (typeof part === 'number') number.writeInt16BE(part)
      else number.writeInt32BE(part?.length ?? -1)
      return part instanceof Buffer ? Buffer.concat([number, part]) : number
    }),
  )
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const parameter = (text: string) => Buffer.from(text)

/** The bytes of one client: a start, a simple query, and a prepared statement that is used twice. */
const sent = Buffer.concat([
  message('', 3, 0, 'user', 'bench'),
  message('Q', 'begin'),
  message('P', 's1', 'select $1, $2, $3', 0),
  message('B', '', 's1', 3, 0, 1, 0, 3, parameter('one'), parameter('bytes'), null, 0),
  message('S'),
  message('B', '', 's1', 0, 3, parameter('two'), null, parameter('three'), 0),
])
const expected: Recorded[] = [
  { text: 'begin', values: [] },
  { text: 'select $1, $2, $3', values: ['one', parameter('bytes'), null] },
  { text: 'select $1, $2, $3', values: ['two', null, 'three'] },
]

test('statements are read in order, with text, binary and null parameters', () => {
  const recorded: Recorded[] = []
  messageReader((statement) => recorded.push(statement))(sent)
  assert.deepEqual(recorded, expected)
})

test('messages may arrive byte by byte', () => {
  const recorded: Recorded[] = []
  const read = messageReader((statement) => recorded.push(statement))
  for (let i = 0; i < sent.length; i++) read(sent.subarray(i, i + 1))
  assert.deepEqual(recorded, expected)
})
