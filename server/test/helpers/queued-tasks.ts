// Tasks in the queue that wait for their time.
import type { Sql } from '../../src/core/sql.ts'

/** Whether the task waits for a later try: no worker has it. */
export async function waitsInQueue(sql: Sql, key: string): Promise<boolean> {
  const tasks = await sql`
    select from graphile_worker._private_jobs where key = ${key} and locked_at is null and run_at > clock_timestamp()`
  return tasks.length > 0
}

/** Makes the task due now. */
export async function runQueuedNow(sql: Sql, key: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where key = ${key}`
}
