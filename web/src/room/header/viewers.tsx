import { useId } from 'react'
import { useParticipant } from '../../data/participant.ts'
import { useViewers } from '../../data/presence.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './viewers.module.css'

/** On a phone, only the first of them is shown. */
const most = 3

/** The other people who are looking at the file now: their avatars, and their names in a popover. */
export function Viewers({ fileId }: { fileId: string }) {
  const { me } = useParticipant()
  const { viewers, more } = useViewers(fileId, me)
  const id = useId()
  if (viewers.length === 0) return null
  const names = viewers.map(({ name }) => name)
  const label = `Looking now: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const count = viewers.length + more
  return (
    <div className={styles.viewers}>
      <button type="button" className={styles.open} popoverTarget={id} title={label}>
        <span className="unseen">{label}</span>
        <span className={styles.avatars} aria-hidden="true">
          {viewers.slice(0, most).map((viewer) => (
            <Avatar key={viewer.id} name={viewer.name} url={viewer.avatarUrl} id={viewer.id} size={24} />
          ))}
          {count > 1 && <span className={styles.restOnPhone}>+{count - 1}</span>}
          {count > most && <span className={styles.rest}>+{count - most}</span>}
        </span>
      </button>
      <div id={id} popover="auto" className={styles.list}>
        <h2>Looking now</h2>
        <ul aria-label="People who are looking at this file">
          {viewers.map((viewer) => (
            <li key={viewer.id} className={styles.person}>
              <Avatar name={viewer.name} url={viewer.avatarUrl} id={viewer.id} size={24} />
              <span dir="auto">{viewer.name}</span>
            </li>
          ))}
        </ul>
        {more > 0 && <p className="quiet small">and {more} more</p>}
      </div>
    </div>
  )
}
