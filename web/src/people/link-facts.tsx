import type { AccessLink } from '@dailies/sdk'
import { Time } from '../ui/time.tsx'
import { isLive } from './links.ts'
import styles from './people.module.css'
import { roleNames } from './roles.ts'

/** The role, expiry and password of a link; defaults are not mentioned. */
export function LinkFacts({ link }: { link: AccessLink }) {
  const ended = !isLive(link)
  return (
    <ul className={styles.facts}>
      <li>{roleNames[link.role]}</li>
      <li className={ended ? styles.ended : undefined}>
        {link.expiresAt === null ? (
          'No expiry'
        ) : (
          <>
            {ended ? 'Expired' : 'Expires'} <Time of={link.expiresAt} />
          </>
        )}
      </li>
      {link.hasPassword && <li>With password</li>}
      {!link.allowDownload && <li>No downloads</li>}
    </ul>
  )
}
