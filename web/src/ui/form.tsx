import type { ReactNode } from 'react'
import styles from './form.module.css'

/** Fields one below the other. What is sent is up to `onSubmit`; the page stays. */
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
