// Which of the expected notes a skill has found. Pure: the same notes always give the same score.
import { z } from 'zod'
import { text } from '../core/schemas.ts'

const frame = z.int().min(0).max(100_000_000).nullish().transform(orNull)
const ms = z.int().min(0).max(1_000_000_000_000).nullish().transform(orNull)
const part = z.number().min(0).max(1)

function orNull<Value>(value: Value | null | undefined): Value | null {
  return value ?? null
}

const Area = z
  .strictObject({
    x: part.describe('Left edge.'),
    y: part.describe('Top edge.'),
    width: part.describe('Part of the width of the image.'),
    height: part.describe('Part of the height of the image.'),
  })
  .describe('Rectangle on the image, from 0 at the left and the top to 1.')

const place = {
  firstFrame: frame.describe('First frame of a video, counted from 0.'),
  lastFrame: frame.describe('Last frame; default: `firstFrame`.'),
  firstMs: ms.describe('Start in milliseconds, for audio.'),
  lastMs: ms.describe('End in milliseconds; default: `firstMs`.'),
  page: z.int().min(1).max(100_000).nullish().transform(orNull).describe('Page of a document, from 1.'),
  area: Area.nullish().transform(orNull),
  text: text(1, 5000).describe('What the note says.'),
}

/** A note as callers send it: a place may be left out, and then the note is about the whole file. */
export const PlacedNoteInput = z.strictObject(place)

/** A note with its place. Without one it is about the whole file. */
export type PlacedNote = z.output<typeof PlacedNoteInput>

export const PlacedNote = z
  .object({
    firstFrame: z.int().nullable(),
    lastFrame: z.int().nullable(),
    firstMs: z.int().nullable(),
    lastMs: z.int().nullable(),
    page: z.int().nullable(),
    area: z
      .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
      .nullable()
      .describe('Rectangle on the image, from 0 to 1.'),
    text: z.string(),
  })
  .meta({ id: 'PlacedNote' })

export type Tolerance = {
  /** Notes on frames match when at most this many frames lie between them. */
  frames: number
  milliseconds: number
}

/** Half a second, in which people stop a video when they see a fault. */
export const toleranceMs = 500

/** The tolerance at a frame rate; for an unknown or variable rate, that of 24 frames per second. */
export function toleranceAt(framesPerSecond: number | null): Tolerance {
  const frames = Math.max(1, Math.round(((framesPerSecond ?? 24) * toleranceMs) / 1000))
  return { frames, milliseconds: toleranceMs }
}

export type Match = readonly [expected: number, found: number]

/**
 * Pairs each expected note with at most one found note, and as many as possible: no other choice of pairs has more. Notes match by
 * their places, as `isMatch` says.
 */
export function matchNotes(
  expected: readonly PlacedNote[],
  found: readonly PlacedNote[],
  tolerance: Tolerance,
): Match[] {
  const candidates = expected.map((one) =>
    found
      .map((other, index) => ({ index, far: distance(one, other), fits: isMatch(one, other, tolerance) }))
      .filter(({ fits }) => fits)
      .sort((a, b) => a.far - b.far || a.index - b.index)
      .map(({ index }) => index),
  )
  const holders = new Map<number, number>()
  // Kuhn's algorithm: a note that finds its candidates taken asks their holders to move to another one.
  const place = (note: number, tried: Set<number>): boolean =>
    candidates[note]!.some((index) => {
      if (tried.has(index)) return false
      tried.add(index)
      const holder = holders.get(index)
      if (holder !== undefined && !place(holder, tried)) return false
      holders.set(index, note)
      return true
    })
  for (const note of candidates.keys()) place(note, new Set())
  return [...holders].map(([index, note]) => [note, index] as const).sort((a, b) => a[0] - b[0])
}

/**
 * Notes match when they are about the same place: the same page, or frames or milliseconds that overlap within the tolerance. Where
 * both mark an area, these must overlap. Two notes about the whole file have no place that tells them apart, so they must share
 * an area or a word.
 */
export function isMatch(one: PlacedNote, other: PlacedNote, tolerance: Tolerance): boolean {
  const areas = one.area && other.area ? overlap(one.area, other.area) : null
  if (areas === false) return false
  if (one.page !== null || other.page !== null) return one.page === other.page
  const frames = near(
    stretch(one.firstFrame, one.lastFrame),
    stretch(other.firstFrame, other.lastFrame),
    tolerance.frames,
  )
  if (frames !== null) return frames
  const moments = near(
    stretch(one.firstMs, one.lastMs),
    stretch(other.firstMs, other.lastMs),
    tolerance.milliseconds,
  )
  if (moments !== null) return moments
  return areas ?? shareWord(one.text, other.text)
}

type Stretch = { first: number; last: number }

function stretch(first: number | null, last: number | null): Stretch | null {
  const from = first ?? last
  if (from === null) return null
  return { first: Math.min(from, last ?? from), last: Math.max(from, last ?? from) }
}

/** null if neither has a stretch; false if one has. */
function near(one: Stretch | null, other: Stretch | null, tolerance: number): boolean | null {
  if (one === null || other === null) return one === other ? null : false
  return one.first - tolerance <= other.last && other.first - tolerance <= one.last
}

type AreaBox = NonNullable<PlacedNote['area']>

function overlap(one: AreaBox, other: AreaBox): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  )
}

/** For the order of candidates: how far apart the beginnings are. */
function distance(one: PlacedNote, other: PlacedNote): number {
  const start = ({ firstFrame, firstMs, page }: PlacedNote) => firstFrame ?? firstMs ?? page ?? 0
  return Math.abs(start(one) - start(other))
}

function shareWord(one: string, other: string): boolean {
  const words = wordsOf(one)
  for (const word of wordsOf(other)) if (words.has(word)) return true
  return false
}

/** Shorter words, such as “the”, say nothing about the subject. */
function wordsOf(note: string): Set<string> {
  return new Set(
    note
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{4,}/gu) ?? [],
  )
}

export type Counts = { expected: number; found: number; matched: number }

/** Of the found notes, the part that was expected; of the expected notes, the part that was found. null for a part of nothing. */
export function scoreOf({ expected, found, matched }: Counts): {
  precision: number | null
  recall: number | null
} {
  return {
    precision: found === 0 ? null : matched / found,
    recall: expected === 0 ? null : matched / expected,
  }
}
