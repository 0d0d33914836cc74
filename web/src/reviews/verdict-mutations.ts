// Giving, replacing and withdrawing one's own verdict.
import type { VerdictRecord } from '@dailies/sdk'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { projectQuery } from '../data/queries.ts'
import { showDone, showProblem } from '../ui/toasts.tsx'
import { decisionTexts } from './decision.tsx'
import { type ReviewDetails, reloadReview, reviewQuery, showStatus } from './review-queries.ts'
import type { VerdictStatus } from './review-status.ts'

type Given = {
  version: ReviewDetails
  verdict: VerdictStatus
  note?: string | null
  /** The caller's verdict before, for the undo. */
  before: VerdictRecord | undefined
}

export function useGiveVerdict() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    // Shown beside the buttons: a toast disappears before it is read.
    meta: { ownErrors: true },
    async onMutate({ version, verdict }) {
      if (decidesAlone(queries, version)) await showStatus(queries, version, verdict)
    },
    onError: (_error, { version }) => queries.setQueryData(reviewQuery(version.id).queryKey, version),
    onSuccess(_nothing, { version, verdict, before }) {
      const news = decidesAlone(queries, version) ? decisionTexts[verdict] : 'Your verdict is saved'
      const key = `review ${version.id}`
      const undo = () =>
        void undoVerdict(version, before)
          .catch((error) => showProblem(error, { key }))
          .then(() => reloadReview(queries, version))
      showDone(`${news}: ${version.name}`, { undo, key })
    },
    onSettled: (_nothing, _error, { version }) => reloadReview(queries, version),
  })
}

/**
 * A review that waits for a verdict takes it with its ETag, so that nobody decides on a review that has just changed. The
 * other operation takes notes, and replaces verdicts.
 */
function send({ version, verdict, note }: Given): Promise<unknown> {
  if (note || version.status !== 'NEED_REVIEW')
    return client.verdicts.give(version.id, { verdict, note: note || null })
  return client.versions.setStatus(version.id, { status: verdict }, { ifMatch: version.eTag })
}

/** Whether the next verdict becomes the status. */
function decidesAlone(queries: QueryClient, { status, reviewRule, project }: ReviewDetails): boolean {
  const rule = reviewRule ?? queries.getQueryData(projectQuery(project.id).queryKey)?.reviewRule
  return status === 'NEED_REVIEW' && (rule?.type ?? 'ANY_ONE') === 'ANY_ONE'
}

async function undoVerdict({ id }: ReviewDetails, before: VerdictRecord | undefined): Promise<void> {
  if (!before || before.stale) await client.verdicts.withdraw(id)
  else await client.verdicts.give(id, { verdict: before.verdict, note: before.note })
}

export function useWithdrawVerdict() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (version: ReviewDetails) => client.verdicts.withdraw(version.id),
    onSuccess: (_nothing, { id, name }) =>
      showDone(`Your verdict is withdrawn: ${name}`, { key: `review ${id}` }),
    onSettled: (_nothing, _error, version) => reloadReview(queries, version),
  })
}
