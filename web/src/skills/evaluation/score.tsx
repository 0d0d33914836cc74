import type { SkillEvaluation } from '@dailies/sdk'
import styles from './evaluation.module.css'
import { percent } from './notes.ts'

/** A part of 100 as a number and a bar; a dash if there is nothing to count. */
export function Score({ label, part }: { label: string; part: number | null }) {
  return (
    <span className={styles.score}>
      <span className={styles.scoreText}>
        <span className="unseen">{label} </span>
        {percent(part)}
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ inlineSize: `${(part ?? 0) * 100}%` }} />
      </span>
    </span>
  )
}

const states: Record<string, string> = {
  QUEUED: 'Waiting',
  RUNNING: 'Running',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
}

/** The state of an evaluation in words; undefined if it is ready. */
export function stateText({
  state,
  failure,
}: Pick<SkillEvaluation, 'state' | 'failure'>): string | undefined {
  return failure ? `Failed: ${failure.message}` : states[state]
}
