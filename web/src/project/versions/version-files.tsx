import { Link } from '@tanstack/react-router'
import { FilePicture } from '../picking/file-picture.tsx'
import type { ReadVersion } from './version-queries.ts'
import styles from './versions.module.css'

export function VersionFiles({
  version: { id, files, allowRestricted },
  mayContribute,
}: {
  version: ReadVersion
  mayContribute: boolean
}) {
  if (files.length === 0)
    return (
      <p className={styles.none}>
        There is nothing to look at in this round: its files were deleted, are not shown to you, or it was
        made without any. {mayContribute && 'Make a new round with the files that you want to have reviewed.'}
      </p>
    )
  return (
    <section aria-labelledby="files">
      <h3 id="files" className={styles.count}>
        {files.length === 1 ? '1 file' : `${files.length} files`}
      </h3>
      {allowRestricted && mayContribute && (
        <p className="quiet small">Restricted reviewers see those that are shown to them.</p>
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
              <FilePicture file={file} />
              <span className={styles.cardName}>{file.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
