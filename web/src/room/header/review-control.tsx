// The verdict beside the image: for the review in the URL, otherwise for the newest one that waits for a decision.
import type { FileDetails, Version } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Decision } from '../../reviews/decision.tsx'
import { countFiles } from '../../reviews/review-name.ts'
import { type ReviewDetails, reviewQuery, useSetStatus } from '../../reviews/review-queries.ts'
import { type VerdictStatus, verdictsFrom } from '../../reviews/review-status.ts'
import { coverage, MoveProblem, Verdict, verdictLabel } from '../../reviews/verdict.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { DownIcon } from '../../ui/icons.tsx'
import { useMediaQuery } from '../../ui/media-query.ts'
import { Menu, MenuRadioGroup } from '../../ui/menu.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { statusName } from '../../ui/status.tsx'
import { useRoom } from '../room.ts'
import { reviewsOfFileQuery } from './header-queries.ts'
import styles from './review-control.module.css'

const RequestReviewDialog = lazy(async () => ({
  default: (await import('../../reviews/request-review-dialog.tsx')).RequestReviewDialog,
}))

/** `children` is shown while the file is in no review. */
export function ReviewControl({ file, children }: { file: FileDetails; children: ReactNode }) {
  const { contribute } = useRoom().permissions
  // The state is here because the dialog outlives its button: the file is in a review as soon as one is requested.
  const [isRequesting, setRequesting] = useState(false)
  return (
    <>
      <CurrentReview file={file}>
        {children}
        {contribute && (
          <Button small aria-label="Request review" onClick={() => setRequesting(true)}>
            <span>
              Request<span className={styles.noun}> review</span>
            </span>
          </Button>
        )}
      </CurrentReview>
      <Suspense>
        {isRequesting && (
          <RequestReviewDialog
            projectId={file.project.id}
            files={[file]}
            onClose={() => setRequesting(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function CurrentReview({ file, children }: { file: FileDetails; children: ReactNode }) {
  const { version } = useSearch({ from: '/files/$fileId' })
  const { data: reviews } = useQuery(reviewsOfFileQuery(file))
  const chosen = reviews && chooseReview(reviews, version)
  const { data: review } = useQuery({ ...reviewQuery(chosen?.id ?? ''), enabled: chosen !== undefined })
  if (reviews && !chosen) return children
  return review && review.id === chosen?.id ? (
    <ReviewOf file={file} review={review} reviews={reviews!} />
  ) : null
}

function chooseReview(reviews: Version[], asked: string | undefined): Version | undefined {
  return (
    reviews.find(({ id }) => id === asked) ??
    reviews.find(({ status }) => status === 'NEED_REVIEW') ??
    reviews.find(({ status }) => status !== 'CLOSED')
  )
}

type Shown = { file: FileDetails; review: ReviewDetails; reviews: Version[] }

function ReviewOf(shown: Shown) {
  const { review } = shown
  const isWide = useMediaQuery('(min-width: 80rem)')
  const [asked, setAsked] = useState<VerdictStatus>()
  const key = (status: VerdictStatus, keys: string) => ({
    keys,
    label: verdictLabel(status, review),
    run: () => setAsked(status),
  })
  useShortcuts(
    'Review',
    verdictsFrom(review.status).length === 0
      ? []
      : [key('APPROVED', 'Shift+A'), key('NEED_EDIT', 'Shift+R'), key('REJECTED', 'Shift+X')],
  )
  return (
    <>
      {isWide ? <Inline {...shown} /> : <Sheet {...shown} />}
      {asked && <ConfirmVerdict review={review} status={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Inline({ file, review, reviews }: Shown) {
  return (
    <section className={styles.inline} aria-label={`Review ${review.name}`}>
      <ReviewName file={file} review={review} reviews={reviews} />
      <Verdict version={review} />
    </section>
  )
}

/** For windows in which the buttons do not fit beside the name of the file. */
function Sheet({ file, review, reviews }: Shown) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-label={`Review: ${statusName(review.status)}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {review.status === 'NEED_REVIEW' ? (
          <span className={styles.decide}>Review</span>
        ) : (
          <Short of={review} />
        )}
        <DownIcon />
      </button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={review.name}
          description={`${countFiles(review.files.length)}: ${coverage(review)}`}
        >
          {reviews.length > 1 && <ReviewName file={file} review={review} reviews={reviews} />}
          <Verdict version={review} big onDecided={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

/** The status alone; who and when are in the sheet. */
function Short({ of: review }: { of: Version }) {
  return <Decision version={{ ...review, statusChangedAt: null }} />
}

/** The name of the review, and the other reviews with this file. */
function ReviewName({ file, review, reviews }: Shown) {
  const navigate = useNavigate()
  const choose = (id: string) =>
    navigate({
      to: '/files/$fileId',
      params: { fileId: file.id },
      search: (before) => ({ ...before, version: id }),
      replace: true,
    })
  if (reviews.length < 2)
    return (
      <span className={styles.name} title={review.name}>
        {review.name}
      </span>
    )
  return (
    <Menu
      label="Choose a review"
      button={
        <button type="button" className={styles.pick} title={review.name}>
          <span className={styles.name}>{review.name}</span>
          <DownIcon />
        </button>
      }
    >
      <MenuRadioGroup
        label={`This file is in ${reviews.length} reviews`}
        value={review.id}
        options={reviews.map(({ id, name, status }) => [id, `${name} · ${statusName(status)}`])}
        onChange={(id) => void choose(id)}
      />
    </Menu>
  )
}

/** A key is pressed by mistake more easily than a button: confirm before deciding. */
function ConfirmVerdict({
  review,
  status,
  onClose,
}: {
  review: ReviewDetails
  status: VerdictStatus
  onClose: () => void
}) {
  const setStatus = useSetStatus()
  const label = verdictLabel(status, review)
  return (
    <Dialog open onClose={onClose} title={`${label}?`} description={`${review.name}: ${coverage(review)}`}>
      <MoveProblem error={setStatus.error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="main"
          ref={(button) => button?.focus()}
          busy={setStatus.isPending}
          onClick={() => setStatus.mutate({ version: review, status }, { onSuccess: onClose })}
        >
          {label}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
