import { isPicture } from '../documents/reference-types.ts'
import { runInChild } from '../in-child.ts'
import type { Draft } from './draft.ts'
import type { Size } from './frame-sizes.ts'
import type { ShownReference } from './reference-bytes.ts'

/** The picture of a draft: a card with the prompt, the references and what it is. */
export type Slate = Size & {
  draft: Draft
  references: Pick<ShownReference, 'name' | 'bytes'>[]
  /** Pixels at the bottom that are left free, for the counter of a video. */
  foot: number
  /** The height of the counter's digits, or null when none are asked for. */
  digitHeight: number | null
  /** Metadata of the picture. */
  xmp?: string
}

/** Grey pixels, one cell per character of `digitCharacters`, side by side. */
export type Digits = Size & { pixels: Uint8Array }

export type DrawnSlate = { png: Uint8Array; digits: Digits | null }

export const digitCharacters = '0123456789:/ '

/** An ordinary slate takes half a second, a 4k one with five pictures two. */
const seconds = 60

export function drawSlate(slate: Slate, signal: AbortSignal): Promise<DrawnSlate> {
  const module = new URL('./slate-child.ts', import.meta.url)
  return runInChild(module, slate, { seconds, signal, work: 'drawing the draft' })
}

export function shownOnSlate(references: readonly ShownReference[]): Slate['references'] {
  return references.map((reference) => ({
    name: reference.name,
    bytes: isPicture(reference) ? reference.bytes : null,
  }))
}
