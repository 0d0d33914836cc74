// The queue of a provider: generations wait in the order of their requests until one of its slots is free.
import { fragment, type Sql } from '../core/sql.ts'
import { addTask, type QueuedTask } from '../queue/tasks.ts'
import {
  type Attempt,
  type Generation,
  type GenerationRow,
  generationColumns,
  toGeneration,
} from './generation-row.ts'

/** An expression that lets its statement commit without a flush: a crash of the database may lose the change. */
export const withoutFlush = fragment`set_config('synchronous_commit', 'off', true)`

/**
 * Queues the next step of a generation, now or later. A generation has at most one waiting step: a new one
 * replaces it.
 */
export async function queueStep(sql: Sql, attempt: Attempt, afterSeconds = 0): Promise<void> {
  await addTask(sql, stepTask(attempt, afterSeconds))
}

export function stepTask({ fileId, attempt, provider }: Attempt, afterSeconds = 0): QueuedTask {
  const key = `generation:${fileId}`
  return { task: 'generation', payload: { fileId, attempt, provider }, key, afterSeconds }
}

/**
 * Wakes the first generation in the provider's queue that has no task: see migration 33. Call it after the commit that
 * freed a slot. A generation that gets a slot wakes the next while others are free, so that no slot stays empty.
 */
export async function wakeNext(sql: Sql, provider: string): Promise<void> {
  await sql`select wake_generation(${provider})`
}

export type Next = { attempt: Attempt; row: Generation }

/**
 * Hands a running task to the generation that `wakeNext` would wake. Returns undefined when none waits: then the task ends.
 */
export async function takeNext(sql: Sql, provider: string, taskId: string): Promise<Next | undefined> {
  const [next] = await sql<GenerationRow & { attempt: number }>`
    select n.attempt, found.*
    from next_generation(${provider}, ${taskId}) n
      cross join lateral (select ${generationColumns} from generations g where g.file_id = n.file_id limit 1) found`
  if (!next) return undefined
  const { attempt, ...row } = next
  return { attempt: { fileId: row.fileId, attempt, provider }, row: toGeneration(row) }
}
