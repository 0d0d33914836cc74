import pg from 'pg'
import { clientConfig } from '../../src/core/connection.ts'
import { compile, type Sql, type Statement, verbatim } from '../../src/core/sql.ts'
import { planOptions } from '../../src/database/client.ts'

/** A node of a plan that `explain (analyze, format json)` shows. */
export type Plan = { Plans?: Plan[]; 'Node Type'?: string; 'Relation Name'?: string } & {
  [figure in 'Actual Rows' | 'Actual Loops' | 'Rows Removed by Filter']?: number
}

/** The rows that a plan reads from tables, in subqueries too, including those that it filters out. `of`: from these tables only. */
export function rowsRead(plan: Plan, of = /./): number {
  const below = (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child, of), 0)
  if (!of.test(plan['Relation Name'] ?? '')) return below
  return below + (plan['Actual Rows']! + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']!
}

/** The most rows that a node of the plan sorts. */
export function rowsSorted(plan: Plan): number {
  const children = plan.Plans ?? []
  const here = plan['Node Type'] === 'Sort' ? children[0]!['Actual Rows']! : 0
  return Math.max(here, ...children.map(rowsSorted))
}

/** A connection on which Postgres plans as on those of the server. */
export async function connectAsServer(databaseUrl: string): Promise<pg.Client> {
  const config = clientConfig(databaseUrl, 0)
  const client = new pg.Client({ ...config, options: `${config.options} ${planOptions}` })
  await client.connect()
  return client
}

/** Runs a prepared statement; returns its plan. */
export async function planOf(client: pg.Client, name: string, values: readonly unknown[]): Promise<Plan> {
  const parameters = values.length > 0 ? `(${values.map(literal).join(', ')})` : ''
  const { rows } = await client.query(`explain (analyze, format json) execute ${name}${parameters}`)
  return rows[0]['QUERY PLAN'][0].Plan
}

/** Prepares and runs a statement; returns its plan. */
export async function planOfStatement(client: pg.Client, { text, values }: Statement): Promise<Plan> {
  await client.query(`prepare planned as ${text}`)
  const plan = await planOf(client, 'planned', values)
  await client.query('deallocate planned')
  return plan
}

/** The rows that statements read, with the plans that the server makes. `work` gets an `sql` that also counts them. */
export async function rowsReadBy(
  { databaseUrl, sql }: { databaseUrl: string; sql: Sql },
  work: (counted: Sql) => Promise<unknown>,
): Promise<number> {
  const client = await connectAsServer(databaseUrl)
  let rows = 0
  try {
    await work(async (strings, ...values) => {
      rows += rowsRead(await planOfStatement(client, compile(strings, values)))
      return sql(strings, ...values)
    })
  } finally {
    await client.end()
  }
  return rows
}

/** The value of a parameter, to be written into `execute`. */
export function literal(value: unknown): string {
  if (value === null) return 'null'
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value))
}

/**
 * From here on only `analyze` updates the statistics of the tables. Otherwise Postgres does so about once a minute, also in the middle of
 * a test, and without the rows of a statement that still inserts them.
 */
export async function holdStatistics(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  for (const { name } of tables) await sql`alter table ${verbatim(name)} set (autovacuum_enabled = off)`
}
