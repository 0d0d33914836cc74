// The options of an export: how they are chosen, and how they travel in the URL that a caller follows.
import { type FrameRate, isDropFrame, msToFrame, parseFrameRate, parseTimecode } from '../../core/frames.ts'
import type { ThreadFilter } from './export-thread.ts'
import { type DownloadFormat, type ExportFormat, isForEditors } from './formats.ts'

export type ExportOptions<Format extends DownloadFormat = DownloadFormat> = ThreadFilter & {
  format: Format
  /** null: the rate of the file. */
  rate: FrameRate | null
  /** null: that of the file, else the custom of the format. */
  startTimecode: string | null
  /** null: as the file, else drop frames where the rate has them. */
  dropFrame: boolean | null
}

/** The options of an export that is text. */
export function isWritten(options: ExportOptions): options is ExportOptions<ExportFormat> {
  return options.format !== 'pdf'
}

/** The timecode that a file has of itself. */
export type SourceTiming = {
  rate: FrameRate | null
  startFrame: number | null
  /** Of audio, which has no frames. */
  startMs: number | null
  dropFrame: boolean | null
}

export type ExportTiming = { rate: FrameRate; dropFrame: boolean; start: number }

const defaultRate: FrameRate = { num: 24, den: 1 }

/** A rate without timecodes, such as that of a slide show, is no better than the default. */
export function exportRate(probed: string | null): FrameRate {
  return parseFrameRate(probed ?? '') ?? defaultRate
}

export function timingOf(options: ExportOptions, source: SourceTiming): ExportTiming {
  const rate = options.rate ?? source.rate ?? defaultRate
  const own = source.rate !== null && sameRate(rate, source.rate)
  const { startTimecode } = options
  const dropFrame =
    isDropFrame(rate) &&
    (options.dropFrame ??
      (startTimecode?.includes(';') || (own && source.dropFrame !== null ? source.dropFrame : true)))
  const ownStart = sourceStart(source, rate)
  const usual = isForEditors(options.format) ? parseTimecode('01:00:00:00', rate, { dropFrame })! : 0
  const start =
    startTimecode === null ? (ownStart ?? usual) : parseTimecode(startTimecode, rate, { dropFrame })!
  return { rate, dropFrame, start }
}

/** The timecode of a video counts at its rate, so it does not serve an export at another rate. */
export function sourceStart(
  { rate: own, startFrame, startMs }: SourceTiming,
  rate: FrameRate,
): number | null {
  if (startFrame !== null) return own !== null && sameRate(own, rate) ? startFrame : null
  return startMs === null ? null : msToFrame(startMs, rate)
}

export function sameRate(a: FrameRate, b: FrameRate): boolean {
  return a.num * b.den === b.num * a.den
}

/** Whether the timecode exists at the rate. */
export function isStartTimecode(text: string, rate: FrameRate): boolean {
  return /^([01]\d|2[0-3])[:;]\d\d[:;]\d\d[:;.]\d{2,4}$/.test(text) && parseTimecode(text, rate) !== undefined
}

/** The fields of an export URL. They are trusted when read back: the URL is signed. */
export function exportFields(options: ExportOptions): Record<string, string> {
  const { format, rate, startTimecode, dropFrame, resolved, authors, since } = options
  const fields = {
    format,
    rate: rate === null ? null : `${rate.num}/${rate.den}`,
    start: startTimecode,
    dropFrame: dropFrame === null ? null : String(dropFrame),
    resolved: resolved === null ? null : String(resolved),
    authors: authors === null ? null : authors.join(','),
    since,
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}

export function readExportFields(fields: Record<string, string>): ExportOptions {
  const { format, rate, start, dropFrame, resolved, authors, since } = fields
  return {
    format: format as DownloadFormat,
    rate: parseFrameRate(rate ?? '') ?? null,
    startTimecode: start ?? null,
    dropFrame: flag(dropFrame),
    resolved: flag(resolved),
    authors: authors?.split(',') ?? null,
    since: since ?? null,
  }
}

function flag(text: string | undefined): boolean | null {
  return text === undefined ? null : text === 'true'
}
