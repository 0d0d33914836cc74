import { useMatches } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useStore } from '../data/store.ts'
import { uploads } from './upload-queue.ts'

const UploadTray = lazy(() => import('./upload-tray.tsx').then(({ UploadTray }) => ({ default: UploadTray })))

/**
 * At the bottom of every page while files are uploaded. In the review room, uploads continue but the dock is hidden.
 */
export function UploadDock() {
  const some = useStore(uploads, ({ all }) => all.length > 0)
  const inRoom = useMatches().some(({ fullPath }) => fullPath.startsWith('/files/'))
  return <Suspense>{some && !inRoom && <UploadTray />}</Suspense>
}
