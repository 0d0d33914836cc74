// One file of a share, as large as the screen, with its comments in a drawer.
import type { FileDetails, OpenShare, ShareFile } from '@dailies/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type Participant, ParticipantContext } from '../data/participant.ts'
import { fileQuery } from '../data/queries.ts'
import { useChrome } from '../room/chrome.ts'
import { DrawingLayer } from '../room/drawing/drawing-layer.tsx'
import { type RoomForm, useRoomForm, useRoomLook } from '../room/form.ts'
import { type Room, RoomContext, useNewRoom, useRoomState } from '../room/room.ts'
import { FileViewer } from '../room/viewers/file-viewer.tsx'
import { FailedPage } from '../ui/failed-page.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Spinner } from '../ui/spinner.tsx'
import { openList, setDrawer, useAddress } from './address.ts'
import { useShareTitle } from './brand.ts'
import { type Bars, BottomBar, type FilePageProps, showsComments, TopBar } from './file-bars.tsx'
import styles from './file-page.module.css'
import { openShareQuery, renewMs } from './share-queries.ts'
import { takeFocus } from './take-focus.ts'
import { useDrawerKeys, useOpenDrawer } from './use-open-drawer.ts'
import { type Neighbours, neighboursOf, useTurning } from './use-turning.ts'
import { useViewReports } from './view-reports.ts'

const CommentsDrawer = lazy(async () => ({
  default: (await import('./comments-drawer.tsx')).CommentsDrawer,
}))

export function FilePage({ share, listed, hasList }: FilePageProps) {
  const form = useRoomForm()
  useRoomLook(true)
  useShareTitle(listed.name, share.name)
  const neighbours = neighboursOf(share.files, listed.id)
  const {
    data: file,
    error,
    refetch,
  } = useQuery({
    ...fileQuery(listed.id),
    staleTime: renewMs,
    refetchInterval: renewMs,
    refetchOnWindowFocus: true,
  })
  usePrefetch(neighbours.after?.id)
  const onShown = useDrawerKeys(showsComments(share))
  const bars = { share, listed, neighbours, form, hasList }
  if (!file)
    return (
      <div className={styles.page}>
        <TopBar {...bars} />
        <main id="main" className={styles.stage}>
          {error ? (
            <FailedPage error={error} isPage retry={() => void refetch()} />
          ) : (
            <Waiting file={listed} />
          )}
        </main>
        {form === 'below' && <BottomBar {...bars} />}
      </div>
    )
  return <OpenFile key={file.id} {...bars} file={file} onShown={onShown} />
}

/** Shows the thumbnail while the rest of the file is loaded. */
function Waiting({ file: { thumbnail } }: { file: ShareFile }) {
  return (
    <div className={styles.waiting}>
      {thumbnail && <img src={thumbnail} alt="" />}
      <Spinner label="Loading" />
    </div>
  )
}

/** The next file opens without a wait. */
function usePrefetch(fileId: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (fileId !== undefined) void queries.prefetchQuery(fileQuery(fileId))
  }, [queries, fileId])
}

type OpenFileProps = Bars & { file: FileDetails; onShown: () => () => void }

function OpenFile({ file, onShown, ...bars }: OpenFileProps) {
  const { share, form, neighbours, hasList } = bars
  const { drawer } = useAddress()
  const participant = useMemo(() => participantOf(share), [share])
  const room = useNewRoom(file)
  useViewReports(room, file)
  const hasComments = showsComments(share)
  useOpenDrawer(room, hasComments)
  // On a slow network, the first frame of a video comes before the code of the comments.
  const [isWaiting, setWaiting] = useState(file.media?.kind === 'VIDEO' && file.media.state === 'READY')
  const loadsComments = hasComments && (drawer || !isWaiting)
  useShortcuts('Files', [
    {
      keys: 'Escape',
      label: drawer ? 'Close comments' : 'All files',
      run() {
        const { pen, selected } = room.store.get()
        // The comments use the key first.
        if (pen !== null || selected !== null) return
        if (drawer) setDrawer(false)
        else if (hasList) openList()
      },
    },
  ])
  useReloadAfterComments(drawer)
  return (
    <ParticipantContext value={participant}>
      <RoomContext value={room}>
        <Frame isOpen={drawer && hasComments}>
          <TopBar {...bars} />
          <Stage {...{ room, file, form, neighbours }} onFrame={() => setWaiting(false)} />
          {form === 'below' && <BottomBar {...bars} />}
          {loadsComments && (
            // The comments are loaded while the drawer is closed, too: the markers on the timeline are theirs.
            <div className={styles.drawer} hidden={!drawer}>
              <Suspense fallback={<Spinner label="Loading comments" />}>
                <CommentsDrawer file={file} onShown={onShown} onClose={() => setDrawer(false)} />
              </Suspense>
            </div>
          )}
        </Frame>
      </RoomContext>
    </ParticipantContext>
  )
}

/** The number of comments is in the list of files. */
function useReloadAfterComments(drawer: boolean): void {
  const queries = useQueryClient()
  const before = useRef(drawer)
  useEffect(() => {
    if (before.current && !drawer) void queries.invalidateQueries({ queryKey: openShareQuery.queryKey })
    before.current = drawer
  }, [queries, drawer])
}

function participantOf({ guest, access }: OpenShare): Participant {
  return {
    me: { id: guest.userId ?? guest.id, name: guest.name, avatarUrl: null },
    comment: access === 'COMMENT' && !guest.preview,
    contribute: false,
    manage: false,
    viaShare: true,
  }
}

function Frame({ isOpen, children }: { isOpen: boolean; children: React.ReactNode }) {
  const isWriting = useRoomState(({ composing, pen }) => composing || pen !== null)
  return (
    <div
      className={styles.page}
      data-panel={isOpen ? 'shown' : 'hidden'}
      data-writing={isWriting || undefined}
    >
      {children}
    </div>
  )
}

/** Media events do not bubble, and which of them comes first depends on the browser. */
const frameEvents = ['loadeddata', 'canplay', 'seeked', 'playing']

function useFirstFrame(stage: RefObject<HTMLElement | null>, onFrame: () => void): void {
  const act = useEffectEvent(onFrame)
  useEffect(() => {
    const ended = new AbortController()
    const options = { capture: true, signal: ended.signal }
    for (const name of frameEvents) stage.current?.addEventListener(name, () => act(), options)
    return () => ended.abort()
  }, [stage])
}

type StageProps = {
  room: Room
  file: FileDetails
  form: RoomForm
  neighbours: Neighbours
  /** The first frame of a video is on the screen. */
  onFrame: () => void
}

function Stage({ room, file, form, neighbours, onFrame }: StageProps) {
  const stage = useRef<HTMLElement>(null)
  const chrome = useChrome(form)
  useTurning(stage, room, neighbours)
  useFirstFrame(stage, onFrame)
  return (
    <main id="main" className={styles.main} tabIndex={-1} ref={takeFocus}>
      <section ref={stage} className={styles.stage} aria-label={file.name} {...chrome}>
        <FileViewer file={file} overlay={<DrawingLayer />} />
      </section>
    </main>
  )
}
