// Draft notes become comments by the person who accepts them. Nothing else turns a draft note into a comment.
import { ApiError } from '../../core/errors.ts'
import type { ContextFields } from '../../core/operation.ts'
import { type Fragment, fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'
import type { Annotation } from '../../records/annotation.ts'
import {
  authorJoins,
  type Comment,
  type CommentRow,
  commentColumns,
  commentRecord,
} from '../../records/comment.ts'
import type { NoteArea } from '../../records/skill-review.ts'
import { insertComment, requireComment } from '../comments/insert-comment.ts'

type Context = Pick<ContextFields, 'sql' | 'caller' | 'projectId' | 'role'>

export type Draft = {
  id: string
  fileId: string
  state: string
  content: string
  firstFrame: number | null
  lastFrame: number | null
  firstMs: number | null
  lastMs: number | null
  page: number | null
  area: NoteArea | null
  /** Milliseconds of a frame; null if the rate is unknown or varies. */
  frameMs: number | null
}

/** The draft notes that `where` selects from `draft_notes d`, locked, in the order of the file. */
export function lockDrafts({ sql }: Pick<Context, 'sql'>, where: Fragment): Promise<Draft[]> {
  return sql<Draft>`
    select d.id, d.file_id as "fileId", d.state, d.content, d.first_frame as "firstFrame", d.last_frame as "lastFrame",
      d.first_ms as "firstMs", d.last_ms as "lastMs", d.page, d.area,
      case when not coalesce(m.variable_rate, false) then 1000.0::double precision * m.frame_rate_den / m.frame_rate_num end
        as "frameMs"
    from draft_notes d left join media m on m.file_id = d.file_id
    where ${where} order by coalesce(d.first_frame, d.first_ms, d.page, -1), d.position, d.id for update of d`
}

/** Inserts the comment, marks it with the skill, and ends the draft: all or nothing, in the transaction of the caller. */
export async function publishDraft(
  context: Context,
  draft: Draft,
  text: string | undefined,
): Promise<string> {
  const { sql, caller } = context
  if (draft.state !== 'DRAFT') throw new ApiError('draft_note_decided')
  const access = accessOf(context)
  const input = { content: text ?? draft.content, ...placeOf(draft) }
  requireComment(input)
  const { id } = await insertComment(sql, access, draft.fileId, input, caller)
  await sql`
    with marked as (
      insert into comment_skills (comment_id, draft_note_id, skill_id, skill_name, skill_version)
      select ${id}, d.id, r.skill_id, r.skill_name, r.skill_version
      from draft_notes d join skill_reviews r on r.id = d.skill_review_id where d.id = ${draft.id}
    ), accepted as (
      update draft_notes set state = 'ACCEPTED', decided_by = ${caller.userId}, decided_at = clock_timestamp()
      where id = ${draft.id} returning file_id
    ), changed as (
      select f.id, f.project_id, f.allow_restricted from accepted join files f on f.id = accepted.file_id
    )
    ${emit(fileEvent('file.updated', caller, fragment`changed it`, { changed: ['skillReviews'] }))}`
  return id
}

/** The access that the call was granted, with all columns of `accessRelation`: what selects comments reads several of them. */
function accessOf({ caller, projectId, role }: Context): Fragment {
  return fragment`(select ${projectId}::uuid as project_id, ${caller.workspaceId}::uuid as workspace_id,
    ${caller.userId}::uuid as user_id, ${role}::text as role, null::uuid as guest_id) access`
}

/** The comments with these ids, in this order. */
export async function readComments(context: Context, ids: readonly string[]): Promise<Comment[]> {
  const rows = await context.sql<CommentRow>`
    select ${commentColumns} from ${accessOf(context)}
    join comments c on c.id = any(${ids}::uuid[]) ${authorJoins} order by array_position(${ids}::uuid[], c.id)`
  return rows.map(commentRecord)
}

function placeOf({ firstFrame, lastFrame, firstMs, lastMs, page, area, frameMs }: Draft) {
  const annotation = area === null ? {} : { annotation: boxOf(area) }
  if (firstFrame !== null) {
    const frames = lastFrame === null ? 1 : lastFrame - firstFrame + 1
    const duration = frames > 1 && frameMs !== null ? { duration: Math.round(frames * frameMs) } : {}
    return { frame: firstFrame, ...duration, ...annotation }
  }
  if (firstMs !== null) {
    const duration = lastMs !== null && lastMs > firstMs ? { duration: lastMs - firstMs } : {}
    return { anchor: firstMs, ...duration }
  }
  return { ...(page === null ? {} : { anchor: page }), ...annotation }
}

function boxOf({ x, y, width, height }: NoteArea): Annotation {
  const corner = [Math.min(1, x + width), Math.min(1, y + height)]
  return { shapes: [{ kind: 'box', points: [[x, y], corner], colour: '#ff9500', width: 0.004 }] }
}
