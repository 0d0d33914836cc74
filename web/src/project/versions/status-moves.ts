// Where a review round can go, and who may send it there. The server decides; this only keeps people from what it refuses.
import type { Version } from '@dailies/sdk'

export type Status = Version['status']

export const statusNames: Record<Status, string> = {
  IN_PROGRESS: 'In progress',
  NEED_REVIEW: 'Needs review',
  NEED_EDIT: 'Changes requested',
  ON_HOLD: 'On hold',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CLOSED: 'Closed',
}

export const moves: Record<Status, readonly Status[]> = {
  IN_PROGRESS: ['NEED_REVIEW', 'ON_HOLD', 'CLOSED'],
  NEED_REVIEW: ['APPROVED', 'NEED_EDIT', 'REJECTED', 'IN_PROGRESS', 'ON_HOLD', 'CLOSED'],
  NEED_EDIT: ['IN_PROGRESS', 'NEED_REVIEW', 'ON_HOLD', 'CLOSED'],
  ON_HOLD: ['IN_PROGRESS', 'NEED_REVIEW', 'CLOSED'],
  APPROVED: ['NEED_REVIEW', 'CLOSED'],
  REJECTED: ['IN_PROGRESS', 'NEED_REVIEW', 'CLOSED'],
  CLOSED: ['IN_PROGRESS'],
}

export const verdicts: readonly Status[] = ['APPROVED', 'NEED_EDIT', 'REJECTED']

export function verdictsFrom(status: Status): Status[] {
  return verdicts.filter((verdict) => moves[status].includes(verdict))
}

/** What else can be done with a round than judge it: for those who work on the project. */
export function workMovesFrom(status: Status): Status[] {
  return moves[status].filter((move) => !verdicts.includes(move))
}
