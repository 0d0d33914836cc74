// The words of documents for the states of a review.
import type { Receipt } from '../../records/receipt.ts'

type GivenVerdict = Receipt['verdicts'][number]

export const statusWords: Record<Receipt['version']['status'], string> = {
  IN_PROGRESS: 'In progress',
  NEED_REVIEW: 'Waiting for review',
  NEED_EDIT: 'Changes requested',
  ON_HOLD: 'On hold',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CLOSED: 'Closed',
}

export const verdictWords: Record<GivenVerdict['verdict'], string> = {
  APPROVED: 'Approved',
  NEED_EDIT: 'Changes requested',
  REJECTED: 'Rejected',
}

export const staleWords: Record<NonNullable<GivenVerdict['stale']>, string> = {
  REOPENED: 'the review was reopened since',
  FILES_CHANGED: 'a file was deleted since',
  NEW_REVISION: 'a newer revision has arrived since',
}
