// Pages that replace one that could not be loaded.
import { DailiesError } from '@dailies/sdk'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button, buttonClass } from './button.tsx'
import { useDocumentTitle } from './document-title.ts'
import { EmptyState } from './empty-state.tsx'
import { pageProblem } from './error-messages.ts'
import { RequestId } from './problem.tsx'

/** Forbidden pages count, too: guests see no skills, whatever URL they open. */
export function isGone(error: unknown): boolean {
  return error instanceof DailiesError && (error.status === 404 || error.status === 403)
}

type ProblemPageProps = { error: unknown; isPage?: boolean; retry: () => void }

export function ProblemPage({ error, isPage = false, retry }: ProblemPageProps) {
  if (isGone(error)) return <NotFoundPage error={error} />
  return <Problem error={error} isPage={isPage} retry={retry} />
}

function Problem({ error, isPage, retry }: Required<ProblemPageProps>) {
  const { title, text, retryIn, reload } = pageProblem(error)
  const left = useRetry(error, retryIn, retry)
  useDocumentTitle(title)
  return (
    <EmptyState title={title} isPage={isPage}>
      <p>{text}</p>
      {left !== undefined && <p role="status">{left > 0 ? `Trying again in ${left} s` : 'Trying again…'}</p>}
      <RequestId of={error} />
      {reload ? (
        <Button look="main" onClick={() => location.reload()}>
          Reload
        </Button>
      ) : (
        <Button onClick={retry}>Try again</Button>
      )}
    </EmptyState>
  )
}

/**
 * Retries after the given seconds, or as soon as the network is back. Returns the seconds left; undefined if it does
 * not retry.
 */
function useRetry(error: unknown, seconds: number | undefined, retry: () => void): number | undefined {
  const [left, setLeft] = useState(seconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure has one countdown.
  useEffect(() => {
    setLeft(seconds)
    if (seconds === undefined) return
    const end = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(remaining)
      if (remaining > 0) return
      clearInterval(timer)
      retry()
    }, 1000)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [error])
  return left
}

export function NotFoundPage({ error }: { error?: unknown }) {
  useDocumentTitle('Page not found')
  return (
    <EmptyState title="Page not found" isPage>
      <p>
        It may have been deleted or moved, or it is not shared with you. Check the address, or ask the person
        who sent it to you.
      </p>
      <RequestId of={error} />
      <Link to="/projects" className={buttonClass()}>
        All projects
      </Link>
    </EmptyState>
  )
}
