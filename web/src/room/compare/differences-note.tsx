import styles from './compare.module.css'

/** Differences in length, rate or size, to know before comparing the content. */
export function Differences({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <p className={styles.differences} role="note">
      {of.join(' ')}
    </p>
  )
}
