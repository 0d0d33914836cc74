import { createLinkJoining } from '../../auth/join-by-link.ts'
import { emit } from '../../events/outbox.ts'
import { memberEvent } from '../../events/resource-events.ts'

/** Joining by access link with its events, for the operation and for the page. */
export const linkJoining = createLinkJoining((actor, { added, updated }) => {
  const addedEvent = memberEvent('member.added', actor, added)
  return updated ? emit(addedEvent, memberEvent('member.updated', actor, updated)) : emit(addedEvent)
})
