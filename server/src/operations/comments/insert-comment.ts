// New comments: their input fields, the rules between fields, and the statement that inserts them.
import { z } from 'zod'
import type { Caller } from '../../core/access.ts'
import { ApiError, errorCodes, type FieldError, unknownReference, violationError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { CommentAttachmentId, CommentId, text } from '../../core/schemas.ts'
import { type Fragment, fragment, nothing, type Sql } from '../../core/sql.ts'
import { seesCommentOnFile } from '../../core/visibility.ts'
import { emit } from '../../events/outbox.ts'
import { commentEvent } from '../../events/resource-events.ts'
import { Annotation, annotationErrors } from '../../records/annotation.ts'
import { kindsWith, placeErrors } from '../../records/file-kind.ts'
import { type PlaceOnFile, placeFaultErrors, placeOn } from '../../records/media-place.ts'
import { type Mentions, readMentions } from '../../records/mention.ts'
import { hasMentions, mentionData, mentioning, refuseMentions, requireMember } from './mention-people.ts'

// 31 years in milliseconds, and less than the number that sorts comments without an anchor last.
const maxPlace = 1_000_000_000_000

export const Content = text(0, 5000).nullish()

export const commentInput = {
  content: Content.describe(
    'Text. Optional if there are attachments or, on a file, a place or a drawing. `@[name](user:id)` mentions a person who can see the comment, `@[everyone](review:everyone)` everyone (managers only).',
  ),
  parent: z
    .strictObject({ id: CommentId })
    .nullish()
    .describe('The top-level comment to reply to; null or omitted for a new top-level comment.'),
  parentId: CommentId.nullish().meta({
    description: 'Use `parent.id` instead. If both are given, they must be equal.',
    deprecated: true,
  }),
  attachments: z
    .array(z.strictObject({ id: CommentAttachmentId }))
    .min(1)
    .max(10)
    .nullish()
    .describe('Comment attachments that you uploaded completely, each once.'),
}

export const placeInput = {
  anchor: z
    .number()
    .min(0)
    .max(maxPlace)
    .nullish()
    .describe(
      'Milliseconds on video and audio, rounded to an integer; the page from 1 on documents. Ignored on images and 3D models.',
    ),
  duration: z
    .number()
    .min(0)
    .max(maxPlace)
    .nullish()
    .describe('Length of the range, in the unit of the anchor.'),
  frame: z.int().min(0).max(maxPlace).nullish().describe('Exact frame of a video, counted from 0.'),
  timecode: z
    .string()
    .max(32)
    .nullish()
    .describe('Instead of `frame`: source timecode, such as 10:00:05:00.'),
  annotation: Annotation.nullish(),
}

/** `readTimecode` replaces a timecode by the frame or the time that it means. */
export type GivenPlace = z.output<z.ZodObject<typeof placeInput>>
export type PlaceInput = Omit<GivenPlace, 'timecode'>
export type CommentInput = GivenPlace & z.output<z.ZodObject<typeof commentInput>>

export function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new ApiError('invalid_request', { errors })
}

/** A comment needs text or attachments. A comment on a file may have only a place. */
export function requireComment(input: CommentInput): void {
  const attachments = (input.attachments ?? []).map(({ id }) => id)
  const repeated = attachments.flatMap((id, i) =>
    attachments.indexOf(id) < i
      ? [{ path: attachmentPath(i), code: 'duplicate', message: 'This attachment is listed more than once.' }]
      : [],
  )
  const empty = !input.content && attachments.length === 0 && !hasPlace(input)
  const errors = [...parentErrors(input), ...repeated, ...rangeErrors(input), ...drawingErrors(input)]
  refuse(empty ? [emptyComment, ...errors] : errors)
}

/** Ids are case-insensitive. */
function parentErrors({ parent, parentId }: CommentInput): FieldError[] {
  if (parent == null || parentId == null || parent.id.toLowerCase() === parentId.toLowerCase()) return []
  const message = 'Must equal `parent.id`, of which it is an alias. Send only `parent`.'
  return [{ path: '/parentId', code: 'contradiction', message }]
}

export const emptyComment: FieldError = {
  path: '/content',
  code: 'too_small',
  message: 'A comment needs text or an attachment. On a file, a place or a drawing is enough.',
}

/** Ignores the duration, which needs an anchor anyway. */
export function hasPlace({ anchor, frame, timecode, annotation }: GivenPlace): boolean {
  return (anchor ?? frame ?? timecode ?? annotation) != null
}

