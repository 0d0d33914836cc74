import type { Comment, FileDetails } from '@dailies/sdk'
import type { Marker } from '../room.ts'

/** The comments that are somewhere on the timeline. */
export function markersOf(comments: readonly Comment[], media: FileDetails['media']): Marker[] {
  if (media?.kind !== 'VIDEO' && media?.kind !== 'AUDIO') return []
  return comments.flatMap(({ id, anchor, duration, author, content, resolvedAt }) =>
    anchor === null
      ? []
      : [
          {
            commentId: id,
            ms: anchor,
            durationMs: duration,
            author: author?.name ?? 'Somebody',
            content: content ?? '',
            resolved: resolvedAt !== null,
          },
        ],
  )
}
