// The input fields that comments on projects and on files share, and the rules between fields.
import { z } from 'zod'
import { ApiError, type FieldError } from '../../core/errors.ts'
import { CommentAttachmentId, CommentId, text } from '../../core/schemas.ts'
import { Annotation, annotationErrors } from '../../records/annotation.ts'
import { placeFaultErrors } from '../../records/media-place.ts'

// More milliseconds than 31 years have, and less than the number that sorts comments without an anchor last.
const maxPlace = 1_000_000_000_000

export const Content = text(0, 5000).nullish()

export const commentInput = {
  content: Content.describe('The text. Optional with attachments and, on a file, with a place or a drawing.'),
  parent: z
    .strictObject({ id: CommentId })
    .nullish()
    .describe('The top-level comment that this replies to; null or omitted: a top-level comment.'),
  parentId: CommentId.nullish().meta({
    description: 'Use `parent.id`. If both are given, they must be the same.',
    deprecated: true,
  }),
  attachments: z
    .array(z.strictObject({ id: CommentAttachmentId }))
    .min(1)
    .max(10)
    .nullish()
    .describe('Your own completed comment attachments, each once.'),
}

export const placeInput = {
  anchor: z
    .number()
    .min(0)
    .max(maxPlace)
    .nullish()
    .describe(
      'Milliseconds on video and audio, rounded to whole ones; the page from 1 on documents. On images and 3D it means all of the file, and null is stored.',
    ),
  duration: z
    .number()
    .min(0)
    .max(maxPlace)
    .nullish()
    .describe('How far it reaches from the anchor, or from the start of the frame, in the same unit.'),
  frame: z.int().min(0).max(maxPlace).nullish().describe('The exact frame, from 0, on video.'),
  annotation: Annotation.nullish(),
}

export type PlaceInput = {
  anchor?: number | null | undefined
  duration?: number | null | undefined
  frame?: number | null | undefined
  annotation?: Annotation | null | undefined
}

export type CommentInput = PlaceInput & {
  content?: string | null | undefined
  parent?: { id: string } | null | undefined
  parentId?: string | null | undefined
  attachments?: { id: string }[] | null | undefined
}

export function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new ApiError('invalid_request', { errors })
}

/** A comment on a file may have no text when it marks a place; only file comments have one. */
export function requireComment(input: CommentInput): void {
  const attachments = (input.attachments ?? []).map(({ id }) => id)
  const repeated = attachments.flatMap((id, i) =>
    attachments.indexOf(id) < i
      ? [{ path: attachmentPath(i), code: 'duplicate', message: 'It is in the list already.' }]
      : [],
  )
  const empty = !input.content && attachments.length === 0 && !hasPlace(input)
  const errors = [...parentErrors(input), ...repeated, ...rangeErrors(input), ...drawingErrors(input)]
  refuse(empty ? [emptyComment, ...errors] : errors)
}

/** Ids are the same in any case of letters. */
function parentErrors({ parent, parentId }: CommentInput): FieldError[] {
  if (parent == null || parentId == null || parent.id.toLowerCase() === parentId.toLowerCase()) return []
  const message = 'It is an alias of `parent.id` and names another comment. Send `parent` only.'
  return [{ path: '/parentId', code: 'contradiction', message }]
}

export const emptyComment: FieldError = {
  path: '/content',
  code: 'too_small',
  message: 'A comment needs text or an attachment; on a file, a place or a drawing is enough.',
}

/** A duration needs an anchor, so it is not looked at. */
export function hasPlace({ anchor, frame, annotation }: PlaceInput): boolean {
  return (anchor ?? frame ?? annotation) != null
}

/** Whether a frame has a moment that a duration can go with is known when its video is. */
export function rangeErrors({ anchor, duration, frame }: PlaceInput): FieldError[] {
  return duration == null || (anchor ?? frame) != null ? [] : placeFaultErrors('no_moment')
}

export function drawingErrors({ annotation }: PlaceInput): FieldError[] {
  return annotation == null ? [] : annotationErrors(annotation)
}

export function attachmentPath(index: number): string {
  return `/attachments/${index}/id`
}
