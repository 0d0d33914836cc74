import type { CheckPreview } from '@dailies/sdk'
import { lazy, Suspense, useState } from 'react'
import { FileThumbnail } from '../../picking/file-thumbnail.tsx'
import { Badge } from '../../settings/section-layout.tsx'
import { Button } from '../../ui/button.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import type { Place } from './profile-queries.ts'
import styles from './profiles.module.css'
import type { Preview } from './use-preview.ts'

const ChooseFile = lazy(() =>
  import('./choose-file-dialog.tsx').then(({ ChooseFileDialog }) => ({ default: ChooseFileDialog })),
)

/** The file that the rules are tried on, and how many findings it would have. It stays in view while the rules scroll. */
export function PreviewBar({
  place,
  preview,
  readOnly,
}: {
  place: Place
  preview: Preview
  readOnly: boolean
}) {
  const { file, result, error, isStale } = preview
  const [choosing, setChoosing] = useState(false)
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.previewRow}>
        {file ? (
          <>
            <FileThumbnail file={file} small />
            <p className={styles.previewName}>
              <strong>{file.name}</strong>
              <span className="quiet small" role="status">
                {result && <Counts result={result} isStale={isStale} />}
                {!result && !error && 'Judging…'}
              </span>
            </p>
          </>
        ) : (
          <p className={styles.previewName}>
            <strong>Try these rules on a file</strong>
            <span className="quiet small">
              {readOnly ? 'See what they find. ' : 'Its findings change while you edit. '}
              Nothing is stored.
            </span>
          </p>
        )}
        <Button small aria-label={file ? 'Change file' : undefined} onClick={() => setChoosing(true)}>
          {file ? 'Change' : 'Choose file'}
        </Button>
      </div>
      <ProblemNote error={error} />
      <Suspense>
        {choosing && (
          <ChooseFile
            place={place}
            onClose={() => setChoosing(false)}
            onFile={(chosen) => {
              preview.setFile(chosen)
              setChoosing(false)
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

function Counts({ result: { counts }, isStale }: { result: CheckPreview; isStale: boolean }) {
  const { problems, warnings, infos, waived } = counts
  const none = problems + warnings + infos === 0
  return (
    <span className={styles.counts} data-stale={isStale || undefined}>
      {none && <Badge tone="good">No findings</Badge>}
      {problems > 0 && <Badge tone="bad">{counted(problems, 'problem')}</Badge>}
      {warnings > 0 && <Badge tone="warn">{counted(warnings, 'warning')}</Badge>}
      {infos > 0 && <Badge>{infos} info</Badge>}
      {waived > 0 && <Badge>{waived} waived</Badge>}
    </span>
  )
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
