import { type Database, type Sql, verbatim } from '../core/sql.ts'

/** Everybody who wants the table waits behind a statement that waits for its lock. */
const lockTimeoutMs = 500

/** Runs work that adds or drops a partition. Gives up while a backup, for example, reads the table. */
export function withLock(database: Database, work: (sql: Sql) => Promise<unknown>): Promise<unknown> {
  return database.transaction(async (sql) => {
    await sql`set local lock_timeout = ${verbatim(String(lockTimeoutMs))}`
    await work(sql)
  })
}

export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string }).code === '55P03'
}
