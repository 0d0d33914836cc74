import type { FormEvent, KeyboardEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { TextArea } from '../ui/field.tsx'
import { Blockers, isBlocked } from './blockers.tsx'
import { MoveProblem } from './move-problem.tsx'
import type { ReviewDetails } from './review-queries.ts'
import type { VerdictStatus } from './review-status.ts'
import { useStanding } from './reviewers.ts'
import styles from './reviews.module.css'
import { coverage, verdictLabel } from './verdict-label.ts'
import { useGiveVerdict } from './verdict-mutations.ts'

const noteLabels: Record<VerdictStatus, string> = {
  APPROVED: 'Note (optional)',
  NEED_EDIT: 'What should change? (optional)',
  REJECTED: 'Why? (optional)',
}

/** Asks before a verdict that was chosen by key, and for the note of a verdict that needs one. */
export function VerdictDialog({
  version,
  verdict,
  onClose,
  onGiven = onClose,
}: {
  version: ReviewDetails
  verdict: VerdictStatus
  onClose: () => void
  onGiven?: () => void
}) {
  const before = useStanding(version)?.mine
  const give = useGiveVerdict()
  const label = verdictLabel(verdict, version)
  const isRefused = verdict === 'APPROVED' && isBlocked(version)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const note = String(new FormData(event.currentTarget).get('note')).trim()
    give.mutate({ version, verdict, note, before }, { onSuccess: onGiven })
  }
  function sendByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }
  return (
    <Dialog open onClose={onClose} title={`${label}?`} description={`${version.name}: ${coverage(version)}`}>
      <form className={styles.form} onSubmit={submit} onKeyDown={sendByKey}>
        <TextArea
          label={noteLabels[verdict]}
          name="note"
          maxLength={2000}
          defaultValue={before?.verdict === verdict ? (before.note ?? '') : ''}
        />
        {isRefused && <Blockers version={version} onFollow={onClose} />}
        <MoveProblem error={give.error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="main"
            // An approval needs no note: Enter confirms it.
            {...(verdict === 'APPROVED' && { ref: focus })}
            busy={give.isPending}
            disabled={isRefused}
          >
            {label}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}
