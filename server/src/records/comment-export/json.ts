import type { CommentExport } from './export-thread.ts'

/** The records as the API has them, replies under what they reply to. */
export function writeJson({ fileId, fileName, rate, threads }: CommentExport): string {
  const comments = threads.map(({ comment, replies }) => ({ ...comment, replies }))
  const file = { id: fileId, name: fileName, frameRate: `${rate.num}/${rate.den}` }
  return `${JSON.stringify({ file, comments }, null, 2)}\n`
}
