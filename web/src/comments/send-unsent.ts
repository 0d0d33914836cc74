import type { Account } from '@dailies/sdk'
import { useEffect } from 'react'
import { shownAs } from '../data/queries.ts'
import { outboxKey } from './browser-storage.ts'

/** Sends comments that an earlier visit left unsent, whichever page is opened first. */
export function useUnsentComments(me: Account | undefined): void {
  useEffect(() => {
    if (!me || localStorage.getItem(outboxKey(me.id)) === null) return
    void import('./outbox.ts').then(({ outboxOf }) => outboxOf(shownAs(me)))
  }, [me])
}
