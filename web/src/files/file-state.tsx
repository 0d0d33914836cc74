// The state of a file on its card: uploading, generating, queued, processing, failed.
import type { FileListItem } from '@dailies/sdk'
import { lazy, Suspense } from 'react'
import { useMediaWatch } from '../data/processing-watch.ts'
import { useStore } from '../data/store.ts'
import { Button } from '../ui/button.tsx'
import { uploads } from '../uploads/upload-queue.ts'
import { useFileActions } from './file-actions.ts'
import styles from './file-state.module.css'
import { useFiles } from './files-context.ts'

const GenerationState = lazy(() =>
  import('../generate/generation-state.tsx').then(({ GenerationState }) => ({ default: GenerationState })),
)

export function FileState({ file }: { file: FileListItem }) {
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
  if (file.status === 'FAILED') return <p className={styles.state}>The file could not be created</p>
  return file.media && file.media.state !== 'READY' ? <Processing file={file} listed={file.media} /> : null
}

function Uploading({ file: { id, size } }: { file: FileListItem }) {
  const loaded = useStore(uploads, ({ all }) => all.find((upload) => upload.id === id)?.loaded)
  if (loaded === undefined) return <p className={styles.state}>Uploading…</p>
  return (
    <div className={styles.state}>
      <p>Uploading {Math.floor((loaded / (size || 1)) * 100)} %</p>
      <progress aria-label="Upload" max={size ?? 1} value={loaded} />
    </div>
  )
}

function Processing({ file, listed }: { file: FileListItem; listed: NonNullable<FileListItem['media']> }) {
  const { projectId, permissions } = useFiles()
  const { retryProcessing } = useFileActions(projectId)
  const media = useMediaWatch(file.id, listed.state)?.media
  const { state, progress } = media ?? listed
  if (state === 'READY') return null
  if (state === 'FAILED')
    return (
      <div className={styles.state}>
        <p title={media?.failure?.message}>Processing failed</p>
        {permissions.contribute && media?.failure?.retryable !== false && (
          <Button small className={styles.button ?? ''} onClick={() => retryProcessing(file)}>
            Try again
          </Button>
        )}
      </div>
    )
  if (state === 'PENDING') return <p className={styles.state}>Queued</p>
  return (
    <div className={styles.state}>
      <p>Processing {Math.floor((progress ?? 0) * 100)} %</p>
      <progress aria-label="Processing" max={1} value={progress ?? 0} />
    </div>
  )
}
