// The verdict on a review: on its page, and beside the file in the review room.
import { usePermissions } from '../data/permissions.ts'
import { Button } from '../ui/button.tsx'
import { CheckIcon, CloseIcon, UndoIcon } from '../ui/icons.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Decision } from './decision.tsx'
import { countFiles } from './review-name.ts'
import { isStale, type ReviewDetails, useSetStatus } from './review-queries.ts'
import { isVerdict, type VerdictStatus, verdictsFrom } from './review-status.ts'
import styles from './verdict.module.css'

const looks: Record<VerdictStatus, string> = {
  APPROVED: styles.approve!,
  NEED_EDIT: styles.change!,
  REJECTED: styles.reject!,
}

/** The name of a verdict, and the files that it covers. */
export function verdictLabel(status: VerdictStatus, { files }: Pick<ReviewDetails, 'files'>): string {
  const covered = files.length === 1 ? 'this file' : countFiles(files.length)
  if (status === 'APPROVED') return files.length === 0 ? 'Approve' : `Approve ${covered}`
  return status === 'NEED_EDIT' ? 'Request changes' : 'Reject'
}

/** The status of the review, who set it when, and the verdict buttons while a decision is pending. */
export function Verdict({
  version,
  onDecided,
  big = false,
}: {
  version: ReviewDetails
  onDecided?: () => void
  /** Stacks the buttons, for touch. */
  big?: boolean
}) {
  const { me, contribute } = usePermissions(version.project.id)
  const setStatus = useSetStatus()
  const mayUndo = isVerdict(version.status) && (contribute || version.statusChangedBy?.id === me.id)
  return (
    <div className={styles.verdict} data-big={big || undefined}>
      <span role="status" className={styles.now}>
        <Decision version={version} />
      </span>
      {mayUndo && (
        <Button
          small
          look="plain"
          disabled={setStatus.isPending}
          onClick={() => void setStatus.takeBack(version.id)}
        >
          <UndoIcon /> Undo
        </Button>
      )}
      {verdictsFrom(version.status).length > 0 && (
        <div className={styles.buttons}>
          {verdictsFrom(version.status).map((status) => (
            <Button
              key={status}
              small={!big}
              className={`${styles.button} ${looks[status]}`}
              title={`${verdictLabel(status, version)}: ${coverage(version)}`}
              disabled={setStatus.isPending}
              onClick={() => setStatus.mutate({ version, status }, { onSuccess: () => onDecided?.() })}
            >
              {status === 'APPROVED' && <CheckIcon />}
              {status === 'REJECTED' && big && <CloseIcon />}
              {verdictLabel(status, version)}
            </Button>
          ))}
        </div>
      )}
      <MoveProblem error={setStatus.error} />
    </div>
  )
}

/** The names of the files, as many as fit on a line. */
export function coverage({ files }: Pick<ReviewDetails, 'files'>): string {
  const named = files.slice(0, 3).map(({ name }) => name)
  const more = files.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

export function MoveProblem({ error }: { error: unknown }) {
  if (!isStale(error)) return <ProblemNote error={error} />
  return (
    <p className={styles.stale} role="alert">
      Somebody changed this review while you were looking at it. This is the current state; decide again.
    </p>
  )
}
