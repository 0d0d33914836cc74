import { GenerationFailure, type Job, type Provider, TryLater } from '../core/provider.ts'
import type { Database } from '../core/sql.ts'
import { StorageUnavailable } from '../core/storage.ts'
import { fitReferences } from './fit-references.ts'
import type { Attempt } from './generation-row.ts'
import { stubbornly } from './stubbornly.ts'
import { recordAdjustments } from './transitions.ts'

export type Fitting = {
  database: Database
  attempt: Attempt
  provider: Provider
  endings: { now: AbortSignal }
}

/**
 * The job with its images as the provider takes them. What was adjusted is committed before anything is sent. Follows the
 * rules of `Provider.start`: any other end than the job means that nothing was sent.
 */
export async function fitJob(
  { database, attempt, provider, endings }: Fitting,
  job: Job,
  signal: AbortSignal,
): Promise<Job> {
  try {
    const limits = provider.limits(job.model)
    const { references, adjustments } = await fitReferences(job.references, limits, signal)
    if (adjustments.length > 0) {
      await stubbornly(endings, () => recordAdjustments(database.sql, attempt, adjustments))
    }
    return { ...job, references }
  } catch (error) {
    if (error instanceof GenerationFailure || error instanceof StorageUnavailable) throw error
    throw new TryLater('Nothing has been sent yet.', provider.pollSeconds)
  }
}
