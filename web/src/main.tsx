import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/router.tsx'
import { queryClient, setReactions } from './data/query-client.ts'
import { applyTheme } from './ui/theme.ts'
import { showProblem, Toasts } from './ui/toasts.tsx'

applyTheme()

setReactions({
  // The person signs in and returns to this page.
  onRefusal() {
    const here = location.pathname + location.search
    location.assign(`/sign-in?next=${encodeURIComponent(here)}`)
  },
  onProblem: (error, key) => showProblem(error, { key }),
})

// A page that was open while the server was updated requests scripts that no longer exist: reload it. If one reload
// does not help, the page shows an error with advice.
const reloadedKey = 'dailies.reloaded'
addEventListener('vite:preloadError', (event) => {
  if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < 60_000) return
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  event.preventDefault()
  location.reload()
})

const page = await startPage()

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    {/* The content security policy forbids inline style elements; their rules are in base.css. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Toasts>{page}</Toasts>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

/** The app; in development also the tokens page, which the build leaves out. */
async function startPage() {
  if (!import.meta.env.DEV || location.pathname !== '/dev/tokens') return <RouterProvider router={router} />
  const { TokensPage } = await import('./dev/tokens-page.tsx')
  return <TokensPage />
}
