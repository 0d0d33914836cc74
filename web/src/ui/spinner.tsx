import styles from './spinner.module.css'

/** Appears only when something takes long enough to be noticed. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className={styles.spinner} role="status">
      <span className="unseen">{label}</span>
    </div>
  )
}
