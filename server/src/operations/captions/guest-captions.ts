// Guests of a share read finished captions. The authors of captions are not shown to them.
import type { Caller } from '../../core/access.ts'
import { type Fragment, fragment, nothing } from '../../core/sql.ts'

/** A condition on `captions c`. */
export function readyForGuests({ kind }: Caller): Fragment {
  return kind === 'share' ? fragment`and c.state = 'READY'` : nothing
}

export function shownTo<Shown extends { author: unknown }>({ kind }: Caller, captions: Shown): Shown {
  return kind === 'share' ? { ...captions, author: null } : captions
}
