import { DailiesError } from '@dailies/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

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
  queryCache: new QueryCache({ onError: checkCredential }),
  mutationCache: new MutationCache({
    onError(error, _variables, _context, mutation) {
      checkCredential(error)
      // Forms that show their errors themselves set `ownErrors`. With `subject`, a later message about the same
      // subject replaces this one.
      if (mutation.meta?.ownErrors !== true)
        reactions.onProblem(error, mutation.meta?.subject as string | undefined)
    },
  }),
})

function isRateLimit(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 429
}

function checkCredential(error: unknown): void {
  if (error instanceof DailiesError && error.status === 401) reactions.onRefusal()
}

export type Reactions = {
  /** The credential is refused: the session has ended. */
  onRefusal: () => void
  /** An action failed. A later message about the same subject replaces an earlier one. */
  onProblem: (error: unknown, subject: string | undefined) => void
}

let reactions: Reactions = { onRefusal() {}, onProblem() {} }

/** The app and the share page react in their own ways. */
export function setReactions(next: Reactions): void {
  reactions = next
}
