// A report as it is typeset: every text is final, and images are named by keys.
import type { Receipt } from '../receipt.ts'

export type ReportEntry = {
  author: string
  /** `2026-11-17 14:50 UTC` */
  date: string
  /** Beside the author: that a tool wrote it, or from where it was imported. */
  origin: string | null
  text: string
  /** Whether the text runs from right to left. */
  rtl: boolean
  /** `👍 2` */
  reactions: string[]
  attachments: string[]
}

export type ReportThread = ReportEntry & {
  number: number
  /** `01:00:02:00`, `page 3`; null for a comment on the whole file. */
  place: string | null
  resolved: boolean
  replies: ReportEntry[]
  /** The key of its image; null for none. */
  still: string | null
  /** Why there is no image; null where none is expected. */
  note: string | null
}

export type ReportFile = {
  name: string
  /** `Revision 2 · 1920 × 1080 · 25 fps` */
  facts: string
  /** The key of an image of the whole file; null for none. */
  cover: string | null
  /** Why its comments have no images; null where they have. */
  note: string | null
  threads: ReportThread[]
}

export type ReportVerdict = Pick<
  Receipt['verdicts'][number],
  'name' | 'verdict' | 'note' | 'agent' | 'stale'
> & {
  date: string
}

export type ReportReview = {
  name: string
  status: Receipt['version']['status']
  verdicts: ReportVerdict[]
}

export type ReportDocument = {
  title: string
  /** `File` or `Review` */
  subject: string
  project: string
  date: string
  open: number
  resolved: number
  /** Which threads were chosen; empty for all. */
  filters: string[]
  /** Sentences about missing parts. */
  notes: string[]
  reviews: ReportReview[]
  files: ReportFile[]
  /** The people whose signatures are expected. */
  signers: string[]
  /** JPEG, by its key. */
  images: readonly { name: string; bytes: Uint8Array }[]
}
