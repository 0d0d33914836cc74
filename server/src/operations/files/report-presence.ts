import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError, unknownReference } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId, FileId } from '../../core/schemas.ts'

export const reportPresence = defineOperation({
  http: 'PUT /api/files/:fileId/presence',
  client: 'presence.report',
  summary:
    'Report that a person is looking at a file, every 5 seconds, or has left it. The event streams of the people who look at the same file get a `presence` signal.',

  scope: null,
  credential: 'session',
  project: 'fileId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({
    fileId: FileId,
    tab: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,22}$/, 'Must have 1 to 22 letters, digits, `-` or `_`.')
      .describe('A random name that the tab has given itself. A tab shows one file at a time.'),
    typing: z
      .strictObject({
        parent: z
          .strictObject({ id: CommentId })
          .nullable()
          .describe('The thread that the person replies in; null for a new comment.'),
      })
      .nullish()
      .describe('Where the person is typing; null or omitted when they are not.'),
    leave: z.boolean().nullish().describe('true: the tab no longer shows the file.'),
  }),
  output: [204],
  ephemeral: true,

  joinsAccess: true,
  async handler({ fileId, tab, typing, leave }, { sql, access, caller, presence }): Promise<undefined> {
    const parentId = typing?.parent?.id ?? null
    const [found] = await sql<{ fileId: string; projectId: string; parentId: string | null }>`
      select f.id as "fileId", access.project_id as "projectId", c.id as "parentId"
      from ${access} join files f on f.id = ${fileId}
      left join comments c on c.id = ${parentId} and c.file_id = f.id and c.parent_id is null`
    if (!found) return
    if (parentId !== null && found.parentId === null)
      throw new ApiError('invalid_request', { errors: [unknownReference('/typing/parent/id')] })
    const seen = {
      fileId: found.fileId,
      projectId: found.projectId,
      userId: caller.userId,
      sessionId: caller.credentialId,
      tab,
      typing: typing ? { parentId: found.parentId } : null,
    }
    if (leave) presence.left(seen)
    else presence.seen(seen)
  },
})