/** Whether a frame alone can have a duration depends on the video: `placeOn` checks it. */
export function rangeErrors({ anchor, duration, frame, timecode }: GivenPlace): FieldError[] {
  return duration == null || (anchor ?? frame ?? timecode) != null ? [] : placeFaultErrors('no_moment')
}

export function drawingErrors({ annotation }: PlaceInput): FieldError[] {
  return annotation == null ? [] : annotationErrors(annotation)
}

export function attachmentPath(index: number): string {
  return `/attachments/${index}/id`
}

const parentConstraint = 'comments_parent_fkey'

/** The errors for violated constraints of a new comment. */
export const commentViolations = {
  comments_project_fkey: 'not_found',
  comments_file_fkey: 'not_found',
  [parentConstraint]: { reference: '/parent/id' },
} as const

export const commentConflicts = ['attachment_not_ready', 'attachment_used', 'conflict'] as const

/** The id of no comment: it replaces a parent that cannot have replies, so that the constraint refuses the insert. */
const noCommentId = '00000000-0000-0000-0000-000000000000'

/**
 * Inserts a comment, its attachments and its mentions in one statement; writes nothing unless all attachments can be used and
 * all mentioned people can see the comment.
 */
export async function insertComment(
  sql: Sql,
  access: Fragment,
  fileId: string | null,
  input: CommentInput,
  caller: Caller,
): Promise<{ id: string }> {
  try {
    return await insert(sql, access, fileId, input, caller)
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint !== parentConstraint || input.parent != null) throw error
    // A client that sent the alias finds its name in the error.
    throw violationError({ reference: '/parentId' })
  }
}

async function insert(
  sql: Sql,
  access: Fragment,
  fileId: string | null,
  input: CommentInput,
  caller: Caller,
): Promise<{ id: string }> {
  const attachments = (input.attachments ?? []).map(({ id }) => id)
  const mentions = readMentions(input.content)
  requireMember(caller, mentions)
  const [comment] =
    attachments.length === 0 && !hasMentions(mentions)
      ? await sql<{ id: string }>`
          with created as (
            ${insertion(fileId, input, caller)} from ${access} ${clock} ${placed(fileId, input)}
            where ${placeFits(fileId, input)} returning ${place}
          ), ${ofShare(caller)} emitted as (${emit(commentEvent('comment.created', caller, fragment`created it`))})
          select id from created`
      : await insertWithMore(sql, access, fileId, input, caller, attachments, mentions)
  if (comment) return comment
  throw await refusalReason(sql, access, fileId, input, attachments, mentions)
}

/** A statement of its own: it has many forms, and the common one must keep its prepared statement. */
function insertWithMore(
  sql: Sql,
  access: Fragment,
  fileId: string | null,
  input: CommentInput,
  caller: Caller,
  attachments: string[],
  mentions: Mentions,
): Promise<{ id: string }[]> {
  const { usable, areUsable, used } = attaching(access, fileId, attachments)
  const { seeing, allSee, mentioned, columns, values } = mentioning(access, fileId, mentions)
  const data = mentionData([...mentions.users.keys()], mentions.everyone)
  return sql`
    with ${usable} ${seeing} created as (
      ${insertion(fileId, input, caller, columns, values)} from ${access} ${clock} ${placed(fileId, input)}
      where ${placeFits(fileId, input)} ${areUsable} ${allSee} returning ${place}
    ), ${used} ${mentioned} ${ofShare(caller)} emitted as (${emit(commentEvent('comment.created', caller, fragment`created it`, data))})
    select id from created`
}

/** The parts of the statement that attach uploads; empty for a comment without attachments. */
function attaching(access: Fragment, fileId: string | null, attachments: string[]) {
  if (attachments.length === 0) return { usable: nothing, areUsable: nothing, used: nothing }
  return {
    usable: fragment`usable as (
      -- Locked in one order, so that two comments with the same attachments cannot deadlock.
      select a.id from ${access}
      join comment_attachments a on a.project_id = access.project_id and a.uploader_id = access.user_id
      join objects o on o.id = a.object_id
      where a.id = any(${attachments}) and a.comment_id is null and o.stored_at is not null
      order by a.id for update of a
    ),`,
    areUsable: fragment`and (select count(*) from usable) = ${attachments.length}`,
    // A person who can see the comment can see its attachments, wherever they were uploaded.
    used: fragment`used as (
      update comment_attachments a
      set comment_id = created.id, file_id = ${fileId}, position = array_position(${attachments}::text[], a.id)
      from created, usable where a.id = usable.id
    ),`,
  }
}

