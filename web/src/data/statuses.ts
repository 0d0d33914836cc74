import { statuses } from '../generated/review-status.ts'
import { type Status, statusName } from '../ui/status.tsx'

/** For menus and filters. */
export const statusOptions = statuses.map((status) => [status, statusName(status)] as const)

/** The status of a new file: cards do not show it. */
export const defaultStatus: Status = 'NEED_REVIEW'
