// Every statement of every operation finds its rows by an index. Postgres plans here as if reading a whole table were
// impossible, so a plan that still does so has no index to use: it would become slower with every row.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { Statement } from '../../../src/core/sql.ts'
import { sentStatements } from '../../../src/database/wire/statement-connection.ts'
import { operations } from '../../../src/service.ts'
import { toCall } from '../../helpers/requests.ts'
import { sampleFor } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'

/** Tables that do not grow with use, or whose rows are all read together. */
const smallTables = new Set(['settings', 'outbox', 'event_counters'])

let client: pg.Client
// Before the world drops the database.
after(() => client.end())
const world = await startWorld()
const owner = await world.person({ role: 'OWNER' })
const { id: projectId } = await world.project({ owner })
client = new pg.Client(world.databaseUrl)
await client.connect()
await client.query('set enable_seqscan = off')

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

function readWhole(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']!] : []
  return [...own, ...(plan.Plans ?? []).flatMap(readWhole)]
}

let explained = 0

/** The texts that are sent to the database while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<Set<string>> {
  const texts = new Set<string>()
  const add = (statement: unknown) => void texts.add((statement as Statement).text)
  sentStatements.subscribe(add)
  try {
    await work()
  } finally {
    sentStatements.unsubscribe(add)
  }
  explained += texts.size
  return texts
}

for (const operation of operations) {
  test(`${operation.name} reads no table as a whole`, async () => {
    const target = await sampleFor(operation)(world, projectId, owner)
    const key = await world.credential(operation, owner)
    const { route, options } = toCall(operation, target)
    const texts = await statementsOf(async () => {
      const { status, body } = await world.call(route, { ...options, key })
      assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
    })
    for (const text of texts) {
      if (!/^\s*(select|with|insert|update|delete)/i.test(text)) continue
      const { rows } = await client.query(`explain (format json, generic_plan) ${text}`)
      const whole = readWhole(rows[0]['QUERY PLAN'][0].Plan).filter((table) => !smallTables.has(table))
      assert.deepEqual(whole, [], text)
    }
  })
}

test('statements were explained', () => {
  assert.ok(explained > operations.length, `${explained} statements`)
})
