import styles from './compare.module.css'

/** Differences in duration, frame rate or size, which matter before the content is compared. */
export function Differences({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <p className={styles.differences} role="note">
      {of.join(' ')}
    </p>
  )
}
