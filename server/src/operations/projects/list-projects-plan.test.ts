// A page costs the same however many projects there are. Postgres plans by its statistics, and a prepared
// statement keeps its plan, so here the statistics are missing or wrong.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { holdStatistics, rowsRead } from '../../../test/helpers/rows-read.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'
import type { Caller } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import { createCursorSigner, pageSize } from '../../core/pages.ts'
import { compile, type Statement } from '../../core/sql.ts'
import { listProjects } from './list-projects.ts'

const world = await startWorld()
await holdStatistics(world.database.sql)
const cursors = createCursorSigner([Buffer.alloc(32)])
const count = 10_000

async function connect(t: TestContext): Promise<pg.Client> {
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  t.after(() => client.end())
  return client
}

/** The statement that a request sends. */
async function statementOf(
  caller: Caller,
  cursor: { next?: string; prev?: string },
  archived: boolean,
): Promise<Statement> {
  let statement: Statement | undefined
  const sql = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    statement = compile(strings, values)
    return [{ more: false, utf8: null, first: null, last: null }]
  }
  const context = { sql, caller, cursors } as unknown as Parameters<typeof listProjects.handler>[1]
  await listProjects.handler({ ...cursor, archived }, context, undefined)
  return statement!
}

/** The rows and blocks that the statement reads, with a generic plan and with a custom one. */
async function costsOf(client: pg.Client, { text, values }: Statement): Promise<number[]> {
  const parameters = values.map((value) => pg.escapeLiteral(String(value))).join(', ')
  await client.query(`prepare listing as ${text}`)
  const costs: number[] = []
  for (const mode of ['force_generic_plan', 'force_custom_plan']) {
    await client.query(`set plan_cache_mode = ${mode}`)
    const { rows } = await client.query(
      `explain (analyze, buffers, format json) execute listing(${parameters})`,
    )
    const { Plan: plan } = rows[0]['QUERY PLAN'][0]
    costs.push(rowsRead(plan), plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
  }
  await client.query('deallocate listing')
  return costs
}

/** Creates projects of an owner; those with a number from `open` to `closed` are open to the workspace. */
async function fill(client: pg.Client, workspaceId: string, ids: string[], open: number, closed: number) {
  const owner = await world.person({ workspaceId })
  await client.query(
    `insert into projects (id, workspace_id, name, access_range)
     select id, $1, 'Project', case when n between $3 and $4 then 'ALLOW_WORKSPACE_MEMBER' else 'ONLY_PROJECT_MEMBER' end
     from unnest($2::uuid[]) with ordinality as made (id, n)`,
    [workspaceId, ids, open, closed],
  )
  await client.query(
    `insert into project_members (id, project_id, workspace_id, user_id, role)
     select id, id, $1, $2, 'PROJECT_OWNER' from unnest($3::uuid[]) id`,
    [workspaceId, owner.userId, ids],
  )
  return owner
}

async function assertCheap(
  client: pg.Client,
  workspaceId: string,
  person: Person,
  middle: string,
): Promise<void> {
  const scopes = new Set(['projects:read', 'comments:read', 'project-members:read'])
  const caller = { userId: person.userId, workspaceId, workspaceRole: 'MEMBER', scopes } as unknown as Caller
  for (const archived of [false, true]) {
    const binding = JSON.stringify([['listProjects', workspaceId, null, archived, null], 'desc'])
    const cursor = cursors.sign(binding, JSON.stringify([middle]))
    for (const where of [{}, { next: cursor }, { prev: cursor }]) {
      const costs = await costsOf(client, await statementOf(caller, where, archived))
      // For projects of the caller, a page takes one descent of an index per project; for open projects at most
      // one block each. Each project on the page adds one descent for its membership, one for its newest image,
      // and one for each fact of its card.
      assert.ok(
        Math.max(...costs) < pageSize * 48,
        `${archived} ${Object.keys(where)}: ${costs} rows and blocks`,
      )
    }
  }
}

const shapes = [
  ['none of them is open', 0, 0, 0],
  ['all of them are open', 1, count, 0],
  ['all but the newest are open', 1, (count * 3) / 4, 0],
  ['all but the oldest are open', count / 4, count, 0],
  ['most are open, and most are archived', count / 4, count, count - 10],
  ['none is open, and the newest are archived', 0, 0, count - 10],
] as const

for (const [name, open, closed, archived] of shapes) {
  test(`200: a page of ${count} projects, when ${name}, whatever Postgres knows of them`, async (t) => {
    const client = await connect(t)
    const [small, large] = [await world.workspace(), await world.workspace()]
    const [first, ...ids] = Array.from({ length: count + 1 }, () => newUuid())
    const owner = await fill(client, large, ids, open, closed)
    await client.query('update projects set archived_at = now() where id = any($1)', [
      ids.slice(count - archived),
    ])
    const stranger = await world.person({ workspaceId: large })
    for (const person of [owner, stranger]) await assertCheap(client, large, person, ids[count / 2]!)

    // From here on the statistics show one workspace, and one person who is in every project.
    await client.query('analyze projects, project_members')
    const newcomer = await world.member(ids[100]!, 'PROJECT_REVIEWER', { workspaceId: large })
    for (const person of [owner, newcomer, stranger]) {
      await assertCheap(client, large, person, ids[count / 2]!)
    }
    await assertCheap(client, small, await fill(client, small, [first!], 1, 1), first!)
    await client.query('truncate projects cascade')
  })
}
