// The people of a review: their verdicts, and what those who were asked have done so far.
import { DailiesError, type ReviewRequest } from '@dailies/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { usePermissions } from '../data/permissions.ts'
import { membersQuery } from '../data/queries.ts'
import { roleNames } from '../people/roles.ts'
import { deadlineInWords, localDay } from '../projects/deadline.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { parseTime } from '../ui/parse-time.ts'
import { Time } from '../ui/time.tsx'
import { showDone, showProblem } from '../ui/toasts.tsx'
import { type ReviewDetails, reloadReview } from './review-queries.ts'
import { isUnderReview } from './review-status.ts'
import { verdictNames, whyNotCounted } from './review-texts.ts'
import styles from './reviewer-list.module.css'
import { type MyStanding, type Reviewer, reviewersOf } from './reviewers.ts'
import { useWithdrawVerdict } from './verdict-mutations.ts'

type Props = { version: ReviewDetails; standing: MyStanding }

export function ReviewerList({ version, standing }: Props) {
  const reviewers = reviewersOf(standing)
  if (reviewers.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Reviewers">
      {reviewers.map((reviewer) => (
        <ReviewerRow
          key={reviewer.request?.id ?? reviewer.verdict!.id}
          reviewer={reviewer}
          version={version}
          standing={standing}
        />
      ))}
    </ul>
  )
}

function ReviewerRow({ reviewer, version, standing }: Props & { reviewer: Reviewer }) {
  const { user, name, request, verdict } = reviewer
  const { data: members } = useQuery(membersQuery(version.project.id))
  const role = verdict?.role ?? members?.find((member) => member.user.id === user?.id)?.role
  const isMe = user !== null && user.id === standing.meId
  return (
    <li className={styles.row} data-stale={verdict?.stale ? true : undefined}>
      <Avatar name={name} url={user?.avatarUrl ?? null} id={user?.id} size={32} />
      <div className={styles.who}>
        <p>
          <span className={styles.name}>{name}</span>
          {isMe && <span className="quiet"> (you)</span>}
          {role && <span className={styles.role}>{roleNames[role]}</span>}
        </p>
        <State reviewer={reviewer} standing={standing} />
        {request && (!verdict || verdict.stale) && <DueDate request={request} />}
      </div>
      <RowActions reviewer={reviewer} version={version} standing={standing} isMe={isMe} />
      {verdict?.note && <p className={styles.note}>{verdict.note}</p>}
    </li>
  )
}

function State({ reviewer: { request, verdict }, standing }: { reviewer: Reviewer; standing: MyStanding }) {
  if (!verdict) return <p className="quiet small">{request && <RequestState request={request} />}</p>
  const reason = whyNotCounted(verdict, standing)
  return (
    <>
      <p className={styles.state}>
        <span className={styles.verdict} data-status={verdict.verdict}>
          {verdictNames[verdict.verdict]}
        </span>
        {verdict.stale && <span className={styles.mark}>Stale</span>}
        {verdict.agent && <span className={styles.mark}>By a tool</span>}
        <span className="quiet">
          <Time of={verdict.givenAt} />
        </span>
      </p>
      {reason && <p className={styles.reason}>Does not count. {reason}</p>}
    </>
  )
}

function RequestState({ request: { state, createdAt, seenAt, remindedAt } }: { request: ReviewRequest }) {
  return (
    <>
      {state === 'SEEN' && seenAt ? (
        <>
          Opened it <Time of={seenAt} />
        </>
      ) : (
        <>
          Asked <Time of={createdAt} />, not opened yet
        </>
      )}
      {remindedAt && (
        <>
          {' · '}Reminded <Time of={remindedAt} />
        </>
      )}
    </>
  )
}

export function DueDate({ request: { dueAt } }: { request: Pick<ReviewRequest, 'dueAt'> }) {
  if (dueAt === null) return null
  const { text, late } = deadlineInWords(localDay(parseTime(dueAt)))
  return (
    <p className={styles.due} data-late={late || undefined} title={parseTime(dueAt).toLocaleString()}>
      {text}
    </p>
  )
}

function RowActions({ reviewer, version, standing, isMe }: Props & { reviewer: Reviewer; isMe: boolean }) {
  const { contribute } = usePermissions(version.project.id)
  const withdraw = useWithdrawVerdict()
  const { request, verdict } = reviewer
  const isOpen = isUnderReview(version.status)
  const isAnswered = verdict !== undefined && whyNotCounted(verdict, standing) === undefined
  return (
    <div className={styles.actions}>
      {isMe && verdict && isOpen && (
        <Button small look="plain" busy={withdraw.isPending} onClick={() => withdraw.mutate(version)}>
          Withdraw
        </Button>
      )}
      {request && contribute && !isMe && isOpen && !isAnswered && (
        <RemindButton version={version} request={request} />
      )}
      {request && (contribute || isMe) && (
        <RemoveButton version={version} request={request} isMe={isMe} isAnswered={isAnswered} />
      )}
    </div>
  )
}

function RemindButton({ version, request }: { version: ReviewDetails; request: ReviewRequest }) {
  const queries = useQueryClient()
  const { name } = request.user
  const key = `reminder ${request.id}`
  const remind = useMutation({
    mutationFn: () => client.reviewRequests.remind(request.id),
    meta: { ownErrors: true },
    onSuccess: () => showDone(`${name} was reminded.`, { key }),
    onError(error) {
      if (error instanceof DailiesError && error.code === 'already_reminded')
        showDone(`${name} was reminded less than an hour ago. Try again later, or write a comment.`, { key })
      else showProblem(error, { key })
    },
    onSettled: () => reloadReview(queries, version),
  })
  return (
    <Button small aria-label={`Remind ${name}`} busy={remind.isPending} onClick={() => remind.mutate()}>
      Remind
    </Button>
  )
}

/** Removing a request may decide the review, so it is confirmed. */
function RemoveButton({
  version,
  request,
  isMe,
  isAnswered,
}: {
  version: ReviewDetails
  request: ReviewRequest
  isMe: boolean
  isAnswered: boolean
}) {
  const [isConfirming, setConfirming] = useState(false)
  const queries = useQueryClient()
  const { name } = request.user
  const remove = useMutation({
    mutationFn: () => client.reviewRequests.delete(request.id),
    meta: { ownErrors: true },
    onSuccess() {
      showDone(isMe ? 'You are no longer asked.' : `${name} is no longer asked.`)
      setConfirming(false)
    },
    onSettled: () => reloadReview(queries, version),
  })
  // A person who has answered has nothing to decline.
  if (isMe && isAnswered) return null
  return (
    <>
      {isMe ? (
        <Button small look="plain" onClick={() => setConfirming(true)}>
          Decline
        </Button>
      ) : (
        <IconButton small label={`Stop asking ${name}`} onClick={() => setConfirming(true)}>
          <CloseIcon />
        </IconButton>
      )}
      {isConfirming && (
        <ConfirmDialog
          onClose={() => setConfirming(false)}
          title={isMe ? 'Decline this review?' : `Stop asking ${name}?`}
          action={isMe ? 'Decline' : 'Stop asking'}
          onConfirm={() => remove.mutate()}
          busy={remove.isPending}
          error={remove.error}
        >
          {isMe
            ? 'The review no longer waits for you. You can still give a verdict.'
            : `The review no longer waits for ${name}. A verdict that was given stays.`}
        </ConfirmDialog>
      )}
    </>
  )
}
