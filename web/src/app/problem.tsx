// What went wrong: what happened, what to try next, and the request id to ask with.
import { DailiesError } from '@dailies/sdk'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { messageOf, pageProblem, requestIdOf } from './messages.ts'
import { useDocumentTitle } from './title.ts'
import { TopBar, useInRoom } from './top-bar.tsx'

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

/** In place of a page that could not be read. The review room has no bar of the app, so the problem brings one. */
export function RouteProblem({ error }: { error: unknown }) {
  return (
    <>
      {useInRoom() && <TopBar />}
      <ProblemPage error={error} isPage again={useReadAgain()} />
    </>
  )
}

/** In place of the whole app: not even the account could be read. */
export function RootProblem({ error }: { error: unknown }) {
  return (
    <>
      <TopBar />
      <main>
        <ProblemPage error={error} isPage again={useReadAgain()} />
      </main>
    </>
  )
}

/** Reads what the page and the frame around it need, and what failed among it. */
function useReadAgain(): () => void {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  return () => {
    reset()
    void router.invalidate()
  }
}

/** Also what one may not see: guests have no skills, whatever address they try. */
export function isGone(error: unknown): boolean {
  return error instanceof DailiesError && (error.status === 404 || error.status === 403)
}

type ProblemPageProps = { error: unknown; isPage?: boolean; again: () => void }

export function ProblemPage({ error, isPage = false, again }: ProblemPageProps) {
  if (isGone(error)) return <NotFoundPage error={error} />
  return <Problem error={error} isPage={isPage} again={again} />
}

function Problem({ error, isPage, again }: Required<ProblemPageProps>) {
  const { title, text, retryIn, reload } = pageProblem(error)
  const left = useRetry(error, retryIn, again)
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
        <Button onClick={again}>Try again</Button>
      )}
    </EmptyState>
  )
}

/** Tries again after the given seconds, or as soon as the network is back. Seconds left; undefined: it does not try. */
function useRetry(error: unknown, seconds: number | undefined, again: () => void): number | undefined {
  const [left, setLeft] = useState(seconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is waited out once.
  useEffect(() => {
    setLeft(seconds)
    if (seconds === undefined) return
    const end = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(remaining)
      if (remaining > 0) return
      clearInterval(timer)
      again()
    }, 1000)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [error])
  return left
}

export function NotFoundPage({ error }: { error?: unknown }) {
  useDocumentTitle('Nothing here')
  return (
    <EmptyState title="Nothing here" isPage>
      <p>
        It may have been deleted or moved, or it is not shared with you. Check the address, or ask the person
        who sent it to you.
      </p>
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
