import { DailiesError } from '@dailies/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { showProblem } from '../ui/toasts.tsx'

/**
 * The SDK repeats what may be repeated, so nothing is retried here. What happens elsewhere comes by events (live.ts),
 * so what was read stays true until an event says otherwise.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({ onError: signInAgain }),
  mutationCache: new MutationCache({
    onError(error, _variables, _context, mutation) {
      signInAgain(error)
      // A form that shows its errors itself says so.
      // With `subject`, a later message on the same subject replaces this one.
      if (mutation.meta?.ownErrors !== true)
        showProblem(error, { key: mutation.meta?.subject as string | undefined })
    },
  }),
})

/** A session that has ended begins anew, and leads back here. */
function signInAgain(error: unknown): void {
  if (!(error instanceof DailiesError) || error.status !== 401) return
  const here = location.pathname + location.search
  location.assign(`/sign-in?next=${encodeURIComponent(here)}`)
}
