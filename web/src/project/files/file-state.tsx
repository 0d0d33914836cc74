// What stands over the picture of a file that is not there yet, or went wrong.
import type { File } from '@dailies/sdk'
import { lazy, Suspense } from 'react'
import { useStore } from '../../app/store.ts'
import { Button } from '../../ui/button.tsx'
import { parseTime } from '../../ui/time.tsx'
import { uploads } from '../../uploads/upload-queue.ts'
import { useFileActions } from './file-actions.ts'
import { isPictured } from './file-kinds.ts'
import styles from './file-state.module.css'
import { useFiles } from './files-context.ts'
import { useMediaWatch } from './media-watch.ts'

const GenerationState = lazy(() =>
  import('../generate/generation-state.tsx').then(({ GenerationState }) => ({ default: GenerationState })),
)

export function FileState({ file }: { file: File }) {
  if (file.mode === 'GENERATED' && file.status !== 'UPLOADED') {
    return (
      <div className={styles.state}>
        <Suspense fallback="Generating…">
          <GenerationState file={file} />
        </Suspense>
      </div>
    )
  }
  if (file.status === 'UPLOADING') return <Uploading file={file} />
  if (file.status === 'FAILED') return <p className={styles.state}>It could not be made</p>
  return file.thumbnail === null && isPictured(file) ? <Preparing file={file} /> : null
}

function Uploading({ file: { id, size } }: { file: File }) {
  const loaded = useStore(uploads, ({ all }) => all.find((upload) => upload.id === id)?.loaded)
  if (loaded === undefined) return <p className={styles.state}>Is being uploaded…</p>
  return (
    <div className={styles.state}>
      <p>Uploading {Math.floor((loaded / (size || 1)) * 100)} %</p>
      <progress aria-label="Upload" max={size ?? 1} value={loaded} />
    </div>
  )
}

const recentMs = 600_000

function Preparing({ file }: { file: File }) {
  const { projectId, permissions } = useFiles()
  const { retryProcessing } = useFileActions(projectId)
  const media = useMediaWatch(file.id, true)?.media
  if (media === undefined) {
    const recent = Date.now() - parseTime(file.updatedAt).getTime() < recentMs
    return recent ? <p className={styles.state}>Preparing the preview…</p> : null
  }
  if (media?.state === 'PENDING') {
    const before = media.position ?? 0
    return (
      <p className={styles.state}>
        {before > 0 ? `Waits for ${before} before it` : 'Preparing the preview…'}
      </p>
    )
  }
  if (media?.state === 'PROCESSING') {
    return (
      <div className={styles.state}>
        <p>Preparing the preview</p>
        <progress aria-label="Preview" max={1} value={media.progress ?? undefined} />
      </div>
    )
  }
  if (media?.state !== 'FAILED') return null
  return (
    <div className={styles.state}>
      <p title={media.failure?.message}>There is no preview</p>
      {permissions.contribute && media.failure?.retryable !== false && (
        <Button small className={styles.button ?? ''} onClick={() => retryProcessing(file)}>
          Try again
        </Button>
      )}
    </div>
  )
}
