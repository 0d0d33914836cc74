import { z } from 'zod'
import { listChanges as operation } from '../../../operations/index.ts'
import { defineTool } from './define-tool.ts'
import { detailField, limitField } from './fields.ts'

const Change = z.object({
  at: z.string(),
  text: z.string(),
  project: z.string().optional(),
  url: z.string(),
  fileId: z.string().optional(),
  versionId: z.string().optional(),
  commentId: z.string().optional(),
  type: z.string().optional(),
  data: z.string().optional().describe('The ids and changed fields of the event, as JSON.'),
})

export const listChanges = defineTool({
  name: 'list_changes',
  toolset: 'review',
  description:
    'List what happened in all projects or in one, oldest first: who did what, with links. Use it to catch up: pass `cursor` of the last call to get only what is new since then.',
  input: z.object({
    cursor: z
      .int()
      .min(0)
      .optional()
      .describe('`cursor` of an earlier call. Without it: the latest changes.'),
    since: z.string().optional().describe('Only changes since this time, such as 2026-11-17T08:00:00Z.'),
    projectId: z.string().optional().describe('Only in this project.'),
    fileId: z.string().optional().describe('Only about this file.'),
    types: z.array(z.string()).optional().describe('Such as `comment.created`, `file.*`, `verdict.given`.'),
    forMe: z.boolean().optional().describe('Only mentions of the user and review requests to them.'),
    limit: limitField,
    detail: detailField,
  }),
  output: z.object({
    changes: z.array(Change).optional(),
    cursor: z.int(),
    more: z.boolean().optional().describe('Call again with `cursor`.'),
    missed: z.boolean().optional().describe('Older changes are no longer stored.'),
  }),
  operations: [operation],
  reads: true,
  async run({ cursor, since, types, limit = 20, detail, ...filters }, { call }) {
    const { data } = await call(operation, {
      ...{ after: cursor, since: since && wireTime(since), limit, ...filters },
      // The operation checks the names.
      types: types as never,
    })
    const { changes, more, missed } = data
    return {
      data: {
        changes: changes.map(({ event, project, summary, url }) => {
          const { type, data, createdAt } = event
          return {
            ...{ at: createdAt.slice(0, 16), text: summary, project: project?.name, url },
            // The ids that other tools take.
            fileId: 'file' in data ? data.file?.id : undefined,
            versionId: 'version' in data ? data.version.id : undefined,
            commentId: 'comment' in data ? data.comment.id : undefined,
            ...(detail === 'full' ? { type, data: JSON.stringify(data) } : {}),
          }
        }),
        cursor: data.cursor,
        ...{ more: more || undefined, missed: missed || undefined },
      },
    }
  },
})

/** A time as models write it → as the API reads it. The operation refuses anything else. */
function wireTime(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : `${new Date(time).toISOString().replace('T', ' ').slice(0, -1)}000`
}
