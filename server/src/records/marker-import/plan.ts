// Markers as comments: which frame they are on, who wrote them and what they say.
import { createHash } from 'node:crypto'
import { type FrameRate, framesPerDay, msToFrame, parseTimecode, timecodeBase } from '../../core/frames.ts'
import type { Annotation } from '../annotation.ts'
import { oneLine } from '../comment-export/markers.ts'
import type { ReadMarker } from './marker.ts'

/** The meaning of marker names: AUTO compares them with the names of people. */
export const nameUses = ['AUTO', 'AUTHOR', 'TEXT'] as const
export type NameUse = (typeof nameUses)[number]

export type PlanSettings = {
  /** Whether the format has a field for names. */
  named: boolean
  names: NameUse
  /** The names of people who may have written the comments. */
  known: ReadonlySet<string>
  /** Markers of this colour are resolved, where the format has no such field; null for none. */
  resolvedColour: string | null
}

export type PlannedComment = {
  frame: number
  length: number
  /** null: a marker without text. */
  content: string | null
  author: string | null
  resolved: boolean
  annotation: Annotation | null
  /** Whether the text was too long for a comment. */
  shortened: boolean
  /** The same for the same marker on the same frame. */
  key: string
}

const longestContent = 5_000
const longestAuthor = 200

/** Where absolute positions count from. Timecodes restart after a day; the times of subtitles do not. */
export type Origin = { start: number; day: number | null }

export function originOf(
  start: number,
  { rate, dropFrame, clock }: Omit<StartChoice, 'sourceStart' | 'frames'>,
): Origin {
  return { start, day: clock ? null : framesPerDay(rate, dropFrame) }
}

/** The marker counts from the first frame, as `relativeTo` returns it. */
export function plannedComment(marker: ReadMarker, settings: PlanSettings): PlannedComment {
  const { author, text } = authorAndText(marker, settings)
  const content = clean(text)
  const [kept, shortened] = shorten(content)
  const isDrawn = marker.annotation !== null
  return {
    frame: marker.frame,
    length: marker.length,
    content: kept === '' || kept === '(marker)' || (isDrawn && kept === '(drawing)') ? null : kept,
    author: author === null ? null : [...clean(oneLine(author))].slice(0, longestAuthor).join('') || null,
    resolved: marker.resolved ?? (marker.colour !== null && marker.colour === settings.resolvedColour),
    annotation: marker.annotation,
    shortened,
    key: markerKey(marker),
  }
}

/** The marker counted from the first frame. A timecode before the start is one after midnight; a time is then negative. */
export function relativeTo(origin: Origin, marker: ReadMarker): ReadMarker {
  const { frame, absolute } = marker
  const { start, day } = origin
  if (!absolute) return marker
  const relative = day === null ? frame - start : (((frame - start) % day) + day) % day
  return { ...marker, frame: relative, absolute: false }
}

/** White space is not compared: programs change it. */
export function markerKey({ frame, length, name, note, author }: ReadMarker): string {
  const parts = [frame, length, oneLine(name), oneLine(note), oneLine(author ?? '')]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** The names that programs give to a marker without one. */
const noName = /^(marker|locator|marke|marqueur|marcador|marcatore)?\s*\d{0,5}$/i

function authorAndText(marker: ReadMarker, settings: PlanSettings): { author: string | null; text: string } {
  const { note } = marker
  const name = noName.test(marker.name.trim()) ? '' : marker.name.trim()
  if (marker.author !== null) return { author: marker.author, text: note || name }
  if (!settings.named) return prefixed([name, note].filter((part) => part !== '').join('\n'), settings)
  if (name === '' || note === '') return { author: null, text: note || name }
  return isAuthor(name, settings) ? { author: name, text: note } : { author: null, text: `${name}\n${note}` }
}

/** The names of several people are separated by commas. */
function isAuthor(name: string, { names, known }: PlanSettings): boolean {
  if (names !== 'AUTO') return names === 'AUTHOR'
  return known.has(name) || name.split(', ').every((part) => known.has(part))
}

/** `Ann: text`. */
function prefixed(text: string, { names, known }: PlanSettings): { author: string | null; text: string } {
  if (names === 'TEXT') return { author: null, text }
  for (const at of prefixEnds(text)) {
    const name = text.slice(0, at)
    if (name.includes('\n')) break
    if (names === 'AUTHOR' || known.has(name)) return { author: name, text: text.slice(at + 2) }
  }
  return { author: null, text }
}

/** More than the name of a person has. Keeps the list of names that a hostile file makes short. */
const mostParts = 8

/** The names of markers, and what may be the name of a person before their texts. */
export function candidateNames(markers: readonly ReadMarker[]): string[] {
  const names = new Set<string>()
  const add = (name: string) => {
    if (name !== '' && name.length <= longestAuthor) names.add(name.toWellFormed().replaceAll('\0', ''))
  }
  for (const { name, note } of markers) {
    add(name.trim())
    for (const part of name.slice(0, longestAuthor).split(', ', mostParts)) add(part)
    for (const text of [name, note]) for (const end of prefixEnds(text)) add(text.slice(0, end))
  }
  return [...names]
}

/** Where the name of `Ann: text` may end. */
function prefixEnds(text: string): number[] {
  const ends: number[] = []
  for (let at = text.indexOf(': '); at > 0 && at <= longestAuthor; at = text.indexOf(': ', at + 1)) {
    if (ends.push(at) === mostParts) break
  }
  return ends
}

/** Postgres cannot store NUL, and what looks like a mention would be one. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').replaceAll('@[', '@ [').trim()
}

function shorten(text: string): [text: string, shortened: boolean] {
  const characters = [...text]
  if (characters.length <= longestContent) return [text, false]
  return [`${characters.slice(0, longestContent - 1).join('')}…`, true]
}

export type StartChoice = {
  rate: FrameRate
  dropFrame: boolean
  /** Timecode of the first frame of the file; null if it has none. */
  sourceStart: number | null
  /** Length of the file; null if unknown. */
  frames: number | null
  /** Whether positions are times of a clock, as in subtitles. */
  clock: boolean
}

/** The start with which most markers are on the file: that of the file, 01:00:00:00 or zero. */
export function likelyStart(markers: readonly ReadMarker[], choice: StartChoice): number {
  const { rate, dropFrame, sourceStart, frames, clock } = choice
  const hour = clock ? msToFrame(3_600_000, rate) : parseTimecode('01:00:00:00', rate, { dropFrame })!
  const starts = clock ? [0, hour] : [...(sourceStart === null ? [] : [sourceStart]), hour, 0]
  const length = frames ?? 12 * 3600 * timecodeBase(rate)
  const fitting = (start: number) => {
    const origin = originOf(start, choice)
    return markers.filter((marker) => {
      const { frame } = relativeTo(origin, marker)
      return frame >= 0 && frame < length
    }).length
  }
  return starts.reduce((best, start) => (fitting(start) > fitting(best) ? start : best))
}
