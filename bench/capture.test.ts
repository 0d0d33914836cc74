import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Call, planFrom } from './capture.ts'
import type { Recorded } from './recorder.ts'

const uuids = ['019a8f2e-0000-7000-8000-000000000001', '019a8f2e-0000-7000-8000-000000000002'] as const
const text = 'insert into folders (id, name) values ($1, $2)'
const project = '019a8f2e-1111-7000-8000-000000000003'

const callOf = (statements: Recorded[]): Call => ({ status: 201, body: '{}', statements })

function plan(first: Recorded['values'], second: Recorded['values']) {
  return planFrom(callOf([{ text, values: first }]), [{ text, values: second }])
}

test('values that are equal in both calls are constants', () => {
  const values = [project, null, Buffer.from('x')]
  assert.deepEqual(plan(values, [...values]), {
    status: 201,
    statements: [{ text, values }],
    tokens: [],
    answer: '{}',
  })
})

test('a new ID and the number of the request become tokens, also inside a text', () => {
  const array = (id: string) => `{"${project}","${id}"}`
  assert.deepEqual(
    plan(
      [uuids[0], 'Folder 000000000001', array(uuids[0])],
      [uuids[1], 'Folder 000000000002', array(uuids[1])],
    ),
    {
      status: 201,
      statements: [
        {
          text,
          values: [
            { parts: ['', ''], tokens: [0] },
            { parts: ['Folder ', ''], tokens: [1] },
            { parts: [`{"${project}","`, '"}'], tokens: [0] },
          ],
        },
      ],
      tokens: ['uuid', 'number'],
      answer: '{}',
    },
  )
})

test('an ID with a prefix keeps its prefix', () => {
  const ids = ['FX0000000000000000000001', 'FX0000000000000000000002']
  const { tokens } = plan([ids[0]!], [ids[1]!]) as { tokens: string[] }
  assert.deepEqual(tokens, ['FX'])
})

test('a value that differs in something else has no floor', () => {
  assert.equal(plan(['12:00:01'], ['12:00:02']), 'parameter $1 of its statement 1 cannot be imitated')
  assert.equal(
    plan([Buffer.from('a')], [Buffer.from('b')]),
    'parameter $1 of its statement 1 cannot be imitated',
  )
})

test('statements that differ from call to call have no floor', () => {
  const one = { text: 'select 2', values: [] }
  assert.equal(planFrom(callOf([one]), [one, one]), 'its statements differ from call to call')
})
