// Details of a file, with the same texts on a card and in a row.
import type { FileListItem } from '@dailies/sdk'
import type { ReactNode } from 'react'
import { type Kind, kindOf } from '../data/file-kinds.ts'
import { CommentIcon } from '../ui/list-icons.tsx'
import { AudioIcon, CubeIcon, DocumentIcon, ImageIcon, VideoIcon } from '../ui/object-icons.tsx'
import { parseTime } from '../ui/parse-time.ts'
import styles from './file-facts.module.css'

const icons: Record<Kind, () => ReactNode> = {
  video: VideoIcon,
  audio: AudioIcon,
  image: ImageIcon,
  document: DocumentIcon,
  model: CubeIcon,
  other: DocumentIcon,
}

export function KindIcon({ file }: { file: FileListItem }) {
  const Icon = icons[kindOf(file)]
  return <Icon />
}

/** `0:07`, `12:30`, `1:02:03`. */
export function durationInWords(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}

/** The length of a file: in time, or in pages. */
export function lengthOf({ media }: FileListItem): string | undefined {
  if (media?.durationMs != null) return durationInWords(media.durationMs)
  return media?.pages != null && media.pages > 1 ? `${media.pages} pages` : undefined
}

/** The number of open comments; nothing if there are none. */
export function OpenComments({ file: { comments } }: { file: FileListItem }) {
  if (!comments || comments.open === 0) return null
  const words = `${comments.open} open ${comments.open === 1 ? 'comment' : 'comments'}`
  return (
    <span className={styles.comments} title={`${words}, ${comments.total} in all`}>
      <CommentIcon />
      <span aria-hidden="true">{comments.open}</span>
      <span className="unseen">{words}</span>
    </span>
  )
}

const units: [string, number][] = [
  ['y', 31_536_000],
  ['mo', 2_592_000],
  ['w', 604_800],
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
]

/** `3 d`, `2 h`, `now`: the exact time is in the tooltip. */
export function ShortTime({ of }: { of: string }) {
  const date = parseTime(of)
  const seconds = (Date.now() - date.getTime()) / 1000
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['', 0]
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()}>
      {size === 0 ? 'now' : `${Math.floor(seconds / size)} ${unit}`}
    </time>
  )
}
