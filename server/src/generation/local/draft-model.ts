import { isPicture } from '../documents/reference-types.ts'
import { runInChild } from '../in-child.ts'
import type { Draft } from './draft.ts'
import type { ShownReference } from './reference-bytes.ts'
import { drawSlate, shownOnSlate } from './slate.ts'

export const slateSize = { width: 1536, height: 1024 }

export type ModelInput = { draft: Draft; slate: Uint8Array; pictures: { name: string; bytes: Uint8Array }[] }

/** An ordinary one takes half a second, one with five large pictures a few. */
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
  const pictures = references.flatMap((reference) =>
    isPicture(reference) && reference.bytes ? [{ name: reference.name, bytes: reference.bytes }] : [],
  )
  const module = new URL('./draft-model-child.ts', import.meta.url)
  const input: ModelInput = { draft, slate: png, pictures }
  return runInChild(module, input, { seconds, signal, work: 'building the draft' })
}
