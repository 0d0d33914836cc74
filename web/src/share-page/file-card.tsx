import type { ShareFile } from '@dailies/sdk'
import type { MouseEvent } from 'react'
import { useHeldUrl } from '../data/derivatives.ts'
import { FileScrub } from '../files/file-scrub.tsx'
import { openFile, pathOf } from './address.ts'
import { CommentsIcon, PlayIcon } from './icons.tsx'
import styles from './list-page.module.css'

/** A link, so that it can be opened in another tab. */
export function FileCard({ file }: { file: ShareFile }) {
  const thumbnail = useHeldUrl(file.thumbnail)
  const { media, commentCount } = file
  const isPlayed = media?.kind === 'VIDEO' || media?.kind === 'AUDIO'
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openFile(file.id)
  }
  return (
    <li className={styles.card} data-kind={media?.kind ?? 'OTHER'}>
      <div className={styles.image}>
        {thumbnail.src ? (
          <img {...thumbnail} alt="" loading="lazy" decoding="async" />
        ) : (
          <span className={styles.kind}>{stateOf(file)}</span>
        )}
        {media?.kind === 'VIDEO' && <FileScrub fileId={file.id} />}
        {isPlayed && (
          <span className={styles.play}>
            <PlayIcon />
          </span>
        )}
        {lengthOf(file) && <span className={styles.length}>{lengthOf(file)}</span>}
      </div>
      <p className={styles.facts}>
        <a className={`${styles.name} whole`} href={pathOf(file.id)} onClick={open}>
          {file.name}
        </a>
        {commentCount > 0 && (
          <span className={styles.count} title={commentsInWords(commentCount)}>
            <CommentsIcon />
            <span aria-hidden="true">{commentCount}</span>
            <span className="unseen">{commentsInWords(commentCount)}</span>
          </span>
        )}
      </p>
    </li>
  )
}

function commentsInWords(count: number): string {
  return count === 1 ? '1 comment' : `${count} comments`
}

const kindNames: Record<string, string> = {
  VIDEO: 'Video',
  AUDIO: 'Audio',
  IMAGE: 'Image',
  DOCUMENT: 'Document',
  MODEL: '3D model',
}

function stateOf({ media }: ShareFile): string {
  if (media?.state === 'PENDING' || media?.state === 'PROCESSING') return 'Being prepared…'
  return kindNames[media?.kind ?? ''] ?? 'File'
}

/** `1:04`, or `12 pages`. */
export function lengthOf({ media }: Pick<ShareFile, 'media'>): string | undefined {
  if (media?.durationMs) {
    const seconds = Math.round(media.durationMs / 1000)
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
    const rest = String(seconds % 60).padStart(2, '0')
    return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
  }
  if (media?.pages) return media.pages === 1 ? '1 page' : `${media.pages} pages`
  return undefined
}
