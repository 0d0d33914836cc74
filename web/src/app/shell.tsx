// The frame of every page: the top bar, and the page below it. The review room has its own bar.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useConnection } from '../data/event-stream.ts'
import { accountQuery } from '../data/queries.ts'
import { useUnreadStream } from '../data/unread.ts'
import { useFileListLive } from '../files/file-list-live.ts'
import { usePush } from '../push/use-push.ts'
import { useRoomLook } from '../room/form.ts'
import { Spinner } from '../ui/spinner.tsx'
import { TopBarContext } from '../ui/top-bar-context.ts'
import { UploadDock } from '../uploads/upload-dock.tsx'
import { Overlays } from './overlays.tsx'
import styles from './shell.module.css'
import { TopBar, useInRoom } from './top-bar.tsx'

const topBar = <TopBar />

export function Shell() {
  useFileListLive()
  const { data: me } = useSuspenseQuery(accountQuery)
  usePush(me.id)
  useUnreadStream(!useHasProjectStream())
  const inRoom = useInRoom()
  useRoomLook(inRoom)
  return (
    <div className={inRoom ? styles.room : styles.shell} data-shell={inRoom ? 'room' : 'page'}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {!inRoom && topBar}
      <ConnectionNotice />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Suspense fallback={<Spinner label="Loading" />}>
          <TopBarContext value={topBar}>
            <Outlet />
          </TopBarContext>
        </Suspense>
      </main>
      <UploadDock />
      <Overlays />
    </div>
  )
}

/** The pages of a project and of a file follow the events of the project, which carry the number of notifications. */
function useHasProjectStream(): boolean {
  return useMatches().some(({ fullPath }) => /^\/(projects|files)\//.test(fullPath))
}

const connectionTexts: Partial<Record<ReturnType<typeof useConnection>, string>> = {
  offline: 'You are offline. This page may be out of date; it updates when the connection is back.',
  lost: 'Connection to the server lost. Reconnecting; this page may be out of date.',
}

/** A banner announces a lost connection; the page below stays readable. */
function ConnectionNotice() {
  const text = connectionTexts[useConnection()]
  return <div role="status">{text && <p className="band">{text}</p>}</div>
}
