import type { Share } from '@dailies/sdk'
import { Time } from '../ui/time.tsx'
import { stateOf } from './share-queries.ts'
import styles from './shares.module.css'

/** The content of the share, its guests, and the settings that are not the usual ones. */
export function ShareFacts({ share }: { share: Share }) {
  const { items, guestCount, lastOpenedAt, access, downloads, upload, watermark, hasPassword } = share
  return (
    <ul className={styles.facts}>
      <li>{items.length === 1 ? items[0]!.name : `${items.length} items`}</li>
      <li>{guestCount === 0 ? 'Nobody opened it yet' : guestsInWords(guestCount)}</li>
      {lastOpenedAt !== null && (
        <li>
          last used <Time of={lastOpenedAt} />
        </li>
      )}
      {access === 'VIEW' && <li>No comments</li>}
      {downloads !== 'NONE' && (
        <li>{downloads === 'PROXY' ? 'Copies can be downloaded' : 'Originals can be downloaded'}</li>
      )}
      {upload !== null && <li>Uploads to {upload.folder.name}</li>}
      {watermark !== null && <li>Watermark</li>}
      {hasPassword && <li>With password</li>}
    </ul>
  )
}

function guestsInWords(count: number): string {
  return count === 1 ? '1 guest' : `${count.toLocaleString('en')} guests`
}

export function ShareStateNote({ share }: { share: Share }) {
  const state = stateOf(share)
  const { expiresAt, endedAt } = share
  return (
    <span className={styles.state} data-state={state}>
      {state === 'ENDED' && (
        <span>
          Ended <Time of={endedAt!} />
        </span>
      )}
      {state === 'EXPIRED' && (
        <span>
          Expired <Time of={expiresAt!} />
        </span>
      )}
      {state === 'OPEN' &&
        (expiresAt === null ? (
          'Open'
        ) : (
          <span>
            Open, ends <Time of={expiresAt} />
          </span>
        ))}
    </span>
  )
}
