// Puts the comments and the stills of a report together, as final texts.
import { timecode } from '../../../core/frames.ts'
import type { ExportOptions, ExportTiming } from '../../../records/comment-export/export-options.ts'
import { authorName, type Thread, textOf } from '../../../records/comment-export/export-thread.ts'
import { rateOf } from '../../../records/comment-export/render.ts'
import { type LoadedReport, type ReportedFile, reportLimits } from '../../../records/comment-export/report.ts'
import type {
  ReportDocument,
  ReportEntry,
  ReportFile,
  ReportReview,
  ReportThread,
} from '../../../records/comment-export/report-document.ts'
import type { Receipt } from '../../../records/receipt.ts'
import type { DrawnStills } from './draw-stills.ts'
import type { FileStills, NumberedThread } from './plan-stills.ts'

export type PlannedFile = FileStills & { reported: ReportedFile; threads: readonly NumberedThread[] }

type Source = { loaded: LoadedReport; subject: 'File' | 'Review'; options: ExportOptions }

export function writeReport(
  { loaded, subject, options }: Source,
  files: readonly PlannedFile[],
  drawn: DrawnStills,
  chosen: ReadonlySet<string>,
): ReportDocument {
  const { title, project, total, reviews, leftOut } = loaded
  const images = [...drawn.images].map(([name, bytes]) => ({ name, bytes }))
  return {
    ...{ title, subject, project, images },
    ...total,
    date: minutes(new Date().toISOString().replace('T', ' ')),
    filters: filtersOf(options),
    notes: notesOf(leftOut, files, drawn, chosen),
    reviews: reviews.map(reviewOf),
    files: files.map((file) => fileOf(file, options, drawn, chosen)),
    signers: signersOf(reviews),
  }
}

function minutes(time: string): string {
  return `${time.slice(0, 16)} UTC`
}

function filtersOf({ resolved, authors, since }: ExportOptions): string[] {
  return [
    ...(resolved === null ? [] : [resolved ? 'only resolved comments' : 'only open comments']),
    ...(authors === null ? [] : [authors.length === 1 ? 'of one person' : `of ${authors.length} people`]),
    ...(since === null ? [] : [`with activity since ${minutes(since)}`]),
  ]
}

function notesOf(
  leftOut: number,
  files: readonly PlannedFile[],
  { late }: DrawnStills,
  chosen: ReadonlySet<string>,
): string[] {
  const keys = new Set(files.flatMap(({ stills }) => [...stills.values()].map(({ key }) => key)))
  const beyond = [...keys].filter((key) => !chosen.has(key)).length
  return [
    ...(leftOut === 0
      ? []
      : [
          `${leftOut} more ${leftOut === 1 ? 'comment is' : 'comments are'} not in this report, which is limited to ${reportLimits.threads} comments. Choose fewer by status, person or time.`,
        ]),
    ...(beyond === 0
      ? []
      : [`${beyond} ${words(beyond)} left out: a report has at most ${reportLimits.stills}.`]),
    ...(late.size === 0
      ? []
      : [`${late.size} ${words(late.size)} left out: the server had no time to draw more.`]),
  ]
}

function words(stills: number): string {
  return stills === 1 ? 'still is' : 'stills are'
}

function fileOf(
  { reported, threads, cover, stills, note }: PlannedFile,
  options: ExportOptions,
  drawn: DrawnStills,
  chosen: ReadonlySet<string>,
): ReportFile {
  const { file, timing } = reported
  const named = (key: string | undefined) => (key !== undefined && drawn.images.has(key) ? key : null)
  const writeThread = ({ thread, number }: NumberedThread): ReportThread => {
    const key = stills.get(thread.comment.id)?.key
    const missing = key !== undefined && chosen.has(key) && !drawn.images.has(key) && !drawn.late.has(key)
    return {
      ...entryOf(thread.comment),
      number,
      place: placeOf(thread, file.kind === 'audio' && options.rate === null, timing, options),
      resolved: thread.comment.resolvedAt !== null,
      replies: thread.replies.map(entryOf).filter(({ text }) => text !== ''),
      still: named(key),
      note: missing ? 'The still of this place could not be drawn.' : null,
    }
  }
  return {
    ...{ name: file.name, facts: factsOf(reported), note },
    cover: named(cover?.key),
    threads: threads.map(writeThread),
  }
}

function factsOf({ file }: ReportedFile): string {
  const { revision, width, height, kind, durationMs } = file
  const rate = rateOf(file)
  return [
    `Revision ${revision}`,
    ...(width !== null && height !== null ? [`${width} × ${height}`] : []),
    ...(rate !== null && kind === 'video' ? [`${Math.round((rate.num / rate.den) * 1000) / 1000} fps`] : []),
    ...(durationMs !== null && (kind === 'video' || kind === 'audio') ? [lengthOf(durationMs)] : []),
  ].join(' · ')
}

function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function placeOf(
  { placed, start, length, comment }: Thread,
  isAudio: boolean,
  { rate, ...counting }: ExportTiming,
  { startTimecode }: ExportOptions,
): string | null {
  if (!placed) return comment.anchor === null ? null : `Page ${comment.anchor}`
  if (isAudio && startTimecode === null && comment.timecode !== null) return comment.timecode
  const from = timecode(start, rate, counting)
  return length === 1 ? from : `${from} – ${timecode(start + length - 1, rate, counting)}`
}

function entryOf(comment: Thread['comment']): ReportEntry {
  const text = textOf(comment)
  const { createdAt, agent, imported, reactions, attachments, author } = comment
  const isDeleted = author === null && text === '' && attachments.length === 0
  return {
    author: isDeleted ? 'Deleted comment' : authorName(comment),
    date: minutes(createdAt),
    origin: originOf(agent, imported !== null, author?.name),
    text,
    rtl: isRightToLeft(text),
    reactions: reactions.map(({ type, count }) => (count === 1 ? type : `${type} ${count}`)),
    attachments: attachments.map(({ name }) => name),
  }
}

function originOf(agent: boolean, imported: boolean, by: string | undefined): string | null {
  if (imported) return `imported by ${by ?? 'a deleted account'}`
  return agent ? 'written by a tool' : null
}

/** By its first letter that has a direction. */
function isRightToLeft(text: string): boolean {
  const [letter] = /\p{L}/u.exec(text) ?? []
  return (
    letter !== undefined &&
    /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter)
  )
}

function reviewOf({ version, verdicts }: Receipt): ReportReview {
  return {
    name: version.name,
    status: version.status,
    verdicts: verdicts.map(({ name, verdict, note, agent, stale, givenAt }) => ({
      ...{ name, verdict, note, agent, stale },
      date: minutes(givenAt),
    })),
  }
}

/** A page has space for these. */
const maxSigners = 8

function signersOf(reviews: readonly Receipt[]): string[] {
  return [...new Set(reviews.flatMap(({ reviewers }) => reviewers.map(({ name }) => name)))].slice(
    0,
    maxSigners,
  )
}
