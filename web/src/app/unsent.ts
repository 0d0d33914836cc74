import type { Account } from '@dailies/sdk'
import { useEffect } from 'react'
import { shownAs } from './queries.ts'

/** Where the comments of a person wait to be sent, in this browser. */
export const outboxKey = (userId: string) => `dailies:outbox:${userId}`

/** Sends comments that an earlier visit could not send, whichever page is opened first. */
export function useUnsentComments(me: Account | undefined): void {
  useEffect(() => {
    if (!me || localStorage.getItem(outboxKey(me.id)) === null) return
    void import('../room/comments/outbox.ts').then(({ outboxOf }) => outboxOf(shownAs(me)))
  }, [me])
}
