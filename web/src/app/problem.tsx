// What went wrong, told plainly: what happened, what to do next, and the request id to ask with.
import { DailiesError } from '@dailies/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { messageOf, requestIdOf } from './messages.ts'
import { useTitle } from './title.ts'

/** In a form or beside what failed. */
export function ProblemNote({ error, children }: { error: unknown; children?: ReactNode }) {
  if (error == null) return null
  const requestId = requestIdOf(error)
  return (
    <div className="problem" role="alert">
      <p>{messageOf(error)}</p>
      {requestId !== undefined && (
        <p className="quiet small">
          Request <code>{requestId}</code>
        </p>
      )}
      {children}
    </div>
  )
}

export function ProblemPage({ error, reset }: { error: unknown; reset?: () => void }) {
  if (error instanceof DailiesError && error.status === 404) return <NotFoundPage />
  const requestId = requestIdOf(error)
  return (
    <EmptyState title="That did not work">
      <p>{messageOf(error)}</p>
      {requestId !== undefined && (
        <p className="quiet small">
          Request <code>{requestId}</code>
        </p>
      )}
      {/* Nothing that was read is thrown away before it is read again. */}
      <Button onClick={() => (reset ? reset() : location.reload())}>Try again</Button>
    </EmptyState>
  )
}

export function NotFoundPage() {
  useTitle('Nothing here')
  return (
    <EmptyState title="Nothing here" isPage>
      <p>It may have been deleted or moved, or it is not shared with you.</p>
      <Link to="/" className={buttonClass()}>
        All projects
      </Link>
    </EmptyState>
  )
}
