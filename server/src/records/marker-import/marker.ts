// The content of a marker file, before it becomes comments.
import { ApiError } from '../../core/errors.ts'
import {
  type FrameRate,
  frameToMs,
  isDropFrame,
  msToFrame,
  parseTimecode,
  timecodeBase,
} from '../../core/frames.ts'
import type { Annotation } from '../annotation.ts'

export type ReadMarker = {
  /** In frames at the rate of the file that it is imported to. */
  frame: number
  /** Whether `frame` counts from timecode 00:00:00:00, not from the first frame. */
  absolute: boolean
  /** At least one frame. */
  length: number
  name: string
  note: string
  /** In capitals, such as GREEN; null if the file says none. */
  colour: string | null
  /** null if the format has no such field. */
  resolved: boolean | null
  /** null if the format has no such field. */
  author: string | null
  annotation: Annotation | null
}

export type ReadMarkers = {
  markers: ReadMarker[]
  dropFrame: boolean
  /** Markers that the reader did not understand. */
  ignored: number
}

export type ReadContext = {
  rate: FrameRate
  /** null if the file shall say it. */
  dropFrame: boolean | null
  /** Whether it is an export of Dailies itself, which may have any number of markers. */
  own?: boolean
}

export type MarkerReader = (text: string, context: ReadContext) => ReadMarkers

const plain = {
  absolute: false,
  length: 1,
  name: '',
  note: '',
  colour: null,
  resolved: null,
  author: null,
  annotation: null,
}

export function readMarker(marker: Partial<ReadMarker> & { frame: number }): ReadMarker {
  return { ...plain, ...marker }
}

/** The most markers that one file may have. */
export const mostMarkers = 1_000

export function unreadable(message: string): ApiError {
  return new ApiError('invalid_request', { errors: [{ path: '/content', code: 'invalid_format', message }] })
}

export function requireFew(count: number, { own = false }: ReadContext): void {
  if (own || count <= mostMarkers) return
  const message = `Must have at most ${mostMarkers.toLocaleString('en')} markers. Split the file.`
  throw new ApiError('invalid_request', { errors: [{ path: '/content', code: 'too_big', message }] })
}

/** Drop-frame timecodes have a semicolon before the frames; Premiere Pro and Media Composer write only semicolons. */
export function countsDropFrame(text: string, { rate, dropFrame }: ReadContext): boolean {
  return isDropFrame(rate) && (dropFrame ?? /\d\d[:;]\d\d[:;]\d\d;\d\d/.test(text))
}

/** A full timecode; undefined for other texts. */
export function fullTimecode(text: string, rate: FrameRate, dropFrame: boolean): number | undefined {
  return /^\d\d[:;.]\d\d[:;.]\d\d[:;.,]\d{2,4}$/.test(text)
    ? parseTimecode(text, rate, { dropFrame })
    : undefined
}

/** A frame of a timeline with another rate. */
export function convertFrame(frame: number, from: FrameRate, to: FrameRate): number {
  if (from.num * to.den === to.num * from.den) return frame
  return msToFrame(frameToMs(frame, from), to)
}

/** 23.976 for 24 with NTSC. */
export function ntscRate(base: number, ntsc: boolean): FrameRate {
  return ntsc ? { num: base * 1000, den: 1001 } : { num: base, den: 1 }
}

/** Far more than a day of frames: keeps hostile numbers out of the arithmetic. */
export function isFrameNumber(value: number, rate: FrameRate): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= 1_000_000 * timecodeBase(rate)
}
