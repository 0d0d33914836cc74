import { IconButton } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { sizeInWords } from '../ui/size.ts'
import styles from './composer.module.css'
import type { Upload, Uploads } from './use-uploads.ts'

export function UploadList({ uploads }: { uploads: Uploads }) {
  if (uploads.all.length === 0) return null
  return (
    <ul className={styles.uploads} aria-label="Attached files">
      {uploads.all.map((upload) => (
        <li key={upload.key} className={styles.upload}>
          <span className={styles.fileName}>{upload.file.name}</span>
          <State upload={upload} />
          <IconButton label={`Remove ${upload.file.name}`} small onClick={() => uploads.remove(upload)}>
            <CloseIcon />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

function State({ upload: { file, progress, id, problem } }: { upload: Upload }) {
  if (problem !== undefined)
    return (
      <span className={styles.problem} role="alert">
        {problem}
      </span>
    )
  if (id !== undefined) return <span className="quiet small">{sizeInWords(file.size)}</span>
  return <progress value={progress} aria-label={`Uploading ${file.name}`} />
}
