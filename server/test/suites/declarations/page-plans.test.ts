// A page of every list reads only itself, whatever Postgres knows of the table: it plans by statistics, which it collects about once a
// minute, and a prepared statement keeps its plan until then.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type pg from 'pg'
import { pageSize } from '../../../src/core/pages.ts'
import type { Statement } from '../../../src/core/sql.ts'
import { sentStatements } from '../../../src/database/wire/statement-connection.ts'
import { readAfter } from '../../../src/events/read-events.ts'
import { operations } from '../../../src/service.ts'
import { fillLists, newPlace, openPeriods, type Place } from '../../helpers/fill-lists.ts'
import { toCall } from '../../helpers/requests.ts'
import {
  connectAsServer,
  holdStatistics,
  planOf,
  planOfStatement,
  rowsRead,
  rowsSorted,
} from '../../helpers/rows-read.ts'
import { startWorld, type World } from '../../worlds/world.ts'

/** The rows of each list. */
const count = 3_000
/** Several for each row of a page, or of a batch of a stream: what is shown of it may be in the same table. */
const mostRows = 10 * pageSize

type Fields = Record<string, unknown>
type List = { operation: string; table: RegExp; fields?: Fields }

const comments = /^all_comments$/
const events = /^events_/
const files = /^all_files$/
const audit = /^audit_entries_/
const deliveries = /^webhook_deliveries$/
const trash = /^trash$/
const directions = ['asc', 'desc']
const byAnchor = { type: 'anchor', direction: 'asc' }

const lists: List[] = [
  ...['createdAt', 'anchor'].flatMap((type) =>
    directions.map((direction) => ({
      operation: 'listFileComments',
      table: comments,
      fields: { sort: { type, direction } },
    })),
  ),
  { operation: 'listFileComments', table: comments, fields: { resolved: false, sort: byAnchor } },
  { operation: 'listThreads', table: comments },
  { operation: 'listProjectComments', table: comments },
  { operation: 'listReplies', table: comments },
  { operation: 'listEvents', table: events },
  { operation: 'listConnectionActivity', table: events },
  ...['createdAt', 'updatedAt', 'name', 'size', 'tag', 'kind'].flatMap((type) =>
    directions.map((direction) => ({
      operation: 'queryFiles',
      table: files,
      fields: { sort: { type, direction } },
    })),
  ),
  { operation: 'listNotifications', table: /^notifications$/ },
  { operation: 'listAuditEntries', table: audit },
  ...['file.deleted', 'file.*'].map((action) => ({
    operation: 'listAuditEntries',
    table: audit,
    fields: { action },
  })),
  { operation: 'listWebhookDeliveries', table: deliveries },
  { operation: 'listWebhookDeliveries', table: deliveries, fields: { state: 'FAILED' } },
  { operation: 'listTrash', table: trash },
  { operation: 'listWorkspaceTrash', table: trash },
  { operation: 'listWorkspaceMembers', table: /^workspace_members$/ },
]

/** The statements with this limit that are sent while `work` runs. */
async function statementsOf<T>(limit: number, work: () => Promise<T>): Promise<[Statement[], T]> {
  const statements: Statement[] = []
  const add = (statement: unknown) => void statements.push(statement as Statement)
  sentStatements.subscribe(add)
  try {
    const result = await work()
    return [statements.filter(({ text }) => new RegExp(`limit ${limit}\\b`).test(text)), result]
  } finally {
    sentStatements.unsubscribe(add)
  }
}

/** The statement of a request for a page, and its answer. */
async function ask(world: World, place: Place, list: List, cursor: Fields = {}) {
  const operation = operations.find(({ name }) => name === list.operation)!
  const { workspaceId, owner, projectId, fileId, threadId, webhookId } = place
  const params = { projectId, fileId, commentId: threadId, webhookId, connectionId: owner.keyId }
  const { route, options } = toCall(operation, { params, fields: { ...list.fields, ...cursor } })
  const session = operation.credential === 'session'
  const key = session ? await world.session(owner.userId, workspaceId) : owner.key
  const [statements, { status, body }] = await statementsOf(pageSize + 1, () =>
    world.call(route, { ...options, key }),
  )
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(statements.length, 1)
  return { statement: statements[0]!, data: body.data as unknown[], page: body.page }
}

