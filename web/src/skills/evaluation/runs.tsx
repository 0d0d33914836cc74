// The evaluations of a skill, newest first: precision and recall of each version side by side.
import type { Skill, SkillEvaluation } from '@dailies/sdk'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { keys } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './evaluation.module.css'
import { evaluationsQuery, examplesQuery, isRunning } from './evaluation-queries.ts'
import { RunDialog, sourceLabels } from './run-dialog.tsx'
import { Score, stateText } from './score.tsx'

export function Runs({ skill }: { skill: Skill }) {
  const { data } = useSuspenseQuery(evaluationsQuery(skill.id))
  const { data: examples } = useSuspenseQuery(examplesQuery(skill.id))
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.section} aria-label="Evaluations">
      <header className={styles.sectionHead}>
        <h2>Evaluations</h2>
        <Button look="main" small disabled={examples.length === 0} onClick={() => setOpen(true)}>
          Run evaluation
        </Button>
      </header>
      {data.evaluations.length === 0 ? (
        <p className="quiet">
          Not evaluated yet.{' '}
          {examples.length === 0 ? 'Add an example first.' : 'Run an evaluation of a version.'}
        </p>
      ) : (
        <Table skill={skill} evaluations={data.evaluations} />
      )}
      {isOpen && <RunDialog skill={skill} model={data.model} onClose={() => setOpen(false)} />}
    </section>
  )
}

function Table({ skill, evaluations }: { skill: Skill; evaluations: readonly SkillEvaluation[] }) {
  return (
    <table className={styles.runs}>
      <thead>
        <tr>
          <th scope="col">Version</th>
          <th scope="col">Source</th>
          <th scope="col">Precision</th>
          <th scope="col">Recall</th>
          <th scope="col">Notes</th>
          <th scope="col">Run</th>
        </tr>
      </thead>
      <tbody>
        {evaluations.map((evaluation) => (
          <Row key={evaluation.id} skill={skill} evaluation={evaluation} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ skill, evaluation }: { skill: Skill; evaluation: SkillEvaluation }) {
  const { id, source, model, precision, recall, expected, found, matched, createdAt, costUsd, state } =
    evaluation
  const happened = stateText(evaluation)
  return (
    <tr>
      <th scope="row">
        <Link to="/skills/$skillId" params={{ skillId: skill.id }} search={{ evaluation: id }}>
          {versionName(evaluation)}
        </Link>
      </th>
      <td data-label="Source">
        {sourceLabels[source]}
        {model !== null && <span className="quiet small"> {model}</span>}
        {costUsd !== null && <span className="quiet small"> · ${costUsd.toFixed(3)}</span>}
      </td>
      {happened === undefined ? (
        <>
          <td data-label="Precision">
            <Score label="Precision" part={precision} />
          </td>
          <td data-label="Recall">
            <Score label="Recall" part={recall} />
          </td>
          <td data-label="Notes">
            <Counts evaluation={{ expected, found, matched }} />
          </td>
        </>
      ) : (
        <td colSpan={3} role="status">
          {happened} {isRunning(state) && <Cancel id={id} />}
        </td>
      )}
      <td data-label="Run" className="quiet small">
        <Time of={createdAt} />
      </td>
    </tr>
  )
}

function Counts({
  evaluation: { expected, found, matched },
}: {
  evaluation: Pick<SkillEvaluation, 'expected' | 'found' | 'matched'>
}) {
  return (
    <span>
      {matched} of {expected} found, {found - matched} extra
    </span>
  )
}

export function versionName({ skillVersion }: Pick<SkillEvaluation, 'skillVersion'>): string {
  if (skillVersion === null) return 'Unpublished text'
  return `Version ${skillVersion.version}${skillVersion.draft ? ' (draft)' : ''}`
}

function Cancel({ id }: { id: string }) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.skillEvaluations.cancel(id),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.skills }),
  })
  return (
    <Button small busy={isPending} onClick={() => mutate()}>
      Cancel
    </Button>
  )
}
