// What is said about the file, beside the picture.
import type { Comment, FileDetails } from '@dailies/sdk'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { canDrawOn } from '../drawing/drawing.ts'
import { useRoom, useRoomState } from '../room.ts'
import styles from './comment-panel.module.css'
import { DiscussionContext, useNewDiscussion, useThreads } from './discussion-context.ts'
import { ExportMenu } from './export-menu.tsx'
import { everything, type Filter, filtered, isFiltering } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { markersOf } from './markers.ts'
import { PanelHeader } from './panel-header.tsx'
import { placeLabel } from './place.ts'
import { RoomComposer } from './room-composer.tsx'
import { ThreadList } from './thread-list.tsx'
import { useCommentKeys } from './use-comment-keys.ts'
import { useSelection } from './use-selection.ts'

export function CommentPanel({ file }: { file: FileDetails }) {
  const discussion = useNewDiscussion({ projectId: file.project.id, fileId: file.id }, 'place')
  return (
    <DiscussionContext value={discussion}>
      <Panel file={file} />
    </DiscussionContext>
  )
}

function Panel({ file }: { file: FileDetails }) {
  const room = useRoom()
  const { comments, read, complete, empty } = useThreads()
  const [filter, setFilter] = useState<Filter>(everything)
  const [isFilterOpen, setFilterOpen] = useState(false)
  const selected = useRoomState((state) => state.selected)
  // What was clicked stays marked while the picture goes on.
  const { select, opened, setOpened, current } = useSelection()
  const shown = useMemo(() => filtered(comments, filter), [comments, filter])
  const gapAt =
    complete || comments.length === read ? undefined : filtered(comments.slice(0, read), filter).length
  useCommentKeys(shown, select)
  useEffect(() => room.store.set({ markers: markersOf(comments, file.media) }), [room, comments, file.media])
  const label = useCallback((comment: Comment) => placeLabel(comment, file.media), [file.media])

  return (
    <aside className={styles.panel} aria-label={`Comments on ${file.name}`}>
      <PanelHeader
        comments={comments}
        complete={complete}
        isFilterOpen={isFilterOpen}
        isFiltering={isFiltering(filter)}
        onFilter={setFilterOpen}
      >
        <ExportMenu file={file} />
      </PanelHeader>
      {isFilterOpen && (
        <FilterBar comments={comments} filter={filter} onChange={setFilter} found={shown.length} />
      )}
      <ThreadList
        comments={shown}
        gapAt={gapAt}
        selected={selected ?? current}
        opened={opened}
        onOpened={setOpened}
        onSelect={select}
        placeOf={label}
      >
        {!empty && shown.length === 0 && (
          <Nothing
            isFiltering={isFiltering(filter)}
            canDraw={canDrawOn(file)}
            onAll={() => setFilter(everything)}
          />
        )}
      </ThreadList>
      <RoomComposer file={file} onSent={select} />
    </aside>
  )
}

function Nothing({
  isFiltering,
  canDraw,
  onAll,
}: {
  isFiltering: boolean
  canDraw: boolean
  onAll: () => void
}) {
  if (isFiltering)
    return (
      <EmptyState title="No comment is like that">
        <button type="button" className={styles.link} onClick={onAll}>
          Show all comments
        </button>
      </EmptyState>
    )
  return (
    <EmptyState title="Nothing said yet">
      <p className="quiet">
        Stop where something matters and write it down below. Press <kbd>C</kbd> to write
        {canDraw && (
          <>
            , <kbd>D</kbd> to draw on the picture
          </>
        )}
        .
      </p>
    </EmptyState>
  )
}
