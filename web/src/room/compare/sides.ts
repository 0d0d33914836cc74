// The two files of a comparison: the left one, and the right one, whose id is in the path of the page.
import type { File, FileDetails, Media } from '@dailies/sdk'
import type { Room } from '../room.ts'

export type Side = {
  file: FileDetails
  media: Media
  /** The name of a side: its number among revisions of one file, else the file name. */
  name: string
  /** Each side has its own room: its comments and its place. */
  room: Room
}

export type Sides = { left: Side; right: Side }
export type Mode = 'side' | 'wipe' | 'difference'

/** The default other side: the revision before this one; for the first revision, the next one. */
export function usualOther(
  revisions: readonly Pick<File, 'id' | 'stack'>[],
  file: FileDetails,
): string | undefined {
  const others = revisions.filter(({ id }) => id !== file.id)
  const before = others.filter(({ stack }) => stack.number < file.stack.number)
  const nearest = (a: (typeof others)[number], b: (typeof others)[number]) =>
    Math.abs(a.stack.number - file.stack.number) - Math.abs(b.stack.number - file.stack.number)
  return (before.length > 0 ? before : others).toSorted(nearest)[0]?.id
}

export function nameBeside(file: FileDetails, other: FileDetails): string {
  return file.stack.id === other.stack.id ? `v${file.stack.number}` : file.name
}
