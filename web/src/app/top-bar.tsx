import { useQuery } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import { useUnsentComments } from '../comments/send-unsent.ts'
import { accountQuery } from '../data/queries.ts'
import { Bell } from '../notifications/bell.tsx'
import { AccountMenu } from './account-menu.tsx'
import styles from './shell.module.css'

/** Whether the page is the review room, compare or a reel, which have their own header. */
export function useInRoom(): boolean {
  return useMatches().some(({ fullPath }) => fullPath.startsWith('/files/') || fullPath.endsWith('/reel'))
}

/**
 * The top bar of every page. Without an account, because the server did not answer, it still links to the start page.
 */
export function TopBar() {
  const { data: me } = useQuery({ ...accountQuery, enabled: false })
  useUnsentComments(me)
  return (
    <header className={styles.top}>
      <Link to="/" className={styles.brand}>
        <Logo /> <span>Dailies</span>
      </Link>
      <nav className={styles.nav} aria-label="Main">
        <Link to="/" activeOptions={{ exact: true }}>
          My work
        </Link>
        <Link to="/projects" activeOptions={{ exact: true }}>
          Projects
        </Link>
        {me?.guest === false && <Link to="/skills">Skills</Link>}
      </nav>
      {me && (
        <div className={styles.own}>
          <Bell />
          <AccountMenu />
        </div>
      )}
    </header>
  )
}

function Logo() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
      <path d="M3 4h18a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm1 2v12h16V6H4Z" />
      <path d="M10 9v6l5-3z" />
      <circle cx="19" cy="7" r="4" fill="var(--accent)" stroke="var(--ground)" strokeWidth="2" />
    </svg>
  )
}
