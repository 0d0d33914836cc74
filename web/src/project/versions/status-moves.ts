// Where a review round can go, and who may send it there. The server decides; this only keeps people from what it refuses.
import type { Status } from '../../ui/status.tsx'

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
