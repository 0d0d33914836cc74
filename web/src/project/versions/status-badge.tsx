import styles from './status-badge.module.css'
import { type Status, statusNames } from './status-moves.ts'

const looks: Record<Status, string | undefined> = {
  IN_PROGRESS: styles.working,
  NEED_REVIEW: styles.waiting,
  NEED_EDIT: styles.warn,
  ON_HOLD: styles.still,
  APPROVED: styles.good,
  REJECTED: styles.bad,
  CLOSED: styles.still,
}

const marks: Record<Status, string> = {
  IN_PROGRESS: 'M10 3.5a6.5 6.5 0 0 1 0 13Z',
  NEED_REVIEW: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z',
  NEED_EDIT: 'M6 13.8 13.4 6.4a.9.9 0 0 1 1.3 1.3L7.3 15.1 5.6 15.4Z',
  ON_HOLD: 'M7 6h2v8H7zM11 6h2v8h-2z',
  APPROVED: 'm5.5 10.2 1.2-1.2 2.2 2.2 4.5-4.9 1.2 1.1-5.6 6.1Z',
  REJECTED: 'm6.2 7.4 1.2-1.2L10 8.8l2.6-2.6 1.2 1.2-2.6 2.6 2.6 2.6-1.2 1.2-2.6-2.6-2.6 2.6-1.2-1.2L8.8 10Z',
  CLOSED: 'M5.5 9.2h9v1.6h-9z',
}

/** The status in words; its mark and colour help those who look for it in a list. */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <span className={`${styles.badge} ${looks[status]}`}>
      <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
        <circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d={marks[status]} fill="currentColor" />
      </svg>
      {statusNames[status]}
    </span>
  )
}
