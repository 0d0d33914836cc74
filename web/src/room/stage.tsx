// Where the picture is. A file that is dropped onto it becomes its next revision.
import type { FileDetails } from '@dailies/sdk'
import { type DragEvent, type ReactNode, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { ShrinkIcon } from '../ui/icons.tsx'
import type { RevisionUpload } from './header/upload-revision.ts'
import type { RoomLayout } from './layout.ts'
import { useRoom } from './room.ts'
import { RoomNotices } from './room-notices.tsx'
import styles from './room-page.module.css'

export function Stage({
  file,
  upload,
  layout,
  children,
}: {
  file: FileDetails
  upload: RevisionUpload
  layout: RoomLayout
  children: ReactNode
}) {
  const { permissions } = useRoom()
  const [over, setOver] = useState(false)
  const takes = (event: DragEvent) => permissions.contribute && event.dataTransfer.types.includes('Files')
  const drop = (event: DragEvent) => {
    setOver(false)
    if (!takes(event)) return
    event.preventDefault()
    const [source] = event.dataTransfer.files
    if (source) upload.start(source)
  }
  return (
    <section
      className={styles.stage}
      aria-label={file.name}
      onDragOver={(event) => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      {children}
      <RoomNotices key={file.stack.id} file={file} upload={upload} />
      {over && <p className={styles.drop}>Drop it to add the next revision of this file</p>}
      {layout.bare && (
        <IconButton
          label="Back to the room"
          shortcut="Escape"
          className={styles.leave}
          onClick={layout.toggleBare}
        >
          <ShrinkIcon />
        </IconButton>
      )}
    </section>
  )
}