/** Records that a guest of a share wrote the comment: guests of other shares do not see it. */
function ofShare({ share }: Caller): Fragment {
  if (share === undefined) return nothing
  return fragment`of_share as (
    insert into share_comments (comment_id, share_id) select created.id, ${share.id}::uuid from created
  ),`
}

const place = fragment`id, project_id, file_id, parent_id`

/** One time for both timestamps. Postgres never flattens a volatile subquery, so it is evaluated once. */
const clock = fragment`cross join (select clock_timestamp() as now) clock`

function insertion(
  fileId: string | null,
  input: CommentInput,
  { agent, kind }: Caller,
  moreColumns = nothing,
  moreValues = nothing,
): Fragment {
  const { content, duration, frame = null, annotation = null } = input
  const parentId = input.parent?.id ?? input.parentId ?? null
  const parent =
    parentId === null
      ? fragment`null`
      : fragment`case when exists (
          select from comments p where p.id = ${parentId} and p.project_id = access.project_id
            and p.parent_id is null and p.file_id is not distinct from ${fileId}
            ${kind === 'share' ? fragment`and ${seesCommentOnFile('p')}` : nothing}
        ) then ${parentId}::uuid else ${noCommentId}::uuid end`
  const moment = isPlaced(fileId, input)
    ? fragment`placed.anchor, case when placed.anchor is not null then round(${duration ?? null}::numeric) end`
    : fragment`null, null`
  return fragment`insert into comments (id, project_id, file_id, parent_id, author_id, agent, content,
      anchor, duration, frame, annotation, created_at, updated_at ${moreColumns})
    select ${newUuid()}, access.project_id, ${fileId}, ${parent}, access.user_id, ${agent}, ${content || null},
      ${moment}, ${frame}::bigint,
      ${annotation === null ? null : JSON.stringify(annotation)}::jsonb, clock.now, clock.now ${moreValues}`
}

function isPlaced(fileId: string | null, input: CommentInput): fileId is string {
  return fileId !== null && hasPlace(input)
}

function placed(fileId: string | null, input: CommentInput): Fragment {
  return isPlaced(fileId, input) ? fragment`cross join ${placeOn(fileId, input)}` : nothing
}

/** Whether the file has such a place. */
function placeFits(fileId: string | null, input: CommentInput): Fragment {
  if (!isPlaced(fileId, input)) return fragment`true`
  return fragment`placed.kind = any(${kindsWith(input)}) and placed.fault is null`
}

async function refusalReason(
  sql: Sql,
  access: Fragment,
  fileId: string | null,
  input: CommentInput,
  attachments: string[],
  mentions: Mentions,
): Promise<ApiError> {
  const [place] = isPlaced(fileId, input)
    ? await sql<PlaceOnFile>`select kind, fault from ${placeOn(fileId, input)}`
    : []
  const unfit = place === undefined ? [] : placeErrors(place.kind, input)
  const misplaced = unfit.length > 0 ? unfit : placeFaultErrors(place?.fault)
  const states = await sql<{ known: boolean; used: boolean; ready: boolean }>`
    select a.id is not null as known, a.comment_id is not null as used, o.stored_at is not null as ready
    from ${access} cross join unnest(${attachments}::text[]) with ordinality as given (id, place)
    left join comment_attachments a on a.id = given.id and a.project_id = access.project_id
      and a.uploader_id = access.user_id
    left join objects o on o.id = a.object_id
    order by given.place`
  await refuseMentions(sql, access, fileId, mentions)
  refuse([
    ...misplaced,
    ...states.flatMap(({ known }, i) => (known ? [] : [unknownReference(attachmentPath(i))])),
  ])
  const used = states.flatMap((state, i) => (state.used ? [fault(i, 'attachment_used')] : []))
  if (used.length > 0) return new ApiError('attachment_used', { errors: used })
  const unready = states.flatMap((state, i) => (state.ready ? [] : [fault(i, 'attachment_not_ready')]))
  if (unready.length > 0) return new ApiError('attachment_not_ready', { errors: unready })
  return new ApiError('conflict')
}

function fault(index: number, code: 'attachment_used' | 'attachment_not_ready'): FieldError {
  return { path: attachmentPath(index), code, message: errorCodes[code][1] }
}
