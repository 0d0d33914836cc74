// Which status a review can move to, and who may move it. The server decides; this hides what it would refuse.
import type { Status } from '../ui/status.tsx'

export const moves: Record<Status, readonly Status[]> = {
  IN_PROGRESS: ['NEED_REVIEW', 'ON_HOLD', 'CLOSED'],
  NEED_REVIEW: ['APPROVED', 'NEED_EDIT', 'REJECTED', 'IN_PROGRESS', 'ON_HOLD', 'CLOSED'],
  NEED_EDIT: ['IN_PROGRESS', 'NEED_REVIEW', 'ON_HOLD', 'CLOSED'],
  ON_HOLD: ['IN_PROGRESS', 'NEED_REVIEW', 'CLOSED'],
  APPROVED: ['NEED_REVIEW', 'CLOSED'],
  REJECTED: ['IN_PROGRESS', 'NEED_REVIEW', 'CLOSED'],
  CLOSED: ['IN_PROGRESS'],
}

export const verdicts = ['APPROVED', 'NEED_EDIT', 'REJECTED'] as const
export type VerdictStatus = (typeof verdicts)[number]

export function isVerdict(status: Status): status is VerdictStatus {
  return verdicts.some((verdict) => verdict === status)
}

export function verdictsFrom(status: Status): VerdictStatus[] {
  return verdicts.filter((verdict) => moves[status].includes(verdict))
}

/** The moves besides verdicts: for members of the project and above. */
export function workMovesFrom(status: Status): Status[] {
  return moves[status].filter((move) => !isVerdict(move))
}
