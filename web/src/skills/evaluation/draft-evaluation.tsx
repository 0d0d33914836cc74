// In the dialog that publishes: the last evaluation of this very text, or a button to run one.
import type { EvaluationSource, Skill } from '@dailies/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { keys } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import styles from './evaluation.module.css'
import { evaluationQuery, evaluationsQuery, examplesQuery, isRunning } from './evaluation-queries.ts'
import { SourceField } from './run-dialog.tsx'
import { Score, stateText } from './score.tsx'

export function DraftEvaluation({ skill, text }: { skill: Skill; text: string }) {
  const { data: examples } = useQuery(examplesQuery(skill.id))
  const { data } = useQuery(evaluationsQuery(skill.id))
  const newest = data?.evaluations.find(({ skillVersion }) => skillVersion === null)
  const { data: last } = useQuery({ ...evaluationQuery(newest?.id ?? ''), enabled: newest !== undefined })
  const [source, setSource] = useState<EvaluationSource>(text.startsWith('---') ? 'CHECKS' : 'RECORDED')
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.skillEvaluations.run(skill.id, { content: text, source }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.skills }),
    meta: { ownErrors: true },
  })
  if (!examples || examples.length === 0 || !data) return null
  const evaluated = last?.content === text ? last : undefined
  const happened = evaluated && stateText(evaluated)
  return (
    <section className={styles.draft} aria-label="Evaluation of this text">
      {evaluated === undefined ? (
        <p role="status">
          <strong>Not evaluated.</strong> This text was not tried on the {examples.length} examples of the
          skill.
        </p>
      ) : (
        <div className={styles.draftScores} role="status">
          {happened ?? (
            <>
              Precision <Score label="Precision" part={evaluated.precision} />
              Recall <Score label="Recall" part={evaluated.recall} />
            </>
          )}
          <Link to="/skills/$skillId" params={{ skillId: skill.id }} search={{ evaluation: evaluated.id }}>
            Show notes
          </Link>
        </div>
      )}
      <div className={styles.draftRun}>
        <SourceField model={data.model} value={source} onValue={setSource} />
        <Button
          small
          busy={isPending || (evaluated !== undefined && isRunning(evaluated.state))}
          onClick={() => mutate()}
        >
          Run evaluation
        </Button>
      </div>
      <ProblemNote error={error} />
    </section>
  )
}
