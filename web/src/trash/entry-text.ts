// Texts of the trash about an entry.
import type { TrashEntry } from '@dailies/sdk'
import { parseTime } from '../ui/parse-time.ts'
import { sizeInWords } from '../ui/size.ts'

const kindNames: Record<TrashEntry['kind'], string> = {
  FILE: 'File',
  FOLDER: 'Folder',
  COMMENT: 'Comment',
  VERSION: 'Review',
  SKILL: 'Skill',
}

export function titleOf({ kind, name }: TrashEntry): string {
  return name === '' ? 'Comment without text' : kind === 'COMMENT' ? `“${name}”` : name
}

/** `Folder with 12 files, 3 comments, 1.2 GB` */
export function contentsOf({ kind, files, comments, size }: TrashEntry): string {
  const counts = [
    ...(kind === 'FOLDER' && files > 0 ? [counted(files, 'file')] : []),
    ...((kind === 'FILE' || kind === 'FOLDER') && comments > 0 ? [counted(comments, 'comment')] : []),
  ]
  const what = [kindNames[kind], ...(counts.length > 0 ? [counts.join(', ')] : [])].join(' with ')
  return size === 0 ? what : `${what}, ${sizeInWords(size)}`
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

/** Whole days until the record is deleted for good. */
export function daysLeft({ purgesAt }: TrashEntry, now = Date.now()): number {
  return Math.max(0, Math.ceil((parseTime(purgesAt).getTime() - now) / 86_400_000))
}
