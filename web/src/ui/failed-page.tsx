import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { useDocumentTitle } from './document-title.ts'
import { EmptyState } from './empty-state.tsx'
import { pageProblem } from './error-messages.ts'
import { RequestId } from './problem.tsx'

type FailedPageProps = { error: unknown; isPage: boolean; retry: () => void }

/** Says why a page could not be loaded, and tries again by itself where that can help. */
export function FailedPage({ error, isPage, retry }: FailedPageProps) {
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
