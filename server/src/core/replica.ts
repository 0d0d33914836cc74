import type { Sql } from './sql.ts'

/**
 * A copy of the database that Postgres keeps up to date, for reads that are worth moving: lists, searches and exports. It
 * is a moment behind. Everybody reads at least what they have written and what events have shown them.
 */
export type Replica = {
  /**
   * Runs a read of a person on the replica, or on the primary when the replica is too far behind. A read that fails
   * on the replica runs again on the primary: a record that is not found may have been created a moment ago.
   */
  read<T>(userId: string | undefined, work: (sql: Sql) => T | Promise<T>): Promise<T>
  /** The same for a read that must find everything that is committed now. */
  readCurrent<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** From now on, these people read everything that is committed now, on every node. */
  advance(userIds: readonly string[]): Promise<void>
  /** Seconds that the replica is behind; undefined while that is not known. */
  lag(): number | undefined
  close(): Promise<void>
}
