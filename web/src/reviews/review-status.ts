// The statuses that a review can move to. Reviewers give verdicts; contributors make all other transitions.
import { transitions, verdicts } from '../generated/review-status.ts'
import type { Status } from '../ui/status.tsx'

export type VerdictStatus = (typeof verdicts)[number]

export function isVerdict(status: Status): status is VerdictStatus {
  return verdicts.some((verdict) => verdict === status)
}

/** Whether verdicts can be given, replaced and withdrawn. */
export function isUnderReview(status: Status): boolean {
  return status === 'NEED_REVIEW' || isVerdict(status)
}

function movesFrom(status: Status): readonly Status[] {
  return transitions[status]
}

export function verdictsFrom(status: Status): VerdictStatus[] {
  return verdicts.filter((verdict) => movesFrom(status).includes(verdict))
}

/** The transitions that are not verdicts. */
export function workMovesFrom(status: Status): Status[] {
  return movesFrom(status).filter((move) => !isVerdict(move))
}
