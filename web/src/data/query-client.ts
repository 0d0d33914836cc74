import { DailiesError } from '@dailies/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { showProblem } from '../ui/toasts.tsx'

/**
 * The SDK repeats what may be repeated, so nothing is retried here but a rate limit that outlasted its patience: the page
 * keeps waiting, and never shows a 429. Changes made elsewhere come as events (live.ts), so what was read stays true until
 * an event says otherwise.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (_count, error) => isRateLimit(error),
      retryDelay: (_count, error) =>
        Math.min(60, Math.max(1, (error as DailiesError).retryAfter ?? 0)) * 1000,
      staleTime: 60_000,
      refetchOnWindowFocus: false,
    },
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

function isRateLimit(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 429
}

/** A session that has ended begins anew, and leads back here. */
function signInAgain(error: unknown): void {
  if (!(error instanceof DailiesError) || error.status !== 401) return
  const here = location.pathname + location.search
  location.assign(`/sign-in?next=${encodeURIComponent(here)}`)
}
