import { GenerationFailure, type GenerationRequest, type Provider, TryLater } from '../core/provider.ts'
import type { Database } from '../core/sql.ts'
import { StorageUnavailable } from '../core/storage.ts'
import { convertReferences } from './convert-references.ts'
import type { Attempt } from './generation-row.ts'
import { retryWrite } from './retry-write.ts'
import { recordAdjustments } from './transitions.ts'

export type Preparation = {
  database: Database
  attempt: Attempt
  provider: Provider
  shutdown: { now: AbortSignal }
}

/**
 * Returns the request with its images converted to what the provider accepts. The adjustments are committed
 * before anything is sent. Follows the rules of `Provider.start`: any error means that nothing was sent.
 */
export async function prepareRequest(
  { database, attempt, provider, shutdown }: Preparation,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<GenerationRequest> {
  try {
    const limits = provider.limits(request.model)
    const { references, adjustments } = await convertReferences(request.references, limits, signal)
    if (adjustments.length > 0) {
      await retryWrite(shutdown, () => recordAdjustments(database.sql, attempt, adjustments))
    }
    return { ...request, references }
  } catch (error) {
    if (error instanceof GenerationFailure || error instanceof StorageUnavailable) throw error
    throw new TryLater('Nothing has been sent yet.', provider.pollSeconds)
  }
}
