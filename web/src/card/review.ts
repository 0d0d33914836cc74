// The data of the card, as the tool `review_card` returns it. Empty fields are left out of results.
import type { ToolResult } from './host.ts'

export type Verdict = 'APPROVED' | 'NEED_EDIT' | 'REJECTED'

export type Place = { frame?: number; timecode?: string; ms?: number; page?: number }

export type Reply = { id: string; author?: string; agent?: boolean; text?: string; createdAt?: string }

export type Note = Reply & {
  file?: string
  at?: Place
  /** As in the text of `get_review`, which has no numbers. */
  place?: string
  drawing?: boolean
  resolved?: boolean
  replies?: Reply[]
  earlierReplies?: number
  url?: string
}

export type CardFile = {
  id: string
  name: string
  kind?: string
  revision?: number
  /** False if there is a newer revision. */
  latest?: boolean
  url?: string
}

export type GivenVerdict = {
  name: string
  you?: boolean
  verdict: Verdict
  note?: string
  agent?: boolean
  /** Why it no longer counts. */
  stale?: string
  /** Given by a tool where those do not count, or by a person other than the one who decides. */
  ignored?: boolean
  givenAt?: string
}

export type Review = {
  /** The review of these files; a file without one takes no verdict. */
  review?: { id: string; name: string; status: string; takesVerdicts?: boolean; allowed?: boolean }
  project?: { name: string }
  url?: string
  files?: CardFile[]
  moreFiles?: number
  notes?: Note[]
  moreNotes?: boolean
  verdicts?: GivenVerdict[]
  /** Verdicts in the words of `get_review`. */
  said?: string[]
  /** Changes with everything that a verdict depends on. */
  state?: string
}

/** Tells the server that an action comes from the card. Only the card gets it, and the model never does. */
export type Pass = { text: string; receivedAt: number }

const passKey = 'dailies/card'

export function passOf({ _meta }: ToolResult): Pass | undefined {
  const text = _meta?.[passKey]
  return typeof text === 'string' ? { text, receivedAt: performance.now() } : undefined
}

export function reviewOf({ structuredContent }: ToolResult): Review | undefined {
  const files = structuredContent?.files
  if (!Array.isArray(files) || files.length === 0) return undefined
  return structuredContent?.state === undefined
    ? fromSummary(structuredContent!)
    : (structuredContent as Review)
}

export type ShownImage = { src: string; caption: string }

/** The images of `view_file` as data URLs: the card must not load anything. A line of text is before each. */
export function imagesOf({ content = [] }: ToolResult): ShownImage[] {
  return content.flatMap(({ type, data, mimeType }, index) => {
    if (type !== 'image' || !data || !/^image\/(jpeg|png|webp)$/.test(mimeType ?? '')) return []
    return [{ src: `data:${mimeType};base64,${data}`, caption: captionOf(content[index - 1]?.text) }]
  })
}

/** Of `frame 120, 00:00:04:20. Notes: 1 = …. https://…`, the first sentence. */
function captionOf(line = ''): string {
  return /^(.*?)\. (?:Notes: |https?:)/.exec(line)?.[1] ?? ''
}

/** Where a note is, in words: a timecode, a time or a page. */
export function placeName({ timecode, ms, page, frame }: Place = {}): string | undefined {
  if (timecode !== undefined) return timecode
  if (page !== undefined) return `Page ${page}`
  if (ms !== undefined) return clock(ms)
  return frame === undefined ? undefined : `Frame ${frame}`
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

// The result of `get_review`, which opened the card: sentences for a model. Shown until the review is loaded, or if it
// cannot be.

type SummaryNote = {
  id: string
  at?: string
  by?: string
  text?: string
  drawing?: string
  replies?: string[]
}
type SummaryFile = { id: string; name: string; url?: string; notes?: SummaryNote[] }
type Summary = {
  version?: { id: string; name: string; status: string; url?: string }
  verdicts?: string[]
  files?: SummaryFile[]
}

const underReview = ['NEED_REVIEW', 'APPROVED', 'NEED_EDIT', 'REJECTED']

function fromSummary({ version, files = [], verdicts = [] }: Summary): Review {
  const url = version?.url ?? files[0]?.url
  return {
    ...(version ? { review: { ...version, takesVerdicts: underReview.includes(version.status) } } : {}),
    ...(url ? { url } : {}),
    files,
    notes: files.flatMap(({ id, notes = [] }) => notes.map((note) => noteOf(note, id))),
    said: verdicts,
  }
}

function noteOf({ id, at, by, text, drawing, replies = [] }: SummaryNote, file: string): Note {
  return {
    ...{ id, file, drawing: drawing !== undefined },
    ...(at ? { place: at } : {}),
    ...(by ? { author: by } : {}),
    ...(text ? { text } : {}),
    replies: replies.map((reply, index) => replyOf(reply, `${id} ${index}`)),
  }
}

/** `Ada: Done.` */
function replyOf(said: string, id: string): Reply {
  const [author = '', ...text] = said.split(': ')
  return { id, author, text: text.join(': ') }
}

export const statusNames: Record<string, string> = {
  IN_PROGRESS: 'In progress',
  NEED_REVIEW: 'Needs review',
  NEED_EDIT: 'Needs changes',
  ON_HOLD: 'On hold',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CLOSED: 'Closed',
}

export const verdictNames: Record<Verdict, string> = {
  APPROVED: 'approved',
  NEED_EDIT: 'requested changes',
  REJECTED: 'rejected',
}

export const staleNames: Record<string, string> = {
  NEW_REVISION: 'before the newest revision',
  FILES_CHANGED: 'before a file was deleted',
  REOPENED: 'before the review was sent back',
}
