import { Link } from '@tanstack/react-router'
import { FileScrub } from '../files/file-scrub.tsx'
import { FileThumbnail } from '../picking/file-thumbnail.tsx'
import { countFiles } from './review-name.ts'
import type { ReviewDetails } from './review-queries.ts'
import styles from './reviews.module.css'

export function ReviewFiles({
  version: { id, files, allowRestricted },
  mayContribute,
}: {
  version: ReviewDetails
  mayContribute: boolean
}) {
  if (files.length === 0)
    return (
      <p className={styles.none}>
        No files to review: they were deleted, or are not shared with you.{' '}
        {mayContribute && 'Create a new review with the files that you want to have reviewed.'}
      </p>
    )
  return (
    <section aria-labelledby="files">
      <h3 id="files" className={styles.count}>
        {countFiles(files.length)}
      </h3>
      {allowRestricted && mayContribute && (
        <p className="quiet small">Restricted reviewers see only the files that are shown to them.</p>
      )}
      <ul className={styles.cards}>
        {files.map((file) => (
          <li key={file.id}>
            <Link
              className={styles.card}
              to="/files/$fileId"
              params={{ fileId: file.id }}
              search={{ version: id }}
            >
              <FileThumbnail file={file}>
                {file.mimeType?.startsWith('video/') && <FileScrub fileId={file.id} />}
              </FileThumbnail>
              <span className={styles.cardName}>{file.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
