// The states of files and of review rounds, in words. Colour only repeats what the word says.
import type { File } from '@dailies/sdk'
import styles from './status.module.css'

export type Status = File['tag']

export const statuses: readonly (readonly [Status, string])[] = [
  ['IN_PROGRESS', 'In progress'],
  ['NEED_REVIEW', 'Needs review'],
  ['NEED_EDIT', 'Needs changes'],
  ['ON_HOLD', 'On hold'],
  ['APPROVED', 'Approved'],
  ['REJECTED', 'Rejected'],
  ['CLOSED', 'Closed'],
]

const names = new Map(statuses)

export function statusName(status: Status): string {
  return names.get(status) ?? status
}

const looks: Partial<Record<Status, string | undefined>> = {
  NEED_EDIT: styles.warn,
  APPROVED: styles.good,
  REJECTED: styles.bad,
}

export function StatusBadge({ status }: { status: Status }) {
  return <span className={`${styles.badge} ${looks[status] ?? ''}`}>{statusName(status)}</span>
}
