import { z } from 'zod'
import { ApiError } from '../../../core/errors.ts'
import {
  deleteComment as deleteOperation,
  getComment,
  reopenComment,
  resolveComment,
  updateComment as updateOperation,
} from '../../../operations/index.ts'
import { defineTool } from './define-tool.ts'

const commentId = z.string().describe('Comment ID.')

export const updateComment = defineTool({
  name: 'update_comment',
  toolset: 'review',
  description:
    'Change the text of a note that the user wrote, resolve a thread, or reopen it. Use it when a note is done, or the user wants to correct it.',
  input: z.object({
    commentId,
    text: z.string().optional().describe('New text.'),
    resolved: z.boolean().optional().describe('true: resolve the thread. false: reopen it.'),
  }),
  output: z.object({ id: z.string(), changed: z.array(z.string()) }),
  operations: [updateOperation, resolveComment, reopenComment],
  destructive: true,
  async run({ commentId, text, resolved }, { call }) {
    if (text === undefined && resolved === undefined)
      throw new ApiError('invalid_request', { message: 'Give text, resolved or both.' })
    if (text !== undefined) await call(updateOperation, { commentId, content: text })
    if (resolved !== undefined) await call(resolved ? resolveComment : reopenComment, { commentId })
    const changed = [text === undefined ? [] : 'text', resolved === undefined ? [] : 'resolved'].flat()
    return { data: { id: commentId, changed } }
  },
})

export const deleteComment = defineTool({
  name: 'delete_comment',
  toolset: 'review',
  description:
    'Move a note that the user wrote to the trash, where they can restore it. Use it only when the user asks for it; to finish a note, resolve it with update_comment. Notes of others stay.',
  input: z.object({ commentId }),
  output: z.object({ id: z.string(), deleted: z.boolean() }),
  operations: [deleteOperation, getComment],
  also: ['comments:read'],
  destructive: true,
  async run({ commentId }, { call, caller }) {
    const { author } = (await call(getComment, { commentId })).data
    // A manager may delete the notes of others, in the app: an agent has no reason to.
    if (author?.id !== caller.userId)
      throw new ApiError('insufficient_role', { message: 'This tool deletes only notes of the user.' })
    await call(deleteOperation, { commentId })
    return { data: { id: commentId, deleted: true } }
  },
})
