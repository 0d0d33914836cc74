import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { compile, fragment } from '../core/sql.ts'
import { column, computed, object, recordMapper, selectList, wireSchema } from './columns.ts'

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
