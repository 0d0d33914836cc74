import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { createTestDatabase } from '../../../test/worlds/world.ts'
import { clientConfig } from '../../core/connection.ts'
import type { ApiError } from '../../core/errors.ts'
import { createDatabase } from '../client.ts'
import { createMessageReader, MessageWriter } from './messages.ts'

const { url, drop } = await createTestDatabase()
const database = createDatabase({ connection: url, pipelines: 1, transactions: 2, log: () => {} })
const { sql } = database
const driver = new pg.Client(clientConfig(url, 0))
await driver.connect()
await sql`create table drafts (id integer constraint drafts_pkey primary key, name text)`
after(async () => {
  await driver.end()
  await database.close()
  await drop()
})

test('messages arrive whole, however their bytes are split', () => {
  const message = fc.record({ code: fc.integer({ min: 1, max: 255 }), text: fc.string({ maxLength: 60 }) })
  fc.assert(
    fc.property(fc.array(message), fc.array(fc.integer({ min: 1, max: 40 })), (messages, sizes) => {
      const writer = new MessageWriter()
      for (const { code, text } of messages) {
        writer.begin(code)
        writer.sized(text)
        writer.end()
      }
      const read: typeof messages = []
      const reader = createMessageReader((code, bytes, start, end) => {
        read.push({ code, text: bytes.toString('utf8', start + 4, end) })
      })
      let bytes = Buffer.from(writer.take())
      for (let i = 0; bytes.length > 0; i++) {
        const size = sizes[i % sizes.length] ?? bytes.length
        reader(bytes.subarray(0, size))
        bytes = bytes.subarray(size)
      }
      const sent = messages.map(({ code, text }) => ({ code, text: Buffer.from(text).toString() }))
      assert.deepEqual(read, sent)
    }),
  )
})

test('values are sent and rows are read as the driver does, before and after a statement is prepared', async () => {
  const long = 'é'.repeat(100_000)
  const values = [
    null,
    '',
    'it’s 😀 \\ "quoted"',
    long,
    12.5,
    true,
    ['a', null, 'b,"c"\\', ''],
    [
      [1, 2],
      [3, 4],
    ],
    [Buffer.from([1, 92]), Buffer.from('x')],
    { a: [1, 'ü'] },
    Buffer.from([0, 255, 10]),
    new Date('2026-01-31T09:05:00.120Z'),
  ]
  const casts = 'text text text text float8 boolean text[] integer[] bytea[] jsonb bytea timestamptz'.split(
    ' ',
  )
  const text = `select ${casts.map((cast, i) => `$${i + 1}::${cast} as c${i}`)}, 7::bigint as big, '2026-02-03'::date as day`
  const { rows } = await driver.query(text, values)
  const strings = text.split(/\$\d+/) as unknown as TemplateStringsArray
  for (let use = 1; use <= 5; use++) assert.deepEqual(await sql(strings, ...values), rows)
})

test('a text column named utf8 is read as its bytes, before and after a statement is prepared', async () => {
  for (const text of ['', 'é😀"', 'é'.repeat(100_000)])
    for (let i = 0; i < 4; i++) {
      const [row] = await sql`select ${text}::text as utf8, null::text as "none", 7 as number`
      assert.deepEqual(row, { utf8: Buffer.from(text), none: null, number: 7 })
    }
  assert.deepEqual(await sql`select null::text as utf8`, [{ utf8: null }])
  assert.deepEqual(await sql`select 7 as utf8`, [{ utf8: 7 }])
})

test('each of many statements at once gets its own rows or its own error', async () => {
  await sql`insert into drafts values (1, 'taken')`
  const insert = (id: number) =>
    sql<{ id: number }>`insert into drafts values (${id}, 'new') returning id`.then(
      ([row]) => row!.id,
      (error: pg.DatabaseError) => error.constraint,
    )
  const ids = Array.from({ length: 3_000 }, (_, i) => i + 1)
  const results = await Promise.all(ids.map((id) => insert(id % 3 === 0 ? 1 : id + 1)))
  for (const [i, id] of ids.entries()) assert.equal(results[i], id % 3 === 0 ? 'drafts_pkey' : id + 1)
})

test('a prepared statement whose columns a migration has changed is prepared again', async () => {
  const all = () => sql`select * from drafts where id = ${1}`
  for (let use = 1; use <= 4; use++) assert.deepEqual(await all(), [{ id: 1, name: 'taken' }])
  const inTransaction = () => database.transaction((sql) => sql`select d.* from drafts d where id = ${1}`)
  for (let use = 1; use <= 4; use++) await Promise.all([inTransaction(), inTransaction()])
  await driver.query('alter table drafts add column shade text')
  const changed = { id: 1, name: 'taken', shade: null }
  assert.deepEqual(await Promise.all([all(), all(), all()]), [[changed], [changed], [changed]])
  assert.deepEqual(await inTransaction(), [changed])
})

test('a transaction whose first statement fails leaves nothing, and its connection can be used', async () => {
  for (let round = 1; round <= 4; round++) {
    const failing = database.transaction(async (sql) => {
      await sql`insert into drafts values (${1}, 'again')`.catch(() => {})
      await sql`insert into drafts values (${-round}, 'lost')`
    })
    await assert.rejects(failing, { code: '25P02' })
    assert.deepEqual(await sql`select from drafts where id = ${-round}`, [])
  }
})

test('a statement after the end of its transaction is refused', async () => {
  const ended = await database.transaction(async (sql) => {
    await sql`select 1`
    return { sql }
  })
  await assert.rejects(
    async () => ended.sql`insert into drafts values (-50, 'late')`,
    /transaction has ended/,
  )
  assert.deepEqual(await sql`select from drafts where id = -50`, [])
})

test('503 for every statement on a connection that is lost; the next one connects again', async () => {
  const kill = sql`select pg_terminate_backend(pg_backend_pid())`
  const others = Array.from({ length: 20 }, () => sql`select pg_sleep(0)`)
  for (const lost of await Promise.allSettled([kill, ...others]))
    assert.equal((lost as PromiseRejectedResult).reason.code satisfies ApiError['code'], 'unavailable')
  assert.deepEqual(await sql`select 1 as one`, [{ one: 1 }])
})
