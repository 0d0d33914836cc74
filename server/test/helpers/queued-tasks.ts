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

/**
 * Lets the time pass after which the workers of a killed process count as silent: the next process takes their tasks over at once.
 * `workers`: their ids, when others are alive. Default: all.
 */
export async function forgetKilled(sql: Sql, workers?: readonly string[]): Promise<void> {
  const dead = workers ?? (await workerIds(sql))
  await sql`update workers set seen_at = now() - interval '1 minute' where id = any(${dead})`
  await sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_by = any(${dead})`
}

export async function workerIds(sql: Sql): Promise<string[]> {
  return (await sql<{ id: string }>`select id from workers`).map(({ id }) => id)
}
