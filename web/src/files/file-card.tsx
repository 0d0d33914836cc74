import type { FileListItem } from '@dailies/sdk'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { kindName } from '../data/file-kinds.ts'
import styles from './file-card.module.css'
import { KindIcon, lengthOf, OpenComments, ShortTime } from './file-facts.tsx'
import { FileMenu } from './file-menu.tsx'
import { FileScrub } from './file-scrub.tsx'
import { FileState } from './file-state.tsx'
import { useFiles } from './files-context.ts'
import { TagMenu } from './tag-menu.tsx'
import { Tick } from './tick.tsx'
import { useFileItem } from './use-file-item.ts'

export type FileItemProps = {
  file: FileListItem
  index: number
  /** The number of files, for screen readers; -1: not known yet. */
  of: number
  top: number
  /** Only one file of the list has tab stops; arrows move between files. */
  tabbable: boolean
}

/** Memoized: rendering all cards while the page scrolls is the largest cost. */
export const FileCard = memo(function FileCard({
  file,
  index,
  of,
  top,
  tabbable,
  left,
  width,
}: FileItemProps & { left: number; width: number }) {
  const { permissions } = useFiles()
  const item = useFileItem(file)
  const tabIndex = tabbable ? 0 : -1
  return (
    <li
      className={styles.card}
      style={{ width, transform: `translate(${left}px, ${top}px)` }}
      aria-posinset={index + 1}
      aria-setsize={of}
      data-index={index}
      data-selected={item.selected || undefined}
      data-over={item.over || undefined}
      {...item.handlers}
    >
      <Thumbnail file={file} over={item.over} />
      <div className={styles.text}>
        <h3 className={styles.name}>
          <Link
            to="/files/$fileId"
            params={{ fileId: file.id }}
            className="whole"
            title={file.name}
            tabIndex={tabIndex}
            draggable={false}
          >
            {file.name}
          </Link>
        </h3>
        <FileMenu file={file} tabIndex={tabIndex} />
      </div>
      <div className={styles.facts}>
        <span className={styles.who}>
          {file.author && <span className={styles.author}>{file.author.name}</span>}
          <ShortTime of={file.createdAt} />
        </span>
        <OpenComments file={file} />
        <TagMenu file={file} tabIndex={tabIndex} />
      </div>
      {permissions.contribute && (
        <Tick file={file} item={item} tabIndex={tabIndex} className={styles.check} />
      )}
    </li>
  )
})

function Thumbnail({ file, over }: { file: FileListItem; over: boolean }) {
  const { media, stack, thumbnail } = file
  const length = lengthOf(file)
  return (
    <div className={styles.image}>
      {thumbnail ? (
        <img src={thumbnail} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <span className={styles.kind}>
          <KindIcon file={file} />
          {kindName(file)}
        </span>
      )}
      {media?.sprite && media.durationMs !== null && (
        <FileScrub fileId={file.id} sprite={media.sprite} durationMs={media.durationMs} />
      )}
      {stack.number > 1 && <span className={styles.revision}>v{stack.number}</span>}
      {length && <span className={styles.length}>{length}</span>}
      <FileState file={file} />
      {over && <p className={styles.drop}>Drop for v{stack.number + 1}</p>}
    </div>
  )
}
