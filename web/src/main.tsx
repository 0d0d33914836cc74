import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/router.tsx'
import { queryClient } from './data/query-client.ts'
import { applyTheme } from './ui/theme.ts'
import { Toasts } from './ui/toasts.tsx'

applyTheme()

// A page that was open while the server was updated asks for scripts that no longer exist: the new page has its own.
// Reloading once is enough; if it was not, the page says what to do.
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
    {/* The page's policy lets no inline style element through; their text is in base.css. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Toasts>{page}</Toasts>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

/** The app; in development also the page of tokens, which the build leaves out. */
async function startPage() {
  if (!import.meta.env.DEV || location.pathname !== '/dev/tokens') return <RouterProvider router={router} />
  const { TokensPage } = await import('./dev/tokens-page.tsx')
  return <TokensPage />
}
