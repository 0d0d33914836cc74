// The statuses of files and reviews. The colour of a badge only repeats its text.
import type { File } from '@dailies/sdk'
import styles from './status.module.css'

export type Status = File['tag']

const names: Record<Status, string> = {
  IN_PROGRESS: 'In progress',
  NEED_REVIEW: 'Needs review',
  NEED_EDIT: 'Needs changes',
  ON_HOLD: 'On hold',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CLOSED: 'Closed',
}

export function statusName(status: Status): string {
  return names[status]
}

const looks: Partial<Record<Status, string | undefined>> = {
  NEED_EDIT: styles.warn,
  APPROVED: styles.good,
  REJECTED: styles.bad,
}

export function StatusBadge({ status }: { status: Status }) {
  return <span className={`${styles.badge} ${looks[status] ?? ''}`}>{statusName(status)}</span>
}
