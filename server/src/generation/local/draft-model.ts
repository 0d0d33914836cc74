import { isImage } from '../documents/reference-types.ts'
import { runInChild } from '../run-in-child.ts'
import type { Draft } from './draft.ts'
import { slateSize } from './frame-sizes.ts'
import type { ShownReference } from './reference-bytes.ts'
import { drawSlate, shownOnSlate } from './slate.ts'

export type ModelInput = { draft: Draft; slate: Uint8Array; images: { name: string; bytes: Uint8Array }[] }

/** An ordinary draft takes half a second, one with five large images a few seconds. */
const seconds = 60

export async function draftModel(
  draft: Draft,
  references: readonly ShownReference[],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const shown = shownOnSlate(references)
  const { png } = await drawSlate(
    { ...slateSize, draft, references: shown, foot: 0, digitHeight: null },
    signal,
  )
  const images = references.flatMap((reference) =>
    isImage(reference) && reference.bytes ? [{ name: reference.name, bytes: reference.bytes }] : [],
  )
  const module = new URL('./draft-model-child.ts', import.meta.url)
  const input: ModelInput = { draft, slate: png, images }
  return runInChild(module, input, { seconds, signal, work: 'building the draft' })
}
