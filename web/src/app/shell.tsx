// The frame of every page: the bar on top, and where the page goes. The review room has a bar of its own.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useFileListLive } from '../project/files/file-list-live.ts'
import { Spinner } from '../ui/spinner.tsx'
import { UploadDock } from '../uploads/upload-dock.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { Logo } from './logo.tsx'
import { accountQuery } from './queries.ts'
import styles from './shell.module.css'
import { ShortcutHelp } from './shortcut-help.tsx'
import { useUnsentComments } from './unsent.ts'

export function Shell() {
  const matches = useMatches()
  useFileListLive()
  const inRoom = matches.some(({ fullPath }) => fullPath.startsWith('/files/'))
  return (
    <div className={inRoom ? styles.room : styles.shell}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {!inRoom && <TopBar />}
      <ConnectionNotice />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Suspense fallback={<Spinner label="Loading" />}>
          <Outlet />
        </Suspense>
      </main>
      <UploadDock />
      <ShortcutHelp />
    </div>
  )
}

function TopBar() {
  const { data: me } = useSuspenseQuery(accountQuery)
  useUnsentComments(me)
  return (
    <header className={styles.top}>
      <Link to="/" className={styles.brand}>
        <Logo /> <span>Dailies</span>
      </Link>
      <nav className={styles.nav} aria-label="Main">
        <Link to="/" activeOptions={{ exact: true }}>
          Projects
        </Link>
        {!me.guest && <Link to="/skills">Skills</Link>}
      </nav>
      <AccountMenu />
    </header>
  )
}
