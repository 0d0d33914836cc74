import type { Caller } from '../../core/access.ts'
import { ApiError, errorCodes, type FieldError, unknownReference, violationError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { type Fragment, fragment, nothing, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { commentEvent } from '../../events/resource-events.ts'
import { kindsWith, placeErrors } from '../../records/file-kind.ts'
import { type PlaceOnFile, placeFaultErrors, placeOn } from '../../records/media-place.ts'
import { attachmentPath, type CommentInput, hasPlace, refuse } from './comment-input.ts'

const parentConstraint = 'comments_parent_fkey'

/** What breaking the constraints of a new comment means. */
export const commentViolations = {
  comments_project_fkey: 'not_found',
  comments_file_fkey: 'not_found',
  [parentConstraint]: { reference: '/parent/id' },
} as const

export const commentConflicts = ['attachment_not_ready', 'attachment_used', 'conflict'] as const

/** Names no comment: a parent that cannot be one is replaced by it, and the constraint refuses it. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** One statement for the comment and its attachments; nothing is written unless all of them can be used. */
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
    // A client that knows only the alias reads its name in the error.
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
  const insertInto = insertion(fileId, input, caller.agent)
  const joined = fragment`${clock} ${placed(fileId, input)}`
  const emitted = emit(commentEvent('comment.created', caller, fragment`created it`))
  const [comment] =
    attachments.length === 0
      ? await sql<{ id: string }>`
          with created as (
            ${insertInto} from ${access} ${joined} where ${fitting(fileId, input)} returning ${place}
          ), emitted as (${emitted})
          select id from created`
      : await sql<{ id: string }>`
          with usable as (
            -- Locked in one order, so that two comments with the same attachments cannot wait for each other.
            select a.id from ${access}
            join comment_attachments a on a.project_id = access.project_id and a.uploader_id = access.user_id
            join objects o on o.id = a.object_id
            where a.id = any(${attachments}) and a.comment_id is null and o.stored_at is not null
            order by a.id for update of a
          ), created as (
            ${insertInto} from ${access} ${joined}
            where (select count(*) from usable) = ${attachments.length} and ${fitting(fileId, input)}
            returning ${place}
          ), used as (
            -- Who sees the comment sees its attachments, wherever they were uploaded.
            update comment_attachments a
            set comment_id = created.id, file_id = ${fileId}, position = array_position(${attachments}::text[], a.id)
            from created, usable where a.id = usable.id
          ), emitted as (${emitted})
          select id from created`
  if (comment) return comment
  throw await whyNot(sql, access, fileId, input, attachments)
}

const place = fragment`id, project_id, file_id, parent_id`

/** The same moment for both times. A volatile subquery is never taken apart, so it is read once. */
const clock = fragment`cross join (select clock_timestamp() as now) clock`

function insertion(fileId: string | null, input: CommentInput, agent: boolean): Fragment {
  const { content, duration, frame = null, annotation = null } = input
  const parentId = input.parent?.id ?? input.parentId ?? null
  const parent =
    parentId === null
      ? fragment`null`
      : fragment`case when exists (
          select from comments p where p.id = ${parentId} and p.project_id = access.project_id
            and p.parent_id is null and p.file_id is not distinct from ${fileId}
        ) then ${parentId}::uuid else ${nobody}::uuid end`
  const moment = isPlaced(fileId, input)
    ? fragment`placed.anchor, case when placed.anchor is not null then round(${duration ?? null}::numeric) end`
    : fragment`null, null`
  return fragment`insert into comments (id, project_id, file_id, parent_id, author_id, agent, content,
      anchor, duration, frame, annotation, created_at, updated_at)
    select ${newUuid()}, access.project_id, ${fileId}, ${parent}, access.user_id, ${agent}, ${content || null},
      ${moment}, ${frame}::bigint,
      ${annotation === null ? null : JSON.stringify(annotation)}::jsonb, clock.now, clock.now`
}

function isPlaced(fileId: string | null, input: CommentInput): fileId is string {
  return fileId !== null && hasPlace(input)
}

function placed(fileId: string | null, input: CommentInput): Fragment {
  return isPlaced(fileId, input) ? fragment`cross join ${placeOn(fileId, input)}` : nothing
}

/** The file is one that has such a place. */
function fitting(fileId: string | null, input: CommentInput): Fragment {
  if (!isPlaced(fileId, input)) return fragment`true`
  return fragment`placed.kind = any(${kindsWith(input)}) and placed.fault is null`
}

async function whyNot(
  sql: Sql,
  access: Fragment,
  fileId: string | null,
  input: CommentInput,
  attachments: string[],
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
