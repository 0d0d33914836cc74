// Everything about the decision on a review: the status, the verdict buttons, the rule, and who has answered.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { usePermissions } from '../data/permissions.ts'
import { membersQuery } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { PeopleIcon } from '../ui/object-icons.tsx'
import styles from './review-panel.module.css'
import type { ReviewDetails } from './review-queries.ts'
import { isUnderReview } from './review-status.ts'
import { isApprovalStale, missingInWords, ruleInWords } from './review-texts.ts'
import { DueDate, ReviewerList } from './reviewer-list.tsx'
import { type MyStanding, useStanding } from './reviewers.ts'
import { Verdict } from './verdict.tsx'

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }))

export function ReviewPanel({
  version,
  onDecided,
  big = false,
}: {
  version: ReviewDetails
  onDecided?: () => void
  big?: boolean
}) {
  const { contribute } = usePermissions(version.project.id)
  const standing = useStanding(version)
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={styles.panel}>
      {standing?.isAwaited && <MyRequest standing={standing} />}
      <Verdict version={version} big={big} {...(onDecided && { onDecided })} />
      {standing && isUnderReview(version.status) && <RuleText version={version} standing={standing} />}
      {standing && <ReviewerList version={version} standing={standing} />}
      {contribute && (
        <Button small className={styles.ask ?? ''} onClick={() => setAsking(true)}>
          <PeopleIcon /> Ask people…
        </Button>
      )}
      <Suspense>
        {isAsking && (
          <AskDialog projectId={version.project.id} versionId={version.id} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </div>
  )
}

/** The request to the person, if there is one. */
function MyRequest({ standing: { myRequest } }: { standing: MyStanding }) {
  if (!myRequest) return null
  const { requestedBy, user, message } = myRequest
  const isOwn = requestedBy?.id === user.id
  return (
    <section className={styles.request} aria-label="Request to you">
      <p>
        <b>{isOwn ? 'You asked yourself' : `${requestedBy?.name ?? 'A former member'} asks you`}</b> for a
        verdict.
      </p>
      {message && <p className={styles.message}>{message}</p>}
      <DueDate request={myRequest} />
    </section>
  )
}

function RuleText({ version, standing }: { version: ReviewDetails; standing: MyStanding }) {
  const { data: members } = useQuery(membersQuery(version.project.id))
  const { meId = '', rule } = standing
  const named = members?.find(({ user }) => user.id === rule.user?.id)?.user
  const person = rule.user?.id === meId ? 'you' : (named?.name ?? 'the named person')
  const missing = missingInWords(standing, { status: version.status, meId, person })
  return (
    <div className={styles.rule}>
      <p>
        {ruleInWords(standing, person)} {missing}
      </p>
      {isApprovalStale(standing, version.status) && (
        <p className={styles.warning}>
          The approvals are stale. Request the review again to have the current state approved.
        </p>
      )}
    </div>
  )
}
