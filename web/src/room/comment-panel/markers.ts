import type { Comment, FileDetails } from '@dailies/sdk'
import { shortText } from '../../comments/short-text.ts'
import type { Marker } from '../room.ts'

/** The comments that have a place on the timeline. */
export function markersOf(comments: readonly Comment[], media: FileDetails['media']): Marker[] {
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
