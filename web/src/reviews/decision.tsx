import type { Version } from '@dailies/sdk'
import { type Status, statusName } from '../ui/status.tsx'
import { Time } from '../ui/time.tsx'
import styles from './verdict.module.css'

/** The action that led to the current status of a review. */
export const decisionTexts: Record<Status, string> = {
  IN_PROGRESS: 'Back in progress',
  NEED_REVIEW: 'Review requested',
  NEED_EDIT: 'Changes requested',
  ON_HOLD: 'Put on hold',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CLOSED: 'Closed',
}

type Decided = Pick<Version, 'status' | 'statusChangedAt' | 'statusChangedBy' | 'decidedByAgent'>

/** “Approved by Ann Lee, 2 minutes ago”, with the exact time in the tooltip. */
export function Decision({ version }: { version: Decided }) {
  const { status, statusChangedAt, statusChangedBy, decidedByAgent } = version
  if (statusChangedAt === null || status === 'NEED_REVIEW')
    return (
      <span className={styles.decision} data-status={status}>
        {statusName(status)}
      </span>
    )
  return (
    <span className={styles.decision} data-status={status}>
      <span>
        {decisionTexts[status]}{' '}
        <span className={styles.by}>
          by {statusChangedBy?.name ?? 'a former member'}
          {decidedByAgent && ' (by a tool)'}, <Time of={statusChangedAt} />
        </span>
      </span>
    </span>
  )
}
