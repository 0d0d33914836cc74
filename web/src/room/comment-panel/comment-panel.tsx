// The comments on a file, beside the image.

import type { Comment, FileDetails } from '@dailies/sdk'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import {
  DiscussionContext,
  rightsOn,
  useNewDiscussion,
  useThreads,
} from '../../comments/discussion-context.ts'
import { shortText } from '../../comments/short-text.ts'
import { ThreadList } from '../../comments/thread-list.tsx'
import { useParticipant } from '../../data/participant.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useCounting } from '../counting.ts'
import { canDrawOn } from '../drawing/drawing.ts'
import { type Marker, useRoom, useRoomState } from '../room.ts'
import styles from './comment-panel.module.css'
import { everything, type Filter, filtered, isFiltering } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { useOnScreen } from './on-screen.ts'
import { PanelHeader } from './panel-header.tsx'
import { placeLabel } from './place.ts'
import { RoomComposer } from './room-composer.tsx'
import { useCommentKeys } from './use-comment-keys.ts'
import { type CommentAddress, useSelection } from './use-selection.ts'

export type CommentPanelProps = {
  file: FileDetails
  /** The name of this file where two files are compared. Drawing is not possible then. */
  name?: string
  /**
   * Whether this panel is visible: compare hides one of its two panels, which still provides the markers of its file.
   */
  active?: boolean
  /** The selected comment in the URL, where the page has one. */
  address?: CommentAddress
  /** A marker of this file was clicked. */
  onPick?: () => void
  /** In place of the menu to export comments. */
  tools?: ReactNode
}

export function CommentPanel(props: CommentPanelProps) {
  const { file } = props
  const discussion = useNewDiscussion({ projectId: file.project.id, fileId: file.id }, 'place')
  return (
    <DiscussionContext value={discussion}>
      <Panel {...props} />
    </DiscussionContext>
  )
}

function Panel({ file, name, active = true, address, onPick, tools }: CommentPanelProps) {
  const room = useRoom()
  const participant = useParticipant()
  const { items: comments, read, complete, empty } = useThreads()
  const [filter, setFilter] = useState<Filter>(everything)
  const [isFilterOpen, setFilterOpen] = useState(false)
  const selected = useRoomState((state) => state.selected)
  // The clicked comment stays highlighted while the video plays on.
  const { select, current } = useSelection({ address, onPick })
  const shown = useMemo(() => filtered(comments, filter), [comments, filter])
  const gapAt =
    complete || comments.length === read ? undefined : filtered(comments.slice(0, read), filter).length
  const mayResolve = (comment: Comment) => rightsOn(comment, participant).resolve
  useCommentKeys({ comments: shown, current: selected ?? current, select, mayResolve, active })
  useEffect(() => room.store.set({ markers: markersOf(comments, file.media) }), [room, comments, file.media])
  const counting = useCounting()
  const label = useCallback(
    (comment: Comment) => placeLabel(comment, file.media, counting),
    [file.media, counting],
  )
  const canDraw = name === undefined && canDrawOn(file)

  return (
    <aside className={styles.panel} aria-label={`Comments on ${name ?? file.name}`} hidden={!active}>
      <PanelHeader
        comments={comments}
        complete={complete}
        isFilterOpen={isFilterOpen}
        isFiltering={isFiltering(filter)}
        onFilter={setFilterOpen}
      >
        {tools}
      </PanelHeader>
      {isFilterOpen && (
        <FilterBar comments={comments} filter={filter} onChange={setFilter} found={shown.length} />
      )}
      <ThreadList
        comments={shown}
        gapAt={gapAt}
        selected={selected ?? current}
        onScreen={useOnScreen(shown)}
        onSelect={select}
        placeOf={label}
      >
        {!empty && shown.length === 0 && (
          <Nothing isFiltering={isFiltering(filter)} canDraw={canDraw} onAll={() => setFilter(everything)} />
        )}
      </ThreadList>
      {participant.comment && <RoomComposer file={file} name={name} canDraw={canDraw} active={active} />}
    </aside>
  )
}

type NothingProps = { isFiltering: boolean; canDraw: boolean; onAll: () => void }

function Nothing({ isFiltering, canDraw, onAll }: NothingProps) {
  if (isFiltering)
    return (
      <EmptyState title="No matching comments">
        <button type="button" className={styles.link} onClick={onAll}>
          Show all comments
        </button>
      </EmptyState>
    )
  return (
    <EmptyState title="No comments yet">
      <p className="quiet">
        Pause where something matters and write below. Press <kbd>C</kbd> to comment
        {canDraw && (
          <>
            , <kbd>D</kbd> to draw on the image
          </>
        )}
        .
      </p>
    </EmptyState>
  )
}

/** The comments that have a place on the timeline. */
function markersOf(comments: readonly Comment[], media: FileDetails['media']): Marker[] {
  if (media?.kind !== 'VIDEO' && media?.kind !== 'AUDIO') return []
  return comments.flatMap((comment) =>
    comment.anchor === null
      ? []
      : [
          {
            commentId: comment.id,
            ms: comment.anchor,
            durationMs: comment.duration,
            frame: comment.frame,
            author: comment.author,
            content: shortText(comment),
            resolved: comment.resolvedAt !== null,
            shapes: comment.annotation?.shapes ?? [],
          },
        ],
  )
}
