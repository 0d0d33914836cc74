import { createLinkJoining } from '../../auth/join-by-link.ts'
import { emit } from '../../events/outbox.ts'
import { dueDate, memberEvent, reviewRequestEvent } from '../../events/resource-events.ts'

/** Joining by access link with its events, for the operation and for the page. A person who joins does not ask themself for a review. */
export const linkJoining = createLinkJoining((actor, { added, updated, requested }) => {
  const addedEvent = memberEvent('member.added', actor, added)
  const asked = reviewRequestEvent('review_request.created', null, requested, dueDate)
  return updated
    ? emit(addedEvent, memberEvent('member.updated', actor, updated), asked)
    : emit(addedEvent, asked)
})
