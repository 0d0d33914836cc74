// The answer of a model to a review: its schema, and what is accepted of it. An answer that breaks the rules is refused as a whole.
import { z } from 'zod'
import { GenerationFailure } from '../core/provider.ts'
import { type NoteArea, noteOutcomes } from '../records/skill-review.ts'
import type { ReviewedFile } from './review-prompt.ts'

export const maxDraftNotes = 100
const maxText = 2_000
const maxReason = 1_000

const share = z.number().min(0).max(1)
const whole = z.int().min(0)

/** Every field is required: strict JSON schemas of providers have no optional fields. */
export const AnswerSchema = z.object({
  notes: z.array(
    z.object({
      firstFrame: z.number().nullable(),
      lastFrame: z.number().nullable(),
      firstMs: z.number().nullable(),
      lastMs: z.number().nullable(),
      page: z.number().nullable(),
      area: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
      text: z.string(),
      confidence: z.number(),
    }),
  ),
  openNotes: z.array(z.object({ id: z.string(), outcome: z.enum(noteOutcomes), reason: z.string() })),
})

const place = whole.nullish().transform((value) => value ?? null)

/** The accepted answer. Models leave fields out, whatever the schema says. */
const Accepted = z.object({
  notes: z
    .array(
      z.object({
        ...{ firstFrame: place, lastFrame: place, firstMs: place, lastMs: place, page: place },
        area: z
          .object({ x: share, y: share, width: share, height: share })
          .nullish()
          .transform((area) => area ?? null),
        text: z.string().trim().min(1).max(maxText),
        confidence: share,
      }),
    )
    .max(maxDraftNotes),
  openNotes: z
    .array(
      z.object({ id: z.string(), outcome: z.enum(noteOutcomes), reason: z.string().trim().max(maxReason) }),
    )
    .max(1_000)
    .default([]),
})

export type DraftedNote = {
  firstFrame: number | null
  lastFrame: number | null
  firstMs: number | null
  lastMs: number | null
  page: number | null
  area: NoteArea | null
  text: string
  confidence: number
}

export type ReviewResult = {
  notes: DraftedNote[]
  outcomes: { id: string; outcome: (typeof noteOutcomes)[number]; reason: string }[]
}

export type Usage = { inputTokens: number | null; outputTokens: number | null }

/** As it is stored, before it is read. */
const Stored = z.object({
  text: z.string(),
  finishReason: z.string(),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
})
export type StoredAnswer = z.output<typeof Stored>

export function usageOf(stored: string): Usage {
  const { success, data } = Stored.safeParse(parsed(stored))
  return success ? data : { inputTokens: null, outputTokens: null }
}

/** Throws `GenerationFailure` for a refusal and for an answer that names places outside of the file. */
export function readAnswer(stored: string, file: ReviewedFile, openNotes: readonly string[]): ReviewResult {
  const { success, data } = Stored.safeParse(parsed(stored))
  if (!success) throw invalidAnswer()
  if (data.finishReason === 'content-filter') throw refused()
  const answer = Accepted.safeParse(parsed(withoutFence(data.text.trim())))
  if (!answer.success) throw invalidAnswer()
  const notes = answer.data.notes.map((note) => placed(note, file))
  const known = new Set(openNotes)
  const outcomes = answer.data.openNotes.filter(({ id }) => known.delete(id))
  return { notes, outcomes: outcomes.map((one) => ({ ...one, reason: withoutMentions(one.reason) })) }
}

type Range = [first: number | null, last: number | null]

/** Places of other kinds of files mean nothing here. */
function placed(note: z.output<typeof Accepted>['notes'][number], file: ReviewedFile): DraftedNote {
  const { frames, durationMs, pages, kind } = file
  const [firstFrame, lastFrame]: Range =
    kind === 'VIDEO' ? rangeOf(note.firstFrame, note.lastFrame, (frames ?? 0) - 1) : [null, null]
  const [firstMs, lastMs]: Range =
    kind === 'AUDIO' ? rangeOf(note.firstMs, note.lastMs, durationMs ?? 0) : [null, null]
  const page = kind === 'DOCUMENT' ? note.page : null
  if (page !== null && (page < 1 || page > (pages ?? 0))) throw invalidAnswer()
  return {
    ...{ firstFrame, lastFrame, firstMs, lastMs, page },
    area: kind === 'AUDIO' || kind === 'MODEL' ? null : areaOf(note.area),
    text: withoutMentions(note.text),
    confidence: note.confidence,
  }
}

function rangeOf(first: number | null, last: number | null, end: number): Range {
  if (first === null) return [null, null]
  const to = last ?? first
  if (first > end || to > end || to < first) throw invalidAnswer()
  return [first, to]
}

/** Rounding errors of a model are forgiven. */
const tolerance = 0.001

function areaOf(area: NoteArea | null): NoteArea | null {
  if (area === null || area.width === 0 || area.height === 0) return null
  const { x, y, width, height } = area
  if (x + width > 1 + tolerance || y + height > 1 + tolerance) throw invalidAnswer()
  return { x, y, width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) }
}

/** A model mentions nobody: a person who accepts a note would not see whom it calls. */
export function withoutMentions(text: string): string {
  const plain = text
    .replace(/@\[([^\]]*)\]\([^)]*\)/g, '@$1')
    .replaceAll('\0', '')
    .toWellFormed()
  return plain.trim() || '…'
}

function withoutFence(text: string): string {
  return /^`{3,}(?:json)?\s*\n([\s\S]*?)\n`{3,}$/.exec(text)?.[1] ?? text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The request was answered, so it was charged. */
export function invalidAnswer(): GenerationFailure {
  const message =
    'The model answered, but not with notes on places of this file. The request was probably charged: try another model or a clearer skill.'
  return new GenerationFailure('provider_invalid_answer', message, true)
}

function refused(): GenerationFailure {
  const message =
    'The model refuses to review this content because of its content policy. The request was probably charged.'
  return new GenerationFailure('content_policy', message, false)
}
