import { createLinkJoining } from '../../auth/join-by-link.ts'
import { tell } from '../../events/outbox.ts'
import { tellMember } from '../../events/tellings.ts'

/** Joining by access link with its events, for the operation and for the page. */
export const linkJoining = createLinkJoining((actor, { added, updated }) => {
  const addedEvent = tellMember('member.added', actor, added)
  return updated ? tell(addedEvent, tellMember('member.updated', actor, updated)) : tell(addedEvent)
})
