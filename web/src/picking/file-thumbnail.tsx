import type { ReactNode } from 'react'
import { guessKind, kindNames } from '../data/file-kinds.ts'
import styles from './file-thumbnail.module.css'

type Shown = { mimeType: string | null; thumbnail: string | null }

/** The thumbnail of a file, or the icon of its kind if there is none yet. The name is shown beside it. */
export function FileThumbnail({
  file,
  small = false,
  children,
}: {
  file: Shown
  small?: boolean
  /** On the image. */
  children?: ReactNode
}) {
  return (
    <span className={`${styles.image} ${small ? styles.small : ''}`}>
      {file.thumbnail ? (
        <img src={file.thumbnail} alt="" loading="lazy" decoding="async" />
      ) : (
        <span aria-hidden="true">{kindName(file)}</span>
      )}
      {children}
    </span>
  )
}

function kindName({ mimeType }: Shown): string {
  if (mimeType === 'application/pdf') return 'PDF'
  const kind = guessKind({ mimeType, mode: 'LOCAL' })
  return kind === 'model' ? '3D' : kind === 'other' ? 'File' : kindNames[kind]
}
