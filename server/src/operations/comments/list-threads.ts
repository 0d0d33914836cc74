import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage } from '../../core/pages.ts'
import { FileId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { CommentThread, guestThreadJoins, threadJoins, threadText } from '../../records/thread.ts'
import { commentPage, resolvedFilter } from './comment-page.ts'

export const listThreads = defineOperation({
  http: 'QUERY /api/files/:fileId/threads',
  client: 'comments.listThreads',
  summary: 'List the comments on a file with their newest replies, in the order of the file.',

  scope: 'comments:read',
  project: 'fileId',
  roles: anyRole,
  share: 'view',
  tier: 4,

  input: z.strictObject({
    fileId: FileId,
    resolved: z
      .boolean()
      .nullish()
      .describe('true: only resolved comments. false: only unresolved comments.'),
    ...cursorInput,
  }),
  output: [200, cursorPage(CommentThread)],

  joinsAccess: true,
  async handler({ fileId, resolved, ...cursor }, context) {
    return commentPage<CommentThread>(context, {
      binding: ['listThreads', fileId, resolved ?? null],
      within: ['c.file_id', 'text', fileId],
      where: fragment`c.parent_id is null and c.deleted_at is null ${resolvedFilter(resolved)}`,
      sort: { type: 'anchor', direction: 'asc' },
      cursor,
      record: {
        text: threadText,
        joins: context.caller.kind === 'share' ? guestThreadJoins : threadJoins,
      },
    })
  },
})
