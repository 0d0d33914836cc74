// The review room: the picture, and what is said about it.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLive } from '../app/live.ts'
import { usePermissions } from '../app/permissions.ts'
import { fileQuery } from '../app/queries.ts'
import { CommentPanel } from './comments/comment-panel.tsx'
import { DrawingLayer } from './drawing/drawing-layer.tsx'
import { createRoom, RoomContext } from './room.ts'
import { RoomHeader } from './room-header.tsx'
import styles from './room-page.module.css'
import { FileViewer } from './viewers/file-viewer.tsx'

export function RoomPage() {
  const { fileId } = useParams({ from: '/files/$fileId' })
  const { data: file } = useSuspenseQuery(fileQuery(fileId))
  const permissions = usePermissions(file.project.id)
  useLive(file.project.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a room is for one file; what changes of it comes by props.
  const room = useMemo(() => createRoom(file, permissions), [fileId])
  return (
    <RoomContext value={room}>
      <div className={styles.room}>
        <RoomHeader file={file} />
        <section className={styles.stage} aria-label={file.name}>
          <FileViewer key={file.id} file={file} overlay={<DrawingLayer />} />
        </section>
        <CommentPanel key={file.id} file={file} />
      </div>
    </RoomContext>
  )
}
