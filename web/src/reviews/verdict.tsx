// The verdict on a review: on its page, and beside the file in the review room.
import { lazy, Suspense, useId, useState } from 'react'
import { usePermissions } from '../data/permissions.ts'
import { verdicts } from '../generated/review-status.ts'
import { Button } from '../ui/button.tsx'
import { CheckIcon, CloseIcon, UndoIcon } from '../ui/icons.tsx'
import { Blockers, isBlocked } from './blockers.tsx'
import { Decision } from './decision.tsx'
import { MoveProblem } from './move-problem.tsx'
import { type ReviewDetails, useSetStatus } from './review-queries.ts'
import { isUnderReview, isVerdict, type VerdictStatus, verdictsFrom } from './review-status.ts'
import { type MyStanding, useStanding } from './reviewers.ts'
import styles from './verdict.module.css'
import { coverage, verdictLabel } from './verdict-label.ts'
import { useGiveVerdict, useWithdrawVerdict } from './verdict-mutations.ts'

const VerdictDialog = lazy(async () => ({ default: (await import('./verdict-dialog.tsx')).VerdictDialog }))

const looks: Record<VerdictStatus, string> = {
  APPROVED: styles.approve!,
  NEED_EDIT: styles.change!,
  REJECTED: styles.reject!,
}

/** Whether the review waits for a verdict of the caller: for anybody's, or for theirs, because they were asked. */
export function isUndecided({ status }: ReviewDetails, standing: MyStanding | undefined): boolean {
  return verdictsFrom(status).length > 0 || standing?.isAwaited === true
}

type VerdictProps = {
  version: ReviewDetails
  onDecided?: () => void
  /** Stacks the buttons, for touch. */
  big?: boolean
  /** In a bar, without space for sentences. */
  brief?: boolean
}

/** The status of the review, who set it when, and the verdict buttons. One click approves; others ask for a note. */
export function Verdict({ version, onDecided, big = false, brief = false }: VerdictProps) {
  const standing = useStanding(version)
  const give = useGiveVerdict()
  const [asked, setAsked] = useState<VerdictStatus>()
  const [isChanging, setChanging] = useState(false)
  const blockersId = useId()
  const isOpen = isUndecided(version, standing) || (isChanging && isUnderReview(version.status))
  // Of several people, nobody set the status alone.
  const isShared = standing?.rule.type === 'ALL_REQUESTED' && isVerdict(version.status)
  const before = standing?.mine
  const own = before && !before.stale ? before.verdict : undefined
  const isRefused = (status: VerdictStatus) => status === 'APPROVED' && isBlocked(version)
  function decide(verdict: VerdictStatus) {
    if (verdict !== 'APPROVED' || verdict === own) setAsked(verdict)
    else give.mutate({ version, verdict, before }, { onSuccess: finish })
  }
  function finish() {
    setAsked(undefined)
    setChanging(false)
    onDecided?.()
  }
  return (
    <div className={styles.verdict} data-big={big || undefined}>
      <span role="status" className={styles.now}>
        <Decision version={isShared ? { ...version, statusChangedAt: null } : version} />
      </span>
      <UndoButton version={version} standing={standing} />
      {!isOpen && standing && isUnderReview(version.status) && (
        <Button small look="plain" onClick={() => setChanging(true)}>
          {own ? 'Change verdict' : 'Give a verdict'}
        </Button>
      )}
      {isOpen && (
        <div className={styles.buttons}>
          {verdicts.map((status) => (
            <Button
              key={status}
              small={!big}
              className={`${styles.button} ${isRefused(status) ? '' : looks[status]}`}
              title={`${verdictLabel(status, version)}: ${coverage(version)}`}
              // Pressed: the caller's verdict.
              aria-pressed={own && status === own}
              disabled={give.isPending || isRefused(status)}
              aria-describedby={isRefused(status) ? blockersId : undefined}
              onClick={() => decide(status)}
            >
              {status === (own ?? 'APPROVED') && !isRefused(status) && <CheckIcon />}
              {status === 'REJECTED' && big && !own && <CloseIcon />}
              {verdictLabel(status, version)}
            </Button>
          ))}
        </div>
      )}
      {isOpen && <Blockers version={version} brief={brief} id={blockersId} onFollow={onDecided} />}
      <MoveProblem error={give.error} />
      <Suspense>
        {asked && (
          <VerdictDialog
            version={version}
            verdict={asked}
            onClose={() => setAsked(undefined)}
            onGiven={finish}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Takes the decision back: one's own verdict, or, as a contributor, that of anybody. */
function UndoButton({ version, standing }: { version: ReviewDetails; standing: MyStanding | undefined }) {
  const { me, contribute } = usePermissions(version.project.id)
  const setStatus = useSetStatus()
  const withdraw = useWithdrawVerdict()
  const isMine = version.statusChangedBy?.id === me.id
  if (!isVerdict(version.status) || !(contribute || isMine)) return null
  const isOwnVerdict = isMine && standing?.mine?.verdict === version.status && !standing.mine.stale
  return (
    <>
      <Button
        small
        look="plain"
        disabled={setStatus.isPending || withdraw.isPending}
        onClick={() => (isOwnVerdict ? withdraw.mutate(version) : void setStatus.sendBack(version.id))}
      >
        <UndoIcon /> Undo
      </Button>
      <MoveProblem error={setStatus.error} />
    </>
  )
}
