import { ProblemNote } from '../ui/problem.tsx'
import { isStale } from './review-queries.ts'
import styles from './verdict.module.css'

export function MoveProblem({ error }: { error: unknown }) {
  if (!isStale(error)) return <ProblemNote error={error} />
  return (
    <p className={styles.stale} role="alert">
      Somebody changed this review while you were looking at it. This is the current state; decide again.
    </p>
  )
}
