import { useQuery } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import { useUnsentComments } from '../comments/send-unsent.ts'
import { accountQuery } from '../data/queries.ts'
import { AccountMenu } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import styles from './shell.module.css'

/** Whether the page is the review room, which has a header of its own. */
export function useInRoom(): boolean {
  return useMatches().some(({ fullPath }) => fullPath.startsWith('/files/'))
}

/** The bar on top of every page. Without an account, when the server did not answer, it still leads back. */
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
          Projects
        </Link>
        {me?.guest === false && <Link to="/skills">Skills</Link>}
      </nav>
      {me && <AccountMenu />}
    </header>
  )
}
