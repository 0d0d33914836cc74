// Problem messages: what happened, what to try next, and the request ID.
import type { ReactNode } from 'react'
import { messageOf, requestIdOf } from './error-messages.ts'

/** Shown in a form or beside the failed part. */
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

export function RequestId({ of: error }: { of: unknown }) {
  const requestId = requestIdOf(error)
  if (requestId === undefined) return null
  return (
    <p className="quiet small">
      Request <code>{requestId}</code>
    </p>
  )
}
