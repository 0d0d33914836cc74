import styles from './file-picture.module.css'

type Shown = { mimeType: string | null; thumbnail: string | null }

/** A file by its small picture; by what it is where there is none, or not yet. The name stands beside it. */
export function FilePicture({ file, small = false }: { file: Shown; small?: boolean }) {
  return (
    <span className={`${styles.picture} ${small ? styles.small : ''}`}>
      {file.thumbnail ? (
        <img src={file.thumbnail} alt="" loading="lazy" decoding="async" />
      ) : (
        <span aria-hidden="true">{kindOf(file.mimeType)}</span>
      )}
    </span>
  )
}

/** `image/svg+xml` is a picture of the kind SVG to most people. */
function kindOf(mimeType: string | null): string {
  const [kind = '', name = ''] = (mimeType ?? '').split('/')
  if (kind === 'model') return '3D'
  if (kind === 'video' || kind === 'audio') return kind === 'video' ? 'Video' : 'Sound'
  return name === 'pdf' ? 'PDF' : kind === 'image' ? 'Picture' : kind === 'text' ? 'Text' : 'File'
}
