// The files of a reel along its timeline, and the comments on all of them.
import type { Comment } from '@dailies/sdk'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { shortText } from '../../comments/short-text.ts'
import { client } from '../../data/client.ts'
import { keys } from '../../data/queries.ts'
import type { Playback } from '../player/playback.ts'
import { percent } from '../player/timeline.tsx'
import { TimelineMarkers } from '../player/timeline-markers.tsx'
import { usePlaybackState } from '../player/use-playback.ts'
import { createRoom, type Marker, RoomContext } from '../room.ts'
import styles from './reel.module.css'
import { frameIn, indexIn, type Segment } from './segments.ts'

type MarkersProps = { segments: readonly Segment[]; playback: Playback }

export function ReelMarkers({ segments, playback }: MarkersProps) {
  const room = useMemo(() => createRoom(segments[0]!.file), [segments])
  const comments = useQueries({ queries: segments.map(({ file }) => markedQuery(file.id)) })
  const navigate = useNavigate()
  const { versionId } = useParams({ from: '/projects/$projectId/versions/$versionId/reel' })
  const markers = segments.flatMap((segment, index) =>
    (comments[index]!.data ?? []).flatMap((comment) => markerOf(comment, segment, playback)),
  )
  const listed = markers.map(({ commentId, ms, resolved }) => `${commentId} ${ms} ${resolved}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list says what has changed.
  useEffect(() => {
    room.store.set({ markers })
    return room.setMarkerPicker((commentId) => {
      const place = comments.findIndex(({ data }) => data?.some(({ id }) => id === commentId))
      const fileId = segments[place]?.file.id
      if (fileId === undefined) return
      const search = { comment: commentId, version: versionId }
      void navigate({ to: '/files/$fileId', params: { fileId }, search })
    })
  }, [room, listed])
  return (
    <RoomContext value={room}>
      <Files segments={segments} playback={playback} />
      <TimelineMarkers playback={playback} />
    </RoomContext>
  )
}

/** The most comments of a file that are marked. */
const maxMarked = 200

const markedQuery = (fileId: string) =>
  queryOptions({
    queryKey: keys.file(fileId, 'comments', 'reel'),
    async queryFn({ signal }) {
      const found: Comment[] = []
      for await (const comment of client.comments.listOnFile(fileId, {}, { signal })) {
        found.push(comment)
        if (found.length === maxMarked) break
      }
      return found
    },
  })

/** Comments on a handle are marked at the border. */
function markerOf(comment: Comment, segment: Segment, { clock }: Playback): Marker[] {
  const { anchor, frame } = comment
  if (anchor === null) return []
  const index = indexIn(segment, segment.clock.indexOf({ ms: anchor, ...(frame !== null && { frame }) }) ?? 0)
  return [
    {
      ...{ commentId: comment.id, ms: clock.msOf(index), frame: index, author: comment.author },
      ...{ durationMs: comment.duration, resolved: comment.resolvedAt !== null, shapes: [] },
      content: `${segment.file.name}: ${shortText(comment)}`,
    },
  ]
}

/** Each file as a block that is as wide as it is long; a click goes to its first frame. */
function Files({ segments, playback }: MarkersProps) {
  const current = usePlaybackState(playback, ({ index }) => frameIn(segments, index).segment)
  return (
    <div className={styles.files}>
      {segments.map((segment) => (
        <button
          key={`${segment.file.id} ${segment.offset}`}
          type="button"
          tabIndex={-1}
          className={styles.file}
          data-border={segment.offset}
          data-current={segment === current || undefined}
          title={segment.file.name}
          style={{
            insetInlineStart: percent(playback.clock, segment.offset),
            inlineSize: `${(segment.seconds / playback.clock.seconds) * 100}%`,
          }}
          onClick={() => playback.go(segment.offset)}
        >
          {segment.file.name}
        </button>
      ))}
    </div>
  )
}
