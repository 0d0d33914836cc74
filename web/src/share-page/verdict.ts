import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { createStore } from '../data/store.ts'
import type { VerdictStatus } from '../reviews/review-status.ts'
import { openShareQuery } from './share-queries.ts'

/** Gives the guest's verdict on a version, or takes it back. */
export function useVerdict(versionId: string) {
  const queries = useQueryClient()
  // Shown beside the buttons: a toast disappears before it is read.
  const meta = { ownErrors: true }
  const onSettled = () => queries.invalidateQueries({ queryKey: openShareQuery.queryKey })
  const give = useMutation({
    mutationFn: (fields: { verdict: VerdictStatus; note?: string | null }) =>
      client.verdicts.give(versionId, fields),
    meta,
    onSettled,
  })
  const withdraw = useMutation({ mutationFn: () => client.verdicts.withdraw(versionId), meta, onSettled })
  return { give, withdraw }
}

/** The version that the guest writes a note on. Apart from the buttons, which move when a phone is turned. */
export const noteStore = createStore<{ versionId: string | null }>({ versionId: null })

export function askForNote(versionId: string | null): void {
  noteStore.set({ versionId })
}
