// Guests of a share read finished captions. Who added them is no business of theirs.
import type { Caller } from '../../core/access.ts'
import { type Fragment, fragment, nothing } from '../../core/sql.ts'

/** A condition on `captions c`. */
export function readyForGuests({ kind }: Caller): Fragment {
  return kind === 'share' ? fragment`and c.state = 'READY'` : nothing
}

export function shownTo<Shown extends { author: unknown }>({ kind }: Caller, captions: Shown): Shown {
  return kind === 'share' ? { ...captions, author: null } : captions
}
