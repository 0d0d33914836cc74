import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, setReactions } from '../data/query-client.ts'
import { loadAhead, SharePage } from './share-page.tsx'

const loadToasts = () => import('../ui/toasts.tsx')
const Toasts = lazy(async () => ({ default: (await loadToasts()).Toasts }))

setReactions({
  // The share has ended, or the guest's token is too old: look what is behind the link now.
  onRefusal: () => void queryClient.invalidateQueries({ queryKey: ['entrance'] }),
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
