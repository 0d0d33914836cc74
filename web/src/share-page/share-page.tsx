// The page behind the link of a share: the door, the files, or a word that it has ended.
import type { OpenShare } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useStore } from '../data/store.ts'
import { FailedPage } from '../ui/failed-page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useAddress } from './address.ts'
import { useBrand } from './brand.ts'
import { Door } from './door.tsx'
import { Ended } from './ended.tsx'
import { ListPage } from './list-page.tsx'
import { Notes } from './notes.tsx'
import styles from './share-page.module.css'
import { entranceQuery, openShareQuery } from './share-queries.ts'
import { noteStore } from './verdict.ts'

const loadFilePage = () => import('./file-page.tsx')
const FilePage = lazy(async () => ({ default: (await loadFilePage()).FilePage }))

const NoteDialog = lazy(async () => ({ default: (await import('./note-dialog.tsx')).NoteDialog }))

export function SharePage() {
  const { key, preview } = useAddress()
  const { data: entrance, error, refetch } = useQuery(entranceQuery(key, preview))
  if (!entrance) return error ? <FailedPage error={error} isPage retry={() => void refetch()} /> : <Loading />
  if (entrance.state === 'ENDED') return <Ended />
  if (entrance.state === 'DOOR') return <Door shareKey={key} {...entrance} />
  return <Inside />
}

function Loading() {
  return (
    <div className={styles.loading}>
      <Spinner label="Loading" />
    </div>
  )
}

function Inside() {
  const { data: share, error, refetch } = useQuery(openShareQuery)
  if (!share) return error ? <FailedPage error={error} isPage retry={() => void refetch()} /> : <Loading />
  return <Opened share={share} />
}

function Opened({ share }: { share: OpenShare }) {
  const { fileId } = useAddress()
  useBrand(share.workspace)
  const { files, upload } = share
  // A single file is shown at once; with uploads, the list is the place for both.
  const hasList = files.length !== 1 || upload !== null
  const listed = files.find(({ id }) => id === fileId) ?? (hasList ? undefined : files[0])
  return (
    <>
      <Notes isPreview={share.guest.preview} />
      <Note share={share} />
      {listed ? (
        <Suspense fallback={<Loading />}>
          <FilePage share={share} listed={listed} hasList={hasList} />
        </Suspense>
      ) : (
        <ListPage share={share} />
      )}
    </>
  )
}

function Note({ share: { versions } }: { share: OpenShare }) {
  const versionId = useStore(noteStore, (state) => state.versionId)
  const version = versions.find(({ id }) => id === versionId)
  return <Suspense>{version && <NoteDialog version={version} />}</Suspense>
}

/** While the guest types their name, or looks at the list, what shows a file is loaded. */
export function loadAhead(): void {
  const load = () => void loadFilePage().catch(() => undefined)
  if ('requestIdleCallback' in window) requestIdleCallback(load)
  else setTimeout(load, 500)
}
