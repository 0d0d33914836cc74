import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = {
  title: string
  /** Where it is all of the page. */
  isPage?: boolean
  children?: ReactNode
}

/** Where there is nothing yet: says what would be here, and how to make it. */
export function EmptyState({ title, isPage = false, children }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <section className={styles.empty}>
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </section>
  )
}
