// The number of connections that a node uses, and its error when Postgres has none left.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import pg from 'pg'
import { connectionsOfNode } from '../../../src/database/readiness.ts'
import { until } from '../../helpers/until.ts'
import { makeDataDir, startServer } from '../../worlds/server-process.ts'
import { asAdmin, startWorld } from '../../worlds/world.ts'

test('a busy node takes as many connections as the guide says', async () => {
  const world = await startWorld()
  const { key } = await world.person()
  await world.call('GET /api/ping', { key })
  const { sql, transaction } = world.database
  const observer = new pg.Client({ connectionString: world.databaseUrl, application_name: 'observer' })
  await observer.connect()
  const opened = async () => {
    const { rows } = await observer.query(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and application_name like 'dailies%'`,
    )
    return rows[0].count
  }
  const gate = Promise.withResolvers<void>()
  const statements = Array.from({ length: 8 }, () => sql`select pg_sleep(1)`)
  const transactions = Array.from({ length: 12 }, () => transaction(() => gate.promise))
  try {
    await until(async () => (await opened()) >= connectionsOfNode)
    assert.equal(await opened(), connectionsOfNode)
  } finally {
    await observer.end()
    gate.resolve()
    await Promise.all([...statements, ...transactions])
  }
  const guide = readFileSync(new URL('../../../../docs/guides/scaling.md', import.meta.url), 'utf8')
  assert.match(guide, new RegExp(`up to ${connectionsOfNode} connections`))
})

for (const limit of [1, 2]) {
  test(`a start with ${limit} free connection(s) fails with one clear line`, async () => {
    const server = process.env.TEST_DATABASE_URL!
    const name = `limited_${randomBytes(4).toString('hex')}`
    await asAdmin(server, `create role ${name} login connection limit ${limit}`)
    await asAdmin(server, `create database ${name} owner ${name}`)
    after(async () => {
      await asAdmin(server, `drop database ${name} with (force)`)
      await asAdmin(server, `drop role ${name}`)
    })
    const url = new URL(server)
    url.pathname = `/${name}`
    url.username = name
    await assert.rejects(startServer(makeDataDir(), { DATABASE_URL: url.href }), ({ message }: Error) => {
      const [, output] = message.split('the server did not start: ')
      const lines = output!.trim().split('\n')
      // On a slow machine the start reports its progress.
      const [line = '', ...rest] = lines.filter((text) => !/^\{|, \d+ s …$/.test(text))
      assert.deepEqual(rest, [])
      assert.match(line, /^dailies: Postgres has no free connection \(too many connections for role/)
      return true
    })
  })
}
