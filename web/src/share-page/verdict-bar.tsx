// The guest's verdict on a version: two large buttons, and afterwards what they said.
import type { OpenShare } from '@dailies/sdk'
import { isUnderReview, type VerdictStatus } from '../reviews/review-status.ts'
import { Button } from '../ui/button.tsx'
import { CheckIcon, CloseIcon, UndoIcon } from '../ui/icons.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { statusName } from '../ui/status.tsx'
import type { ShareVersion } from './sections.ts'
import { askForNote, useVerdict } from './verdict.ts'
import styles from './verdict-bar.module.css'

type VerdictBarProps = {
  share: OpenShare
  version: ShareVersion
  /** In a bar with other controls. */
  small?: boolean
  /** Where nothing else says what the verdict is about. */
  named?: boolean
}

export function VerdictBar({ share, version, small = false, named = false }: VerdictBarProps) {
  const { give, withdraw } = useVerdict(version.id)
  if (!share.verdicts) return null
  const isBusy = give.isPending || withdraw.isPending
  const own = version.verdict?.stale === false ? version.verdict : null
  const covered = share.files.filter((file) => file.version?.id === version.id).length
  return (
    <section className={styles.verdict} data-small={small || undefined} aria-label="Your verdict">
      {named && (
        <p className={styles.what}>
          <b>{version.name}</b> <span className="quiet">{countOf(covered)}</span>
        </p>
      )}
      {version.verdict?.stale && <p className="quiet">Changed since your verdict</p>}
      {own && (
        <p className={styles.given} data-verdict={own.verdict} role="status">
          {own.verdict === 'APPROVED' ? <CheckIcon /> : <CloseIcon />}
          {said[own.verdict]}
        </p>
      )}
      {!isUnderReview(version.status) && <p className="quiet">{statusName(version.status)}</p>}
      {own && isUnderReview(version.status) && (
        <Button look="plain" disabled={isBusy} onClick={() => withdraw.mutate()}>
          <UndoIcon /> Undo
        </Button>
      )}
      {!own && isUnderReview(version.status) && (
        <div className={styles.buttons}>
          <Button
            className={styles.change ?? ''}
            title="Request changes"
            aria-label="Request changes"
            disabled={isBusy || share.guest.preview}
            onClick={() => askForNote(version.id)}
          >
            {small ? 'Changes' : 'Request changes'}
          </Button>
          <Button
            className={styles.approve ?? ''}
            title={`Approve ${countOf(covered)}`}
            disabled={isBusy || share.guest.preview}
            onClick={() => give.mutate({ verdict: 'APPROVED' })}
          >
            <CheckIcon /> {covered > 1 && !small ? `Approve ${covered} files` : 'Approve'}
          </Button>
        </div>
      )}
      <ProblemNote error={give.error ?? withdraw.error} />
    </section>
  )
}

function countOf(files: number): string {
  return files === 1 ? '1 file' : `${files} files`
}

const said: Record<VerdictStatus, string> = {
  APPROVED: 'You approved this',
  NEED_EDIT: 'You requested changes',
  REJECTED: 'You rejected this',
}
