// What went wrong, told plainly: what happened, what to do next, and the request id to ask with.
import { DailiesError } from '@dailies/sdk'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { messageOf, requestIdOf } from './messages.ts'
import { useTitle } from './title.ts'

/** In a form or beside what failed. */
export function ProblemNote({ error, children }: { error: unknown; children?: ReactNode }) {
  if (error == null) return null
  return (
    <div className="problem" role="alert">
      <p>{messageOf(error)}</p>
      <RequestId of={error} />
      {children}
    </div>
  )
}

/** Where a whole page could not be read. Trying again reads what its frame and it need, and what failed among it. */
export function RouteProblem({ error }: { error: unknown }) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  useTitle(isGone(error) ? 'Nothing here' : 'That did not work')
  const again = () => {
    reset()
    void router.invalidate()
  }
  return <ProblemPage error={error} isPage again={again} />
}

/** Also what one may not see: guests have no skills, whatever address they try. */
export function isGone(error: unknown): boolean {
  return error instanceof DailiesError && (error.status === 404 || error.status === 403)
}

type ProblemPageProps = { error: unknown; isPage?: boolean; again: () => void }

export function ProblemPage({ error, isPage = false, again }: ProblemPageProps) {
  if (isGone(error)) return <NotFoundPage error={error} />
  return (
    <EmptyState title="That did not work" isPage={isPage}>
      <p>{messageOf(error)}</p>
      <RequestId of={error} />
      <Button onClick={again}>Try again</Button>
    </EmptyState>
  )
}

export function NotFoundPage({ error }: { error?: unknown }) {
  useTitle('Nothing here')
  return (
    <EmptyState title="Nothing here" isPage>
      <p>It may have been deleted or moved, or it is not shared with you.</p>
      <RequestId of={error} />
      <Link to="/" className={buttonClass()}>
        All projects
      </Link>
    </EmptyState>
  )
}

function RequestId({ of: error }: { of: unknown }) {
  const requestId = requestIdOf(error)
  if (requestId === undefined) return null
  return (
    <p className="quiet small">
      Request <code>{requestId}</code>
    </p>
  )
}
