import type { ReactNode } from 'react'
import styles from './form.module.css'

/** Fields below each other. `onSubmit` sends the data; the browser does not leave the page. */
export function Form({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
