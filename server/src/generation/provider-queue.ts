// The queue of a provider: generations wait in the order of their requests until one of its slots is free.
import type { Database, Sql } from '../core/sql.ts'
import { addTask } from '../queue/tasks.ts'
import type { Attempt } from './generation-row.ts'

/**
 * Queues the next step of a generation, now or later. A generation has at most one waiting step: a new one
 * replaces it.
 */
export async function queueStep(sql: Sql, attempt: Attempt, afterSeconds = 0): Promise<void> {
  const { fileId, attempt: number, provider } = attempt
  await addTask(sql, {
    task: 'generation',
    payload: { fileId, attempt: number, provider },
    key: `generation:${fileId}`,
    afterSeconds,
  })
}

/** Serialises the starts and ends of one provider's generations on all nodes. */
export async function lockProvider(sql: Sql, provider: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dailies generation ${provider}`}, 0))`
}

/**
 * Wakes the first generation in the provider's queue. Each one that gets a slot wakes the next, so that no
 * slot stays empty.
 */
export async function wakeNext(sql: Sql, provider: string): Promise<void> {
  const [next] = await sql<Attempt>`
    select file_id as "fileId", attempt, provider from generations
    where provider = ${provider} and state = 'QUEUED' and (not_before is null or not_before <= clock_timestamp())
    order by queued_at, file_id limit 1`
  if (next) await queueStep(sql, next)
}

export async function wake(database: Database, provider: string): Promise<void> {
  await database.transaction(async (sql) => {
    await lockProvider(sql, provider)
    await wakeNext(sql, provider)
  })
}
