// The review room: the image, and the comments on it.
import { DailiesError, type FileDetails } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { ChecksPanel } from '../checks/room/lazy-checks.tsx'
import { PanelTabs, usePanelTab } from '../checks/room/panel-tabs.tsx'
import { useLive } from '../data/event-stream.ts'
import { useTitle } from '../data/page-title.ts'
import { ParticipantContext, useProjectParticipant } from '../data/participant.ts'
import { useReportPresence } from '../data/presence.ts'
import { fileQuery } from '../data/queries.ts'
import { useStore } from '../data/store.ts'
import { useReadOnOpen } from '../notifications/use-read-on-open.ts'
import { DraftsPanel } from '../skill-reviews/room/lazy-drafts.tsx'
import { placeAt } from './address.ts'
import { TranscriptPanel } from './captions/transcript-panel.tsx'
import { useCommentAddress } from './comment-panel/comment-address.ts'
import { CommentPanel } from './comment-panel/comment-panel.tsx'
import { ExportMenu } from './comment-panel/export-menu.tsx'
import { useOpenPanel, useRoomLayout } from './layout.ts'
import { PanelHandle } from './panel-handle.tsx'
import { RoomContext, useNewRoom } from './room.ts'
import { RoomHeader } from './room-header.tsx'
import { FileGone } from './room-notices.tsx'
import styles from './room-page.module.css'
import { Stage } from './stage.tsx'
import { useCommentKeyList } from './use-keys.ts'
import { WelcomeHint } from './welcome-hint.tsx'

export function RoomPage() {
  const { fileId } = useParams({ from: '/files/$fileId' })
  const { at } = useSearch({ from: '/files/$fileId' })
  const { data: file, error } = useSuspenseQuery(fileQuery(fileId))
  const participant = useProjectParticipant(file.project.id)
  useLive(file.project.id)
  // A loaded file stays visible when reloading it fails; a person who lost access sees a notice.
  const isGone = error instanceof DailiesError && (error.status === 404 || error.status === 403)
  useReportPresence(isGone ? undefined : file.id)
  useReadOnOpen(isGone ? undefined : file.id)
  useTitle(file.stack.number > 1 ? `${file.name} v${file.stack.number}` : file.name)
  useCommentKeyList()
  const layout = useRoomLayout()
  const address = useCommentAddress()
  const room = useNewRoom(file, placeAt(at, file))
  const { tab, tabs, setTab } = usePanelTab(file)
  const isComments = tab === 'comments'
  useOpenPanel(room, layout, !isComments ? () => setTab('comments') : undefined)
  const isWriting = useStore(room.store, ({ composing, pen }) => composing || pen !== null)
  if (isGone) return <FileGone file={file} />
  const sizes = {
    '--panel-width': `${layout.width}px`,
    '--panel-height': `${layout.height}dvh`,
    '--natural-height': naturalHeight(file),
  }
  return (
    <ParticipantContext value={participant}>
      <RoomContext value={room}>
        <div
          className={styles.room}
          data-panel={layout.hidden ? 'hidden' : 'shown'}
          data-sized={layout.height !== null}
          data-bare={layout.bare}
          data-writing={isWriting}
          style={sizes as CSSProperties}
        >
          <RoomHeader file={file} layout={layout} />
          <Stage key={file.id} file={file} layout={layout} />
          <PanelHandle layout={layout} />
          {/* The panel stays mounted while it is hidden: the markers on the timeline are its comments. */}
          <div className={styles.panel}>
            <WelcomeHint file={file} />
            <PanelTabs file={file} tab={tab} tabs={tabs} onTab={setTab} />
            <TranscriptPanel file={file} onOpen={layout.showPanel} />
            {tab === 'checks' && (
              <ChecksPanel file={file} onOpen={layout.showPanel} onNote={room.pickMarker} />
            )}
            {tab === 'drafts' && (
              <DraftsPanel file={file} onOpen={layout.showPanel} onNote={room.pickMarker} />
            )}
            <CommentPanel
              key={`comments of ${file.id}`}
              file={file}
              active={isComments}
              address={address}
              tools={<ExportMenu file={file} />}
            />
          </div>
        </div>
      </RoomContext>
    </ParticipantContext>
  )
}

/** The height of the image above the comments: as wide as the window, but never most of its height. */
function naturalHeight({ media }: FileDetails): string {
  const { kind, width, height } = media ?? {}
  if (kind === 'AUDIO') return '12rem'
  if (kind === 'DOCUMENT' || !kind) return '46dvh'
  const ratio = kind !== 'MODEL' && width && height ? width / height : 16 / 9
  return `min(100vw / ${ratio.toFixed(4)}, 50dvh)`
}
