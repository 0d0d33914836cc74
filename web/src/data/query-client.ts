import { DailiesError } from '@dailies/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { showProblem } from '../ui/toasts.tsx'

/**
 * The SDK retries requests itself, so queries are retried only after a rate limit that outlasted the SDK's retries: the
 * page keeps waiting and never shows a 429. Changes made elsewhere arrive as events (live-updates.ts), so a query stays
 * fresh until an event invalidates it.
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
      // Forms that show their errors themselves set `ownErrors`. With `subject`, a later message about the same
      // subject replaces this one.
      if (mutation.meta?.ownErrors !== true)
        showProblem(error, { key: mutation.meta?.subject as string | undefined })
    },
  }),
})

function isRateLimit(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 429
}

/** After a session has ended, the person signs in and returns to this page. */
function signInAgain(error: unknown): void {
  if (!(error instanceof DailiesError) || error.status !== 401) return
  const here = location.pathname + location.search
  location.assign(`/sign-in?next=${encodeURIComponent(here)}`)
}
