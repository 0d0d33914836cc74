// Error pages that replace a page or the whole app.
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ProblemPage } from '../ui/problem-page.tsx'
import { TopBar, useInRoom } from './top-bar.tsx'

/** Replaces a page that could not be loaded. The review room hides the app's top bar, so the error shows its own. */
export function RouteProblem({ error }: { error: unknown }) {
  return (
    <>
      {useInRoom() && <TopBar />}
      <ProblemPage error={error} isPage retry={useRetryPage()} />
    </>
  )
}

/** Replaces the whole app when not even the account could be loaded. */
export function RootProblem({ error }: { error: unknown }) {
  return (
    <>
      <TopBar />
      <main>
        <ProblemPage error={error} isPage retry={useRetryPage()} />
      </main>
    </>
  )
}

/** Retries the failed queries of the page and of the frame around it. */
function useRetryPage(): () => void {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  return () => {
    reset()
    void router.invalidate()
  }
}
