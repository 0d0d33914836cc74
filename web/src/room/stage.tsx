// The image of one file. A file dropped onto it becomes its next revision.

import type { FileDetails } from '@dailies/sdk'
import { type DragEvent, useState } from 'react'
import { useParticipant } from '../data/participant.ts'
import { IconButton } from '../ui/button.tsx'
import { ShrinkIcon } from '../ui/icons.tsx'
import { showDone } from '../ui/toasts.tsx'
import { useStartUploads } from '../uploads/start-uploads.ts'
import { useChrome } from './chrome.ts'
import { DrawingLayer } from './drawing/drawing-layer.tsx'
import type { RoomLayout } from './layout.ts'
import { NewerRevision } from './room-notices.tsx'
import styles from './room-page.module.css'
import { FileViewer } from './viewers/file-viewer.tsx'

/** Everything in it belongs to one file: use the file's id as the React key. */
export function Stage({ file, layout }: { file: FileDetails; layout: RoomLayout }) {
  const { contribute } = useParticipant()
  const { replace } = useStartUploads(file.project.id)
  const [over, setOver] = useState(false)
  const chrome = useChrome(layout.form)
  const takes = (event: DragEvent) => contribute && event.dataTransfer.types.includes('Files')
  const drop = (event: DragEvent) => {
    setOver(false)
    if (!takes(event)) return
    event.preventDefault()
    const [source, another] = event.dataTransfer.files
    if (another) showDone('Drop a single file here to add a revision. Add more files on the project’s page.')
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
      {...chrome}
    >
      <FileViewer file={file} overlay={<DrawingLayer />} />
      <NewerRevision file={file} />
      {over && <p className={styles.drop}>Drop to add the next revision of this file</p>}
      {layout.bare && (
        <IconButton
          label="Show controls"
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
