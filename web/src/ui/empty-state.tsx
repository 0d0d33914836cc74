import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = {
  title: string
  /** Set if the empty state is the whole page. */
  isPage?: boolean
  children?: ReactNode
}

/** An empty list or page: says what would be here, and how to create it. */
export function EmptyState({ title, isPage = false, children }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <section className={styles.empty}>
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </section>
  )
}
