// One evaluation: for each example, the notes that were found, missed and extra.
import type { Skill, SkillExampleResult } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import styles from './evaluation.module.css'
import { evaluationQuery } from './evaluation-queries.ts'
import { NoteList, Place } from './note-list.tsx'
import { sourceLabels } from './run-dialog.tsx'
import { versionName } from './runs.tsx'
import { Score, stateText } from './score.tsx'

export function Result({ skill, evaluationId }: { skill: Skill; evaluationId: string }) {
  const { data: evaluation } = useSuspenseQuery(evaluationQuery(evaluationId))
  const { source, precision, recall, exampleCount, readyCount, examples } = evaluation
  const happened = stateText(evaluation)
  const hidden = exampleCount - examples.length
  return (
    <section className={styles.section} aria-label="Result">
      <header className={styles.sectionHead}>
        <h2>
          {versionName(evaluation)}, {sourceLabels[source].toLowerCase()}
        </h2>
        <Link to="/skills/$skillId" params={{ skillId: skill.id }} search={{ evaluation: true }}>
          All evaluations
        </Link>
      </header>
      <dl className={styles.scores}>
        <div>
          <dt>Precision</dt>
          <dd>
            <Score label="Precision" part={precision} />
          </dd>
        </div>
        <div>
          <dt>Recall</dt>
          <dd>
            <Score label="Recall" part={recall} />
          </dd>
        </div>
      </dl>
      <p className="quiet small" role="status">
        {happened ?? `${readyCount} of ${exampleCount} examples have a result. Only these count.`}
        {hidden > 0 && ` You do not see the files of ${hidden} of them.`}
      </p>
      <ul className={styles.results}>
        {examples.map((result) => (
          <ExampleResult key={result.example.id} result={result} />
        ))}
      </ul>
    </section>
  )
}

function ExampleResult({ result }: { result: SkillExampleResult }) {
  const { example, failure, matches, missed, extra, state } = result
  const { file } = example
  return (
    <li className={styles.result} aria-label={example.name}>
      <h3>
        <Link to="/files/$fileId" params={{ fileId: file.id }}>
          {example.name}
        </Link>
      </h3>
      {failure && <p className={styles.failure}>{failure.message}</p>}
      {state === 'READY' && matches.length + missed.length + extra.length === 0 && (
        <p className="quiet">No notes were expected, and none was found.</p>
      )}
      {matches.length > 0 && (
        <div className={styles.group} data-kind="matched">
          <h4>Found ({matches.length})</h4>
          <ul className={styles.notes}>
            {matches.map(({ expected, found }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: notes have no ids, and a list never changes.
              <li key={index}>
                <Place note={expected} file={file} />
                <span>{expected.text}</span>
                <Place note={found} file={file} />
                <span className="quiet">{found.text}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {missed.length > 0 && (
        <div className={styles.group} data-kind="missed">
          <h4>Missed ({missed.length})</h4>
          <NoteList notes={missed} file={file} />
        </div>
      )}
      {extra.length > 0 && (
        <div className={styles.group} data-kind="extra">
          <h4>Extra ({extra.length})</h4>
          <NoteList notes={extra} file={file} />
        </div>
      )}
    </li>
  )
}
