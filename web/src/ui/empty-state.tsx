import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Where there is nothing yet: says what would be here, and how to make it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section className={styles.empty}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
