import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { client } from '../data/client.ts'
import { queryClient } from '../data/query-client.ts'
import { Toasts } from '../ui/toasts.tsx'

const P = lazy(async () => ({
  default: (await import('../room/comment-panel/comment-panel.tsx')).CommentPanel,
}))
const V = lazy(async () => ({ default: (await import('../room/viewers/file-viewer.tsx')).FileViewer }))
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Toasts>
        {String(client)}
        <P file={null as never} />
        <V file={null as never} overlay={null} />
      </Toasts>
    </QueryClientProvider>
  </StrictMode>,
)
