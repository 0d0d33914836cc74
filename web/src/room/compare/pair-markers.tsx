// The comments of both files on the one timeline, each in a lane of its own.
import type { Comment } from '@dailies/sdk'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { TimelineMarkers } from '../player/timeline-markers.tsx'
import { type Marker, RoomContext, useRoomState } from '../room.ts'
import styles from './compare.module.css'
import { useMarks } from './compare-marks.ts'
import type { PairDeck } from './pair-deck.ts'
import type { Side, Sides } from './sides.ts'

export function PairMarkers({ pair, left, right }: Sides & { pair: PairDeck }) {
  return ([left, right] as const).map((side) => (
    <RoomContext key={side.file.id} value={side.room}>
      <Lane side={side} pair={pair} />
    </RoomContext>
  ))
}

function Lane({ side, pair }: { side: Side; pair: PairDeck }) {
  const { room, file, name } = side
  const comments = useMarks(file)
  const selected = useRoomState((state) => state.selected)
  useEffect(() => room.store.set({ markers: comments.map(markerOf) }), [room, comments])
  useEffect(
    () =>
      room.setMarkerPicker((id) => void room.select(comments.find((comment) => comment.id === id) ?? null)),
    [room, comments],
  )
  const shown = comments.find(({ id }) => id === selected)
  return (
    <div className={styles.lane}>
      <span className={styles.laneName}>{name}</span>
      <TimelineMarkers deck={pair.deck} />
      {shown && <Said comment={shown} side={side} />}
    </div>
  )
}

function Said({ comment, side }: { comment: Comment; side: Side }) {
  return (
    <div className={styles.said} role="status">
      <Avatar name={comment.author?.name ?? '?'} url={comment.author?.avatarUrl ?? null} size={24} />
      <p>
        <b>{comment.author?.name ?? 'Somebody'}</b> on {side.name}: {comment.content ?? 'a drawing'}
      </p>
      <Link to="/files/$fileId" params={{ fileId: side.file.id }} search={{ comment: comment.id }}>
        Open
      </Link>
    </div>
  )
}

function markerOf({ id, anchor, duration, author, content, resolvedAt }: Comment): Marker {
  return {
    commentId: id,
    ms: anchor ?? 0,
    durationMs: duration,
    author: author?.name ?? 'Somebody',
    content: content ?? '',
    resolved: resolvedAt !== null,
  }
}
