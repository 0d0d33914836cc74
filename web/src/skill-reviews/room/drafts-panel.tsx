// The reviews of a file by skills, beside the image: the draft notes that wait for a decision, and what became of the others.
import {
  DailiesError,
  type DraftNote,
  type FileDetails,
  type ListSkillReviewsResult,
  type SkillReview,
} from '@dailies/sdk'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { MenuLink } from '../../ui/menu-link.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import {
  isUnderWay,
  useAcceptAll,
  useCancelReview,
  useFittingReviewers,
  useRetryReview,
  useSkillReviews,
  useStartReview,
  waitingDrafts,
} from '../skill-review-queries.ts'
import { outcomeNames, reviewFacts, stateText } from '../skill-review-text.ts'
import { DraftRow } from './draft-row.tsx'
import styles from './drafts-panel.module.css'

type DraftsPanelProps = { file: FileDetails; onNote: (commentId: string) => void }

export function DraftsPanel({ file, onNote }: DraftsPanelProps) {
  const { data, error, refetch } = useSkillReviews(file)
  return (
    <section
      className={styles.panel}
      role="tabpanel"
      aria-label={`Drafts for ${file.name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
      tabIndex={0}
    >
      {data ? (
        <Reviews {...{ file, data, onNote }} />
      ) : error ? (
        <EmptyState title="The drafts could not be loaded">
          <Button onClick={() => void refetch()}>Try again</Button>
        </EmptyState>
      ) : (
        <div className={styles.waiting}>
          <Spinner label="Loading" />
        </div>
      )}
    </section>
  )
}

function Reviews({ file, data, onNote }: DraftsPanelProps & { data: ListSkillReviewsResult }) {
  const drafts = waitingDrafts(data)
  const decided = data.draftNotes.filter(({ state }) => state !== 'DRAFT')
  return (
    <>
      <Head file={file} drafts={drafts} />
      {data.skillReviews.length === 0 && (
        <EmptyState title="No skill has reviewed this file">
          <p className="quiet">
            A skill drafts notes on exact frames. You decide which of them become comments.
          </p>
        </EmptyState>
      )}
      {drafts.length > 0 && (
        <ul className={styles.list} aria-label="Draft notes">
          {drafts.map((draft) => (
            <DraftRow key={draft.id} {...{ file, draft, onNote }} />
          ))}
        </ul>
      )}
      {data.skillReviews.length > 0 && (
        <section className={styles.group} aria-label="Reviews by skills">
          <h3 className={styles.title}>Reviews by skills</h3>
          <ul className={styles.list}>
            {data.skillReviews.map((review) => (
              <ReviewRow key={review.id} {...{ file, review, onNote }} />
            ))}
          </ul>
        </section>
      )}
      {decided.length > 0 && (
        <details className={styles.group}>
          <summary className={styles.title}>
            Decided <span className={styles.count}>{decided.length}</span>
          </summary>
          <ul className={styles.list} aria-label="Decided drafts">
            {decided.map((draft) => (
              <DraftRow key={draft.id} {...{ file, draft, onNote }} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Head({ file, drafts }: { file: FileDetails; drafts: readonly DraftNote[] }) {
  const reviewers = useFittingReviewers(file)
  const start = useStartReview(file.id)
  const acceptAll = useAcceptAll(file.id)
  const reviewIds = [...new Set(drafts.map(({ skillReview }) => skillReview.id))]
  const sum =
    drafts.length === 1
      ? '1 draft waits for a decision'
      : `${drafts.length || 'No'} drafts wait for a decision`
  return (
    <header className={styles.head}>
      <p className={styles.sums} role="status">
        {sum}
      </p>
      <div className={styles.headActions}>
        {drafts.length > 1 && (
          <Button small busy={acceptAll.isPending} onClick={() => acceptAll.mutate(reviewIds)}>
            Accept all
          </Button>
        )}
        <Menu
          label="Ask a skill to review this file"
          button={
            <Button small busy={start.isPending}>
              Ask a skill
            </Button>
          }
        >
          {reviewers.map(({ id, skill, model }) => (
            <MenuItem key={id} onClick={() => start.mutate(id)}>
              {skill.name}
              {model === null && <span className="quiet small"> without a model</span>}
            </MenuItem>
          ))}
          <MenuLink to={`/projects/${file.project.id}/skill-reviewers`}>Skill reviewers…</MenuLink>
        </Menu>
      </div>
    </header>
  )
}

function ReviewRow({ file, review, onNote }: DraftsPanelProps & { review: SkillReview }) {
  const cancel = useCancelReview(file.id)
  const retry = useRetryReview(file.id)
  const { failure, state, skill, skillVersion, notes } = review
  // The server knows whether the model may have been paid already.
  const paysAgain = retry.error instanceof DailiesError && retry.error.code === 'review_may_be_charged'
  return (
    <li className={styles.review} data-state={state}>
      <p className={styles.what}>
        <b>{skill.name}</b>
        <span className={styles.when}>
          {skillVersion && `version ${skillVersion.version} · `}
          <Time of={review.createdAt} />
        </span>
      </p>
      <p className={styles.quiet}>
        {stateText(review)} · {reviewFacts(review)}
      </p>
      {isUnderWay(review) && <progress className={styles.progress} aria-label={`Review by ${skill.name}`} />}
      {failure && <p className={styles.failure}>{failure.message}</p>}
      {notes.length > 0 && (
        <ul className={styles.outcomes} aria-label="Notes of the last revision">
          {notes.map(({ comment, outcome, reason }) => (
            <li key={comment.id} data-outcome={outcome}>
              <b>{outcomeNames[outcome]}</b> <span dir="auto">{reason}</span>{' '}
              <button type="button" className={styles.action} onClick={() => onNote(comment.id)}>
                Show the note
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        {isUnderWay(review) && (
          <button
            type="button"
            className={styles.action}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate(review)}
          >
            Cancel
          </button>
        )}
        {(state === 'FAILED' || state === 'CANCELLED') && (
          <button
            type="button"
            className={styles.action}
            disabled={retry.isPending}
            onClick={() => retry.mutate({ review, payAgain: paysAgain })}
          >
            {paysAgain ? 'Try again, and pay again' : 'Try again'}
          </button>
        )}
      </div>
    </li>
  )
}
