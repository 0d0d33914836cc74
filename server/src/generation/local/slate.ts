import { isImage } from '../documents/reference-types.ts'
import { type Font, fontFiles, fontsFor } from '../fonts.ts'
import { runInChild } from '../run-in-child.ts'
import type { Draft } from './draft.ts'
import type { Size } from './frame-sizes.ts'
import type { ShownReference } from './reference-bytes.ts'

/** The image of a draft: a card with the prompt, the references and the draft notice. */
export type Slate = Size & {
  draft: Draft
  references: Pick<ShownReference, 'name' | 'bytes'>[]
  /** Pixels at the bottom that stay empty, for the counter of a video. */
  foot: number
  /** The height of the counter's digits, or null without a counter. */
  digitHeight: number | null
  /** Metadata of the image. */
  xmp?: string
}

/** Greyscale pixels, one cell per character of `digitCharacters`, side by side. */
export type Digits = Size & { pixels: Uint8Array }

export type DrawnSlate = { png: Uint8Array; digits: Digits | null }

/** An ordinary slate takes half a second, a 4k slate with five images two seconds. */
const seconds = 60

/** The Latin font is the first. */
export type SlateInput = Slate & { fonts: Font[] }

export async function drawSlate(slate: Slate, signal: AbortSignal): Promise<DrawnSlate> {
  signal.throwIfAborted()
  const { draft, references } = slate
  const words = [draft.prompt, draft.modelName, ...references.map(({ name }) => name)].join(' ')
  const fonts = await fontsFor(words)
  const module = new URL('./slate-child.ts', import.meta.url)
  const input: SlateInput = { ...slate, fonts }
  const limits = { seconds, signal, work: 'drawing the draft' }
  return runInChild(module, input, limits, { files: fontFiles(fonts) })
}

export function shownOnSlate(references: readonly ShownReference[]): Slate['references'] {
  return references.map((reference) => ({
    name: reference.name,
    bytes: isImage(reference) ? reference.bytes : null,
  }))
}
