import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId, FileId } from '../../core/schemas.ts'
import { emitChecked } from '../../media/checks/store-results.ts'
import { FindingId } from '../../records/checks.ts'
import { Content, commentConflicts, commentViolations, insertComment } from '../comments/insert-comment.ts'

type Row = {
  message: string
  commented: boolean
  firstFrame: number | null
  lastFrame: number | null
  firstMs: number | null
  lastMs: number | null
  page: number | null
  variableRate: boolean
}

export const createFindingComment = defineOperation({
  http: 'POST /api/files/:fileId/findings/:findingId/comment',
  client: 'checks.comment',
  summary: 'Make a finding a comment on its frames, time or page.',

  scope: 'comments:write',
  project: 'fileId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({
    fileId: FileId,
    findingId: FindingId,
    content: Content.describe('Text of the comment. Default: the sentence of the finding.'),
  }),
  output: [201, z.object({ id: CommentId })],

  violations: commentViolations,
  conflicts: [...commentConflicts, 'finding_has_comment'],

  transaction: true,
  joinsAccess: true,
  async handler({ fileId, findingId, content }, { sql, access, caller }) {
    const [finding] = await sql<Row>`
      select fi.message, fi.first_frame as "firstFrame", fi.last_frame as "lastFrame", fi.first_ms as "firstMs",
        fi.last_ms as "lastMs", fi.page, m.variable_rate as "variableRate",
        exists (select from comments c where c.id = fi.comment_id and c.deleted_at is null) as commented
      from ${access} join findings fi on fi.id = ${findingId} and fi.file_id = ${fileId}
      join media m on m.file_id = fi.file_id for update of fi`
    if (!finding) throw new ApiError('not_found')
    if (finding.commented) throw new ApiError('finding_has_comment')
    const input = { content: content || finding.message, ...placeOf(finding) }
    const comment = await insertComment(sql, access, fileId, input, caller)
    await sql`update findings set comment_id = ${comment.id} where id = ${findingId}`
    await emitChecked(sql, fileId, caller)
    return comment
  },
})

/** A frame of a variable rate has no length that is known. */
function placeOf({ firstFrame, lastFrame, firstMs, lastMs, page, variableRate }: Row) {
  const duration = firstMs !== null && lastMs !== null && lastMs > firstMs ? lastMs - firstMs : null
  if (firstFrame !== null)
    return { frame: firstFrame, duration: variableRate || lastFrame === firstFrame ? null : duration }
  if (firstMs !== null) return { anchor: firstMs, duration }
  return page === null ? {} : { anchor: page }
}
