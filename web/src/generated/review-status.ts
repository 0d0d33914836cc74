// Made by `npm run generate` from server/src/records/version.ts.

/** The statuses of reviews and files, in the order in which the API sorts them. */
export const statuses = [
  'IN_PROGRESS',
  'NEED_REVIEW',
  'NEED_EDIT',
  'ON_HOLD',
  'APPROVED',
  'REJECTED',
  'CLOSED',
] as const

/** The statuses that a review can move to from each status. */
export const transitions = {
  IN_PROGRESS: ['NEED_REVIEW', 'ON_HOLD', 'CLOSED'],
  NEED_REVIEW: ['APPROVED', 'NEED_EDIT', 'REJECTED', 'IN_PROGRESS', 'ON_HOLD', 'CLOSED'],
  NEED_EDIT: ['IN_PROGRESS', 'NEED_REVIEW', 'ON_HOLD', 'CLOSED'],
  ON_HOLD: ['IN_PROGRESS', 'NEED_REVIEW', 'CLOSED'],
  APPROVED: ['NEED_REVIEW', 'CLOSED'],
  REJECTED: ['IN_PROGRESS', 'NEED_REVIEW', 'CLOSED'],
  CLOSED: ['IN_PROGRESS'],
} as const

/** The decisions of a reviewer. */
export const verdicts = ['APPROVED', 'NEED_EDIT', 'REJECTED'] as const
