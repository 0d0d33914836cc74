import type { CommentExport, ExportedClip } from './export-thread.ts'

/** The records of the API, with replies inside the comment that they reply to. */
export function writeJson({ clips, rate }: CommentExport): string {
  const [only] = clips
  return `${JSON.stringify(jsonOf(only!, `${rate.num}/${rate.den}`), null, 2)}\n`
}

function jsonOf({ fileId, fileName, threads }: ExportedClip, frameRate: string) {
  const comments = threads.map(({ comment, replies }) => ({ ...comment, replies }))
  return { file: { id: fileId, name: fileName, frameRate }, comments }
}
