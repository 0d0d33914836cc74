import { lazy, Suspense } from 'react'
import { useStore } from '../app/store.ts'
import { uploads } from './upload-queue.ts'

const UploadTray = lazy(() => import('./upload-tray.tsx').then(({ UploadTray }) => ({ default: UploadTray })))

/** At the bottom of every page, as long as there is something to tell. */
export function UploadDock() {
  const some = useStore(uploads, ({ all }) => all.length > 0)
  return <Suspense>{some && <UploadTray />}</Suspense>
}
