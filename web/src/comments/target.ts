// The target of comments: a file, or the project itself.
import type { CallOptions, Comment, CreateFileCommentFields, CursorPage, TransferOptions } from '@dailies/sdk'
import { client } from '../data/client.ts'
import type { Order } from '../data/ordered-list.ts'

export type Target = { projectId: string; fileId?: string | undefined }

/** By place: comments on the whole file come last. By time: the newest comes first. */
export type Sort = 'place' | 'time'

/** The sort orders of the server, for inserting single comments. */
export const orders: Record<Sort, Order<Comment>> = {
  place: (a, b) =>
    (a.anchor ?? Number.MAX_SAFE_INTEGER) - (b.anchor ?? Number.MAX_SAFE_INTEGER) || compare(a.id, b.id),
  time: (a, b) => compare(b.createdAt, a.createdAt) || compare(b.id, a.id),
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function readThreads(
  { projectId, fileId }: Target,
  sort: Sort,
  next: string | null,
  options: CallOptions,
): Promise<CursorPage<Comment>> {
  const order =
    sort === 'place'
      ? ({ type: 'anchor', direction: 'asc' } as const)
      : ({ type: 'createdAt', direction: 'desc' } as const)
  const list =
    fileId === undefined
      ? client.comments.listOnProject(projectId, { sort: order }, options)
      : client.comments.listOnFile(fileId, { sort: order }, options)
  return list.page(next === null ? {} : { next })
}

/** Replies are loaded newest first and shown oldest first. */
export async function readReplies(
  commentId: string,
  older: string | null,
  signal: AbortSignal,
): Promise<CursorPage<Comment>> {
  const list = client.comments.listReplies(commentId, {}, { signal })
  const { data, next, prev } = await list.page(older === null ? {} : { prev: older })
  return { data: data.toReversed(), next: prev, prev: next }
}

export type NewComment = CreateFileCommentFields

export function createComment(
  { projectId, fileId }: Target,
  fields: NewComment,
  options: CallOptions,
): Promise<{ id: string }> {
  if (fileId !== undefined) return client.comments.createOnFile(fileId, fields, options)
  const { content, parent, attachments } = fields
  return client.comments.createOnProject(projectId, { content, parent, attachments }, options)
}

export function uploadAttachment(
  { projectId, fileId }: Target,
  file: globalThis.File,
  options: TransferOptions,
): Promise<{ id: string }> {
  return fileId === undefined
    ? client.commentAttachments.uploadToProject(projectId, file, options)
    : client.commentAttachments.uploadToFile(fileId, file, options)
}
