// The review room: the picture, and what is said about it.
import { DailiesError } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { type CSSProperties, useMemo } from 'react'
import { useLive } from '../app/live.ts'
import { usePermissions } from '../app/permissions.ts'
import { fileQuery } from '../app/queries.ts'
import { useTitle } from '../app/title.ts'
import { useMediaQuery } from '../ui/media-query.ts'
import { placeAt } from './address.ts'
import { CommentPanel } from './comments/comment-panel.tsx'
import { DrawingLayer } from './drawing/drawing-layer.tsx'
import { useKeyList } from './key-list.ts'
import { useRoomLayout } from './layout.ts'
import { PanelHandle } from './panel-handle.tsx'
import { createRoom, RoomContext } from './room.ts'
import { RoomHeader } from './room-header.tsx'
import { FileGone } from './room-notices.tsx'
import styles from './room-page.module.css'
import { Stage } from './stage.tsx'
import { FileViewer } from './viewers/file-viewer.tsx'
import { WelcomeHint } from './welcome-hint.tsx'

export function RoomPage() {
  const { fileId } = useParams({ from: '/files/$fileId' })
  const { at } = useSearch({ from: '/files/$fileId' })
  const { data: file, error } = useSuspenseQuery(fileQuery(fileId))
  const permissions = usePermissions(file.project.id)
  useLive(file.project.id)
  useTitle(file.stack.number > 1 ? `${file.name} v${file.stack.number}` : file.name)
  useKeyList()
  const layout = useRoomLayout()
  const narrow = useMediaQuery('(max-width: 60rem)')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a room is for one file; what changes of it comes by props.
  const room = useMemo(() => {
    const made = createRoom(file, permissions)
    const place = placeAt(at, file)
    if (place) void made.goTo(place)
    return made
  }, [fileId])
  // What was read stays when it cannot be read again; who lost it is told.
  if (error instanceof DailiesError && (error.status === 404 || error.status === 403))
    return <FileGone file={file} />
  const sizes = { '--panel-width': `${layout.width}px`, '--panel-height': `${layout.height}dvh` }
  return (
    <RoomContext value={room}>
      <div
        className={styles.room}
        data-panel={layout.hidden ? 'hidden' : 'shown'}
        data-bare={layout.bare}
        style={sizes as CSSProperties}
      >
        <RoomHeader file={file} layout={layout} />
        <Stage file={file} layout={layout}>
          <FileViewer key={file.id} file={file} overlay={<DrawingLayer />} />
        </Stage>
        <PanelHandle layout={layout} narrow={narrow} />
        {/* It stays while it is hidden: the markers on the timeline are its comments. */}
        <div className={styles.panel}>
          <WelcomeHint file={file} />
          <CommentPanel key={file.id} file={file} />
        </div>
      </div>
    </RoomContext>
  )
}
