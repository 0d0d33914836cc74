// Where the picture is. A file that is dropped onto it becomes its next revision.
import type { FileDetails } from '@dailies/sdk'
import { type DragEvent, type ReactNode, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { ShrinkIcon } from '../ui/icons.tsx'
import { showDone } from '../ui/toasts.tsx'
import { useStartUploads } from '../uploads/start-uploads.ts'
import type { RoomLayout } from './layout.ts'
import { useRoom } from './room.ts'
import { NewerRevision } from './room-notices.tsx'
import styles from './room-page.module.css'

export function Stage({
  file,
  layout,
  children,
}: {
  file: FileDetails
  layout: RoomLayout
  children: ReactNode
}) {
  const { permissions } = useRoom()
  const { replace } = useStartUploads(file.project.id)
  const [over, setOver] = useState(false)
  const takes = (event: DragEvent) => permissions.contribute && event.dataTransfer.types.includes('Files')
  const drop = (event: DragEvent) => {
    setOver(false)
    if (!takes(event)) return
    event.preventDefault()
    const [source, another] = event.dataTransfer.files
    if (another)
      showDone('One file is the next revision. Drop that one alone; others go onto the project’s page.')
    else if (source) replace(source, file.id)
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
      <NewerRevision key={file.stack.id} file={file} />
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
