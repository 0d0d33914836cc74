import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './app/query-client.ts'
import { router } from './app/router.tsx'
import { applyTheme } from './app/theme.ts'
import { Toasts } from './ui/toasts.tsx'

applyTheme()

// A page that was open while the server was updated asks for parts that are no longer there: the new page has its own.
addEventListener('vite:preloadError', () => location.reload())

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    {/* The page's policy lets no inline style element through; what they hold stands in base.css. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
