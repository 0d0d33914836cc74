// Slots of the server's concurrency limits. Each request holds at most one, so that a request that waits for its client
// does not take a slot from requests that can be processed.
import type { ApiRequest, SlotPool } from '../../request.ts'

/** Releases the slot of a request. Does nothing when it holds none, so that every way a request can end may call it. */
export function releaseSlot(request: ApiRequest): void {
  const { slot } = request
  if (slot === undefined) return
  request.slot = undefined
  slot.release(request)
}

/**
 * Moves a request to another pool; the caller adds it to the count of that pool. Returns false for a request without a
 * slot: it has ended, and nobody would release another slot.
 */
export function moveSlot(request: ApiRequest, pool: SlotPool): boolean {
  if (request.slot === undefined) return false
  releaseSlot(request)
  request.slot = pool
  return true
}
