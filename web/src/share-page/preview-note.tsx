import styles from './share-page.module.css'

/** For a member of the project: the page is that of a guest, but nothing can be written. */
export function PreviewNote() {
  return (
    <p className={styles.preview} role="note">
      You see this as a guest does. Comments, verdicts and uploads are off.
    </p>
  )
}
