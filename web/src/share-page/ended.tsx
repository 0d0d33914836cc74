import { useShareTitle } from './brand.ts'
import styles from './door.module.css'

/** The same for a share that has ended, one that has expired, and a link that never was one. */
export function Ended() {
  useShareTitle('This link has ended')
  return (
    <main id="main" className={styles.door}>
      <div className={styles.card}>
        <h1 className={styles.title}>This link has ended</h1>
        <p className={styles.welcome}>
          The people who shared it have ended it, or its time is over. Nothing is wrong on your side.
        </p>
        <p className={styles.welcome}>
          If you still need something, ask the person who sent you the link for a new one. What you wrote and
          sent has arrived.
        </p>
      </div>
    </main>
  )
}
