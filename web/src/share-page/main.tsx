import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, setReactions } from '../data/query-client.ts'
import { loadAhead, SharePage } from './share-page.tsx'
import { lookAgain } from './share-queries.ts'

const loadToasts = () => import('../ui/toasts.tsx')
const Toasts = lazy(async () => ({ default: (await loadToasts()).Toasts }))

setReactions({
  onRefusal: lookAgain,
  onProblem: async (error, key) => (await loadToasts()).showProblem(error, { key }),
})

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    {/* The content security policy forbids inline style elements; their rules are in base.css. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <SharePage />
        <Suspense>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
loadAhead()
