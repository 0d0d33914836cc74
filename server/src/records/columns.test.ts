import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { z } from 'zod'
import { createTestDatabase } from '../../test/worlds/world.ts'
import { clientConfig } from '../core/connection.ts'
import { Day, Timestamp } from '../core/schemas.ts'
import { compile, type Fragment, fragment } from '../core/sql.ts'
import { column, computed, object, recordMapper, recordText, selectList, wireSchema } from './columns.ts'

const Owner = z.object({ id: z.string(), name: z.string() })

const columns = {
  id: column(z.string(), 't.id'),
  size: column(z.int(), fragment`(select count(*) from parts where size > ${5})`),
  owner: object(Owner.nullable(), { id: 'u.id', name: 'u.name' }),
  project: object(z.object({ id: z.string() }), { id: 't.project_id' }),
  url: computed(z.string(), { key: column(z.string(), 't.key') }),
  shared: computed(z.boolean()),
}

const row = { id: '1', size: 2, 'owner.id': 'u', 'owner.name': 'Ann', 'project.id': 'p', key: 'k' }

test('the select list names each column after its field, and those of an object after field and property', () => {
  const statement = fragment`select ${selectList(columns)}`
  const { text, values } = compile(statement.strings, statement.values)
  assert.equal(
    text,
    'select t.id as "id", (select count(*) from parts where size > $1) as "size", u.id as "owner.id", ' +
      'u.name as "owner.name", t.project_id as "project.id", t.key as "key"',
  )
  assert.deepEqual(values, [5])
})

test('the mapper builds a record of exactly the fields in the schema, in the same order', () => {
  const record = recordMapper(columns)(row, { url: '/k', shared: true })
  assert.deepEqual(record, {
    id: '1',
    size: 2,
    owner: { id: 'u', name: 'Ann' },
    project: { id: 'p' },
    url: '/k',
    shared: true,
  })
  const schema = wireSchema('Sample', columns)
  assert.deepEqual(Object.keys(record), Object.keys(schema.shape))
  assert.deepEqual(schema.parse(record), record)
})

test('a nullable object is null if its first property is; other objects are always built', () => {
  const nulls = { ...row, 'owner.id': null as never, 'project.id': null as never }
  const { owner, project } = recordMapper(columns)(nulls, { url: '', shared: false })
  assert.deepEqual([owner, project], [null, { id: null }])
})

test('the text that Postgres writes is the record, whatever the values are', async () => {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client(clientConfig(url, 0))
  await client.connect()
  try {
    const texts = [
      'plain',
      'quotes " and \\ and / and \u2028',
      'lines\r\n\ttabs',
      '\u0001mark\u0001',
      'Ünïcödé 👩‍🚀',
      '',
    ]
    const values = [
      ...texts.map((text) => [
        text,
        7,
        0.1,
        true,
        'ONE',
        '2026-01-31 09:05:00.12',
        'ab12',
        { text, list: [1, null] },
      ]),
      [null, null, null, null, null, null, null, null],
      ['a', -1, 1e21, false, 'TWO', '1999-12-31 23:59:59', 'ff', []],
    ]
    for (const value of values) {
      const { rows } = await client.query(
        `with t as (select $1::text as text, $2::bigint as size, $3::float8 as part, $4::boolean as is_on,
           $5::text as kind, $6::timestamptz as at, $6::date as day, $7::text as id, $8::jsonb as data)
         select ${sqlOf(selectList(awkward))}, ${sqlOf(recordText(awkward, { url: `'"u"'` }))} as json from t`,
        value.map((one) => (typeof one === 'object' && one !== null ? JSON.stringify(one) : one)),
      )
      assert.deepEqual(JSON.parse(rows[0].json), recordMapper(awkward)(rows[0], { url: 'u' }))
      assert.ok(!rows[0].json.includes('\u0001'))
    }
  } finally {
    await client.end()
    await drop()
  }
})

const awkward = {
  text: column(z.string().nullable(), 't.text'),
  size: column(z.int().nullable(), 't.size'),
  part: column(z.number().nullable(), 't.part'),
  isOn: column(z.boolean().nullable(), 't.is_on'),
  kind: column(z.enum(['ONE', 'TWO']).nullable(), 't.kind'),
  at: column(Timestamp.nullable(), 't.at'),
  day: column(Day.nullable(), 't.day::text'),
  id: column(
    z
      .string()
      .regex(/^[0-9a-f]+$/)
      .nullable(),
    't.id',
  ),
  data: column(z.unknown(), 't.data'),
  whole: object(z.object({ text: z.string().nullable(), at: Timestamp.nullable() }), {
    text: 't.text',
    at: 't.at',
  }),
  maybe: object(z.object({ id: z.string(), text: z.string() }).nullable(), { id: 't.id', text: 't.text' }),
  url: computed(z.string()),
}

function sqlOf({ strings, values }: Fragment): string {
  return compile(strings, values).text
}
