import styles from './compare.module.css'

/** What one should know of the two before one looks for differences. */
export function Differences({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <p className={styles.differences} role="note">
      {of.join(' ')}
    </p>
  )
}
