import type { CommentExport } from './export-thread.ts'

/** The records of the API, with replies inside the comment that they reply to. */
export function writeJson({ fileId, fileName, rate, threads }: CommentExport): string {
  const comments = threads.map(({ comment, replies }) => ({ ...comment, replies }))
  const file = { id: fileId, name: fileName, frameRate: `${rate.num}/${rate.den}` }
  return `${JSON.stringify({ file, comments }, null, 2)}\n`
}
