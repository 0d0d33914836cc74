import type { File } from '@dailies/sdk'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { useStore } from '../../app/store.ts'
import { CubeIcon, DocumentIcon, FilmIcon, PictureIcon, SoundIcon } from '../../ui/object-icons.tsx'
import { sizeInWords } from '../../ui/size.ts'
import { StatusBadge } from '../../ui/status.tsx'
import { useStartUploads } from '../../uploads/start-uploads.ts'
import { startDrag, useDropTarget } from './drop-target.ts'
import styles from './file-card.module.css'
import { type Kind, kindName, kindOf } from './file-kinds.ts'
import { FileMenu } from './file-menu.tsx'
import { FileState } from './file-state.tsx'
import { select, useFiles } from './files-context.ts'
import { TagMenu } from './tag-menu.tsx'

const icons: Record<Kind, () => ReactNode> = {
  video: FilmIcon,
  sound: SoundIcon,
  image: PictureIcon,
  document: DocumentIcon,
  model: CubeIcon,
  other: DocumentIcon,
}

/** Kept as it is while one scrolls: it is its place that comes to the screen, and drawing all cards anew costs most. */
export const FileCard = memo(function FileCard({
  file,
  shown,
  left,
  top,
  width,
  position,
  of,
}: {
  file: File
  /** All that the list shows, to select through. */
  shown: readonly File[]
  left: number
  top: number
  width: number
  /** Which one it is in the list, for those who cannot see it; -1: nobody knows how many there are. */
  position: number
  of: number
}) {
  const { projectId, permissions, selection } = useFiles()
  const { replace } = useStartUploads(projectId)
  const selected = useStore(selection, ({ files }) => files.has(file.id))
  const Icon = icons[kindOf(file)]
  const takes = permissions.contribute && file.mode !== 'YOUTUBE' && file.status !== 'UPLOADING'
  const target = useDropTarget({
    onTransfer: takes ? (transfer) => transfer.files[0] && replace(transfer.files[0], file.id) : undefined,
  })
  return (
    <li
      className={styles.card}
      style={{ width, transform: `translate(${left}px, ${top}px)` }}
      aria-posinset={position}
      aria-setsize={of}
      data-selected={selected || undefined}
      data-over={target.over || undefined}
      draggable={permissions.contribute}
      onDragStart={(event) => startDrag(event, selected ? [...selection.get().files.values()] : [file])}
      {...target.handlers}
    >
      <div className={styles.picture}>
        {file.thumbnail ? (
          <img src={file.thumbnail} alt="" loading="lazy" decoding="async" draggable={false} />
        ) : (
          <Icon />
        )}
        {file.stack.number > 1 && <span className={styles.revision}>v{file.stack.number}</span>}
        <FileState file={file} />
        {target.over && <p className={styles.drop}>Drop for v{file.stack.number + 1}</p>}
      </div>
      <div className={styles.text}>
        <h3 className={styles.name}>
          <Link
            to="/files/$fileId"
            params={{ fileId: file.id }}
            className="whole"
            title={file.name}
            draggable={false}
          >
            {file.name}
          </Link>
        </h3>
        <FileMenu file={file} />
      </div>
      <div className={styles.facts}>
        <span className={styles.kind}>
          {kindName(file)}
          {file.size !== null && ` · ${sizeInWords(file.size)}`}
        </span>
        {permissions.contribute ? <TagMenu file={file} /> : <StatusBadge status={file.tag} />}
      </div>
      {permissions.contribute && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={selected}
            aria-label={`Select ${file.name}`}
            onChange={(event) =>
              select(selection, file, shown, (event.nativeEvent as MouseEvent).shiftKey === true)
            }
          />
        </label>
      )}
    </li>
  )
})
