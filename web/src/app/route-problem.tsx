// Problems that take the place of a page or of the whole app.
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ProblemPage } from '../ui/problem.tsx'
import { TopBar, useInRoom } from './top-bar.tsx'

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
