// Slots: the places of requests in the concurrency limits of the server. Each request holds at most one, so that a
// request that waits for its client does not keep a place from those that can be worked on.
import type { ApiRequest, SlotPool } from '../../request.ts'

/** Gives the slot of a request back. Does nothing when it holds none, so that every way to its end may call this. */
export function releaseSlot(request: ApiRequest): void {
  const { slot } = request
  if (slot === undefined) return
  request.slot = undefined
  slot.release(request)
}

/**
 * Moves a request to another pool; the caller counts it in there. A request without a slot has ended already: it takes
 * no other, because nobody would give that back.
 */
export function moveSlot(request: ApiRequest, pool: SlotPool): boolean {
  if (request.slot === undefined) return false
  releaseSlot(request)
  request.slot = pool
  return true
}
