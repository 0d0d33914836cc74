// The verdict beside the image: for the review in the URL, otherwise for the newest one that waits for a decision.

import type { FileDetails, Version } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useParticipant } from '../../data/participant.ts'
import { Decision } from '../../reviews/decision.tsx'
import { countFiles } from '../../reviews/review-name.ts'
import { ReviewPanel } from '../../reviews/review-panel.tsx'
import { type ReviewDetails, reviewQuery } from '../../reviews/review-queries.ts'
import type { VerdictStatus } from '../../reviews/review-status.ts'
import { approvalCount } from '../../reviews/review-texts.ts'
import { type MyStanding, useMarkSeen, useStanding } from '../../reviews/reviewers.ts'
import { isUndecided, Verdict } from '../../reviews/verdict.tsx'
import { coverage, verdictLabel } from '../../reviews/verdict-label.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DownIcon } from '../../ui/icons.tsx'
import { useMediaQuery } from '../../ui/media-query.ts'
import { Menu, MenuRadioGroup } from '../../ui/menu.tsx'
import { PeopleIcon } from '../../ui/object-icons.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { statusName } from '../../ui/status.tsx'
import { reviewsOfFileQuery } from './header-queries.ts'
import styles from './review-control.module.css'

const RequestReviewDialog = lazy(async () => ({
  default: (await import('../../reviews/request-review-dialog.tsx')).RequestReviewDialog,
}))

const VerdictDialog = lazy(async () => ({
  default: (await import('../../reviews/verdict-dialog.tsx')).VerdictDialog,
}))

/** `children` is shown while the file is in no review. */
export function ReviewControl({ file, children }: { file: FileDetails; children: ReactNode }) {
  const { contribute } = useParticipant()
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
  const standing = useStanding(review)
  useMarkSeen(review.id, standing)
  const [asked, setAsked] = useState<VerdictStatus>()
  const [isOpen, setOpen] = useState(false)
  const key = (status: VerdictStatus, keys: string) => ({
    keys,
    label: verdictLabel(status, review),
    run: () => setAsked(status),
  })
  useShortcuts(
    'Review',
    isUndecided(review, standing)
      ? [key('APPROVED', 'Shift+A'), key('NEED_EDIT', 'Shift+R'), key('REJECTED', 'Shift+X')]
      : [],
  )
  return (
    <>
      {isWide ? (
        <Inline {...shown} standing={standing} onOpen={() => setOpen(true)} />
      ) : (
        <Opener review={review} onOpen={() => setOpen(true)} />
      )}
      {isOpen && <Sheet {...shown} onClose={() => setOpen(false)} />}
      <Suspense>
        {asked && <VerdictDialog version={review} verdict={asked} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </>
  )
}

function Inline({
  file,
  review,
  reviews,
  standing,
  onOpen,
}: Shown & { standing: MyStanding | undefined; onOpen: () => void }) {
  const { approved, asked } = standing ? approvalCount(standing) : { approved: 0, asked: 0 }
  return (
    <section className={styles.inline} aria-label={`Review ${review.name}`}>
      <ReviewName file={file} review={review} reviews={reviews} />
      <Verdict version={review} brief />
      <Button small look="plain" aria-haspopup="dialog" title="Reviewers" onClick={onOpen}>
        <PeopleIcon />
        <span className="unseen">Reviewers</span>
        {asked > 0 && (
          <span>
            {approved} of {asked}
          </span>
        )}
      </Button>
    </section>
  )
}

/** For windows in which the buttons do not fit beside the name of the file. */
function Opener({ review, onOpen }: { review: ReviewDetails; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={styles.open}
      aria-label={`Review: ${statusName(review.status)}`}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {review.status === 'NEED_REVIEW' ? (
        <span className={styles.decide}>Review</span>
      ) : (
        <Short of={review} />
      )}
      <DownIcon />
    </button>
  )
}

/** The whole review: the verdict, its rule and its reviewers. */
function Sheet({ file, review, reviews, onClose }: Shown & { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={review.name}
      description={`${countFiles(review.files.length)}: ${coverage(review)}`}
    >
      {reviews.length > 1 && <ReviewName file={file} review={review} reviews={reviews} />}
      <ReviewPanel version={review} big onDecided={onClose} />
    </Dialog>
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