/** The statements of the first page, the second one, and the first one again, from the second. */
async function walk(world: World, place: Place, list: List): Promise<Statement[]> {
  const first = await ask(world, place, list)
  assert.equal(first.data.length, pageSize)
  const [on, back] = first.page.next === null ? (['prev', 'next'] as const) : (['next', 'prev'] as const)
  const second = await ask(world, place, list, { [on]: first.page[on] })
  const again = await ask(world, place, list, { [back]: second.page[back] })
  assert.deepEqual(again.data, first.data)
  return [first, second, again].map(({ statement }) => statement)
}

type State = {
  name: string
  /** Fills the lists of the place. */
  fill(world: World, place: Place): Promise<unknown>
  /** Statements are prepared before. */
  planned?: boolean
}

const states: State[] = [
  {
    name: 'without statistics',
    fill: ({ database }, place) => fillLists(database.sql, place, count),
  },
  {
    name: 'with statistics of three rows',
    async fill(world, place) {
      const { sql } = world.database
      await fillLists(sql, await newPlace(world), 3)
      await sql`analyze`
      await fillLists(sql, place, count)
    },
  },
  {
    name: 'with statistics from the middle of an insert',
    async fill(world, place) {
      const { sql, transaction } = world.database
      await fillLists(sql, await newPlace(world), count / 10)
      await transaction(async (inserting) => {
        await fillLists(inserting, place, count)
        await sql`analyze`
      })
    },
  },
  {
    name: 'with complete statistics',
    async fill({ database: { sql } }, place) {
      await fillLists(sql, place, count)
      await sql`analyze`
    },
  },
  {
    name: 'with a plan from when it was empty',
    fill: ({ database }, place) => fillLists(database.sql, place, count),
    planned: true,
  },
]

// Before the worlds drop their databases.
after(() => Promise.all(clients.map((client) => client.end())))
const clients: pg.Client[] = []

async function prepare({ name: state, fill, planned = false }: State) {
  const world = await startWorld()
  const { sql } = world.database
  await openPeriods(sql)
  await holdStatistics(sql)
  const place = await newPlace(world)
  const client = await connectAsServer(world.databaseUrl)
  clients.push(client)
  if (planned)
    for (const [i, list] of lists.entries()) {
      const { statement } = await ask(world, place, list)
      await client.query(`prepare list${i} as ${statement.text}`)
      await planOf(client, `list${i}`, statement.values)
    }
  await fill(world, place)
  return { world, place, client, state, planned }
}

const prepared: Awaited<ReturnType<typeof prepare>>[] = []
for (const state of states) prepared.push(await prepare(state))

for (const { world, place, client, state, planned } of prepared) {
  for (const [i, list] of lists.entries())
    test(`${list.operation} ${JSON.stringify(list.fields ?? {})} reads a page of a table ${state}`, async () => {
      if (planned) {
        // Rows are counted where they are sorted: such a plan also looks up single rows by reading a table that was empty.
        const { statement } = await ask(world, place, list)
        const rows = rowsSorted(await planOf(client, `list${i}`, statement.values))
        assert.ok(rows < mostRows, `sorts ${rows} rows`)
        return
      }
      for (const statement of await walk(world, place, list)) {
        const rows = rowsRead(await planOfStatement(client, statement), list.table)
        assert.ok(rows < mostRows, `${rows} rows`)
      }
    })

  for (const source of ['workspace', 'project'])
    test(`a stream of a ${source} reads a batch of a table ${state}`, async () => {
      const { workspaceId, projectId } = place
      const [statements, { rows: batch }] = await statementsOf(200, () =>
        readAfter(world.database.sql, workspaceId, 0, source === 'project' ? projectId : null),
      )
      assert.equal(batch.length, 200)
      assert.equal(statements.length, 1)
      const rows = rowsRead(await planOfStatement(client, statements[0]!), events)
      assert.ok(rows < mostRows, `${rows} rows`)
    })
}

/** `list-projects-plan.test.ts` has more to say about this one. */
const elsewhere = 'listProjects'

test('every list with cursors is here', () => {
  const paged = operations.filter(({ output: [, body] }) => body && 'page' in body && body.page === 'cursor')
  assert.deepEqual(
    new Set(paged.map(({ name }) => name)),
    new Set([...lists.map(({ operation }) => operation), elsewhere]),
  )
})
