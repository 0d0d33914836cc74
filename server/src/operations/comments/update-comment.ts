import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError, type FieldError } from '../../core/errors.ts'
import { frameToMs, msToFrame } from '../../core/frames.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId } from '../../core/schemas.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { tell } from '../../events/outbox.ts'
import { changedFields, tellComment, whereChanged } from '../../events/tellings.ts'
import { placeErrors } from '../../records/file-kind.ts'
import { type PlaceFault, placeFault, placeFaultErrors } from '../../records/media-place.ts'
import {
  Content,
  drawingErrors,
  emptyComment,
  hasPlace,
  type PlaceInput,
  placeInput,
  rangeErrors,
  refuse,
} from './comment-input.ts'
import { type LockedComment, lockComment } from './lock-comment.ts'

export const updateComment = defineOperation({
  http: 'PATCH /api/comments/:commentId',
  client: 'comments.update',
  summary: 'Change what your own comment says, points to or shows. null clears a field.',

  scope: 'comments:write',
  project: 'commentId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({
    commentId: CommentId,
    content: Content.describe('The text. Can be cleared when there are attachments, a place or a drawing.'),
    ...placeInput,
  }),
  output: [204],

  transaction: true,
  joinsAccess: true,
  async handler({ commentId, content, ...given }, { sql, access, caller }): Promise<undefined> {
    refuse(drawingErrors(given))
    const comment = await lockComment(sql, access, commentId)
    if (!comment.own) throw notYours()
    const place = placeAfter(comment, given)
    const annotation = given.annotation === undefined ? comment.hasAnnotation : given.annotation !== null
    const hasText = content === undefined ? comment.hasContent : Boolean(content)
    const emptied = !hasText && !comment.hasAttachments && !annotation && !hasPlace(place)
    refuse([...(emptied ? [emptyComment] : []), ...misplaced(comment, given), ...rangeErrors(place)])
    if (content === undefined && Object.values(given).every((value) => value === undefined)) return
    if (given.anchor != null || given.frame != null) refuse(await faultsOf(sql, comment, place))
    await sql`
      with updated as (
        update comments c
        set content = case when ${content !== undefined} then ${content || null} else c.content end,
          anchor = ${place.anchor}, duration = ${place.duration}, frame = ${place.frame},
          annotation = case when ${given.annotation !== undefined}
            then ${given.annotation == null ? null : JSON.stringify(given.annotation)}::jsonb else c.annotation end,
          updated_at = clock_timestamp()
        from comments before
        where c.id = ${commentId} and before.id = c.id
        returning c.id, c.project_id, c.file_id, c.parent_id, ${changes} as changed
      )
      ${tell(tellComment('comment.updated', caller, whereChanged('updated'), fragment`, 'changed', it.changed`))}`
  },
})

const changes = changedFields({
  content: fragment`c.content is distinct from before.content`,
  anchor: fragment`c.anchor is distinct from before.anchor`,
  duration: fragment`c.duration is distinct from before.duration`,
  frame: fragment`c.frame is distinct from before.frame`,
  annotation: fragment`c.annotation is distinct from before.annotation`,
})

/**
 * What is not given stays; a duration goes with its anchor. Where the frame rate is known, anchor and frame go together:
 * whoever moves one moves both.
 */
function placeAfter(comment: LockedComment, given: PlaceInput) {
  const { frameRate } = comment
  const followed = frameRate && given.frame != null ? frameToMs(given.frame, frameRate) : comment.anchor
  const anchor = given.anchor === undefined ? followed : given.anchor
  const moved = frameRate && given.anchor != null && comment.frame !== null
  const kept = moved ? msToFrame(given.anchor!, frameRate) : comment.frame
  const duration = anchor === null ? null : comment.duration
  return {
    anchor,
    duration: given.duration === undefined ? duration : given.duration,
    frame: given.frame === undefined ? kept : given.frame,
  }
}

async function faultsOf(sql: Sql, { fileId }: LockedComment, place: PlaceInput): Promise<FieldError[]> {
  const [found] = await sql<{ fault: PlaceFault | null }>`
    select ${placeFault(place)} as fault from media m where m.file_id = ${fileId}`
  return placeFaultErrors(found?.fault)
}

function misplaced({ kind }: LockedComment, given: PlaceInput): FieldError[] {
  if (kind !== null) return placeErrors(kind, given)
  const fields = ['anchor', 'duration', 'frame', 'annotation'] as const
  const message = 'A comment on the project itself points to nothing.'
  return fields.flatMap((field) =>
    given[field] == null ? [] : [{ path: `/${field}`, code: 'unexpected', message }],
  )
}

function notYours(): ApiError {
  return new ApiError('insufficient_role', { message: 'Only its author may change a comment.' })
}
