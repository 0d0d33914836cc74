import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError, type FieldError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId } from '../../core/schemas.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { changedData, changedFields, commentEvent, whereChanged } from '../../events/resource-events.ts'
import { placeErrors, wholeKinds } from '../../records/file-kind.ts'
import { type PlaceOnFile, placeFaultErrors, placeOn } from '../../records/media-place.ts'
import {
  Content,
  drawingErrors,
  emptyComment,
  hasPlace,
  type PlaceInput,
  placeInput,
  rangeErrors,
  refuse,
} from './insert-comment.ts'
import { type LockedComment, lockComment } from './lock-comment.ts'
import { mentionData } from './mention-people.ts'
import { readTimecode } from './read-timecode.ts'
import { updateMentions } from './update-mentions.ts'

export const updateComment = defineOperation({
  http: 'PATCH /api/comments/:commentId',
  client: 'comments.update',
  summary: 'Change the text, the place or the drawing of your own comment. null clears a field.',

  scope: 'comments:write',
  project: 'commentId',
  roles: anyRole,
  share: 'comment',
  tier: 4,

  input: z.strictObject({
    commentId: CommentId,
    content: Content.describe(
      'Text, with mentions as in a new comment. Can be cleared if the comment has attachments, a place or a drawing.',
    ),
    ...placeInput,
  }),
  output: [204],

  transaction: true,
  joinsAccess: true,
  async handler({ commentId, content, ...sent }, { sql, access, caller }): Promise<undefined> {
    refuse(drawingErrors(sent))
    const comment = await lockComment(sql, access, commentId)
    if (!comment.own) throw notYours()
    const input = await readTimecode(sql, access, comment.fileId, sent)
    const given = withoutMeaninglessAnchor(comment, input)
    refuse(misplaced(comment, given))
    const place = await placeAfter(sql, comment, given)
    const annotation = given.annotation === undefined ? comment.hasAnnotation : given.annotation !== null
    const hasText = content === undefined ? comment.hasContent : Boolean(content)
    const emptied = !hasText && !comment.hasAttachments && !annotation && !hasPlace(place)
    if (emptied && !isBare(comment)) refuse([emptyComment])
    if (content === undefined && Object.values(given).every((value) => value === undefined)) return
    const mentioned =
      content === undefined
        ? none
        : await updateMentions({ sql, access, caller }, commentId, comment, content)
    const data = { ...changedData, ...mentionData(mentioned.users, mentioned.everyone) }
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
      ${emit(commentEvent('comment.updated', caller, whereChanged('updated'), data))}`
  },
})

const none = { users: [], everyone: false }

const changes = changedFields({
  content: fragment`c.content is distinct from before.content`,
  anchor: fragment`c.anchor is distinct from before.anchor`,
  duration: fragment`c.duration is distinct from before.duration`,
  frame: fragment`c.frame is distinct from before.frame`,
  annotation: fragment`c.annotation is distinct from before.annotation`,
})

/** An anchor on an image or a 3D model says no more than that the comment is on the file, so it is not stored. */
function withoutMeaninglessAnchor({ kind }: LockedComment, given: PlaceInput): PlaceInput {
  if (given.anchor == null || kind === null || !wholeKinds.includes(kind)) return given
  const { anchor: _, duration: __, ...rest } = given
  return rest
}

/** Whether the comment only marks the whole file, without text: there is nothing left to clear. */
function isBare(comment: LockedComment): boolean {
  const { hasContent, hasAttachments, hasAnnotation } = comment
  return !hasContent && !hasAttachments && !hasAnnotation && !hasPlace(comment)
}

/**
 * Omitted fields keep their values; clearing the anchor clears the duration. Where the frame rate is known, anchor and
 * frame change together: a client that moves one moves both.
 */
async function placeAfter(sql: Sql, comment: LockedComment, given: PlaceInput) {
  const found = await placeFor(sql, comment, given)
  const anchor = given.anchor === null ? null : (found?.anchor ?? comment.anchor)
  const moved = given.anchor != null && comment.frame !== null
  const kept = moved ? (found?.shown ?? comment.frame) : comment.frame
  const frame = given.frame === undefined ? kept : given.frame
  const length = given.duration == null ? given.duration : Math.round(given.duration)
  const duration = length === undefined && anchor !== null ? comment.duration : (length ?? null)
  refuse(rangeErrors({ anchor, duration }))
  return { anchor, duration, frame }
}

async function placeFor(sql: Sql, { fileId }: LockedComment, given: PlaceInput) {
  if (fileId === null || (given.anchor ?? given.frame) == null) return undefined
  const { anchor, frame } = given
  const [found] =
    await sql<PlaceOnFile>`select fault, anchor, shown from ${placeOn(fileId, { anchor, frame })}`
  refuse(placeFaultErrors(found!.fault))
  return found
}

function misplaced({ kind }: LockedComment, given: PlaceInput): FieldError[] {
  if (kind !== null) return placeErrors(kind, given)
  const fields = ['anchor', 'duration', 'frame', 'annotation'] as const
  const message = 'Only comments on files can have a place or a drawing.'
  return fields.flatMap((field) =>
    given[field] == null ? [] : [{ path: `/${field}`, code: 'unexpected', message }],
  )
}

function notYours(): ApiError {
  return new ApiError('insufficient_role', { message: 'Only the author may change a comment.' })
}
