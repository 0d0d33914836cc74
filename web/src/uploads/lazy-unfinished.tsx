// Uploads that were interrupted: their code is loaded in a browser that remembers one.
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { rememberedUploads, watchRemembered } from './remembered-uploads.ts'

const Box = lazy(async () => ({ default: (await import('./unfinished-uploads.tsx')).UnfinishedUploads }))

export function UnfinishedUploads(props: { projectId: string }) {
  const remembered = useSyncExternalStore(watchRemembered, rememberedUploads)
  return <Suspense>{remembered.length > 0 && <Box {...props} />}</Suspense>
}
