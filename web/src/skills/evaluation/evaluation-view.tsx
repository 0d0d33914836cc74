import type { Skill } from '@dailies/sdk'
import { Suspense } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './evaluation.module.css'
import { Examples } from './examples.tsx'
import { Result } from './result.tsx'
import { Runs } from './runs.tsx'

/** The evaluations of a skill and its examples, or one evaluation. */
export function EvaluationView({ skill, shown }: { skill: Skill; shown: string | undefined }) {
  return (
    <div className={styles.view}>
      <header>
        <h1>Evaluation</h1>
        <p className="quiet">
          Precision is the part of the skill’s notes that people expected. Recall is the part of the expected
          notes that the skill found.
        </p>
      </header>
      <Suspense fallback={<Spinner label="Loading" />}>
        {shown === undefined ? (
          <>
            <Runs skill={skill} />
            <Examples skill={skill} writable />
          </>
        ) : (
          <Result skill={skill} evaluationId={shown} />
        )}
      </Suspense>
    </div>
  )
}
