import type { FileDetails } from '@dailies/sdk'

export function CommentPanel({ file }: { file: FileDetails }) {
  return <aside aria-label={`Comments on ${file.name}`} />
}
