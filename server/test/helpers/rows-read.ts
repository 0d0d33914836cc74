import pg from 'pg'
import { compile, type Sql, verbatim } from '../../src/core/sql.ts'
import { planOptions } from '../../src/database/client.ts'

/** A node of a plan that `explain (analyze, format json)` shows. */
export type Plan = { Plans?: Plan[]; 'Relation Name'?: string } & {
  [figure in 'Actual Rows' | 'Actual Loops' | 'Rows Removed by Filter']?: number
}

/** The rows that a plan reads from tables, in subqueries too, including those that it filters out. */
export function rowsRead(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0)
  if (plan['Relation Name'] === undefined) return below
  return below + (plan['Actual Rows']! + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']!
}

/** The rows that statements read, with the plans that the server makes. `work` gets an `sql` that also counts them. */
export async function rowsReadBy(
  { databaseUrl, sql }: { databaseUrl: string; sql: Sql },
  work: (counted: Sql) => Promise<unknown>,
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, options: planOptions })
  await client.connect()
  let rows = 0
  try {
    await work(async (strings, ...values) => {
      const statement = compile(strings, values)
      await client.query(`prepare counted as ${statement.text}`)
      const explained = await client.query(
        `explain (analyze, format json) execute counted(${statement.values.map(literal).join(', ')})`,
      )
      await client.query('deallocate counted')
      rows += rowsRead(explained.rows[0]['QUERY PLAN'][0].Plan)
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
