// Makes images that a provider does not take into ones that it takes: another format, fewer bytes, fewer pixels. Nothing else
// is adjusted: prompts are never cut, attachments never left out.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GenerationFailure, type ModelLimits, type Reference } from '../core/provider.ts'
import { StorageUnavailable } from '../core/storage.ts'
import type { Adjustment } from '../records/generation.ts'
import type { FitAnswer, FitRequest } from './fit-image-child.ts'
import { runInChild } from './in-child.ts'
import { imageBytes } from './limit-errors.ts'
import { convertibleTypes } from './limits.ts'

export type FittedReferences = { references: Reference[]; adjustments: Adjustment[] }

/** Seconds for one image: 400 million pixels take a third of it. */
const seconds = 120
/** What a child can hand back. No image of this size says more than a smaller one. */
const mostFittedBytes = 30 * 1024 * 1024

/** Reads images that may not fit. Throws StorageUnavailable or GenerationFailure; nothing has been sent then. */
export async function fitReferences(
  references: readonly Reference[],
  limits: ModelLimits,
  signal: AbortSignal,
): Promise<FittedReferences> {
  const maxBytes = imageBytes(limits, references) ?? Number.MAX_SAFE_INTEGER
  const fitted: FittedReferences = { references: [], adjustments: [] }
  // One after the other: decoded they are large.
  for (const reference of references) {
    const adjusted = mayNotFit(reference, limits, maxBytes)
      ? await fitReference(reference, limits, maxBytes, signal)
      : null
    fitted.references.push(adjusted?.reference ?? reference)
    if (adjusted) fitted.adjustments.push(adjusted.adjustment)
  }
  return fitted
}

function mayNotFit({ mimeType, size }: Reference, { images }: ModelLimits, maxBytes: number): boolean {
  if (!convertibleTypes.includes(mimeType)) return false
  return !images.types.includes(mimeType) || size > maxBytes || images.maxSide !== null
}

type Fitted = { reference: Reference; adjustment: Adjustment }

/** null: it fits as it is. */
async function fitReference(
  reference: Reference,
  { images }: ModelLimits,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Fitted | null> {
  const { id, mimeType, size } = reference
  const takenAsIs = images.types.includes(mimeType) && size <= maxBytes
  // With fewer pixels, an image needs no more bytes than before.
  const most = Math.min(takenAsIs ? size : maxBytes, mostFittedBytes)
  const answer = await fitImage(reference, { takenAsIs, maxBytes: most, maxSide: images.maxSide }, signal)
  if (answer === null) return null
  if ('failure' in answer) throw unreadable(reference)
  const { bytes, from, to, firstFrame } = answer
  const changes: Adjustment['changes'] = [
    ...(to.mimeType === mimeType ? [] : (['CONVERTED'] as const)),
    ...(to.width < from.width ? (['DOWNSCALED'] as const) : []),
    ...(firstFrame ? (['FIRST_FRAME'] as const) : []),
  ]
  const read = async () => Readable.from([Buffer.from(bytes)], { objectMode: false })
  return {
    reference: { ...reference, mimeType: to.mimeType, size: bytes.length, read },
    adjustment: {
      attachment: { id },
      changes: changes.length > 0 ? changes : ['COMPRESSED'],
      from: { mimeType, ...from, size },
      to: { ...to, size: bytes.length },
    },
  }
}

async function fitImage(
  reference: Reference,
  limits: Omit<FitRequest, 'source'>,
  signal: AbortSignal,
): Promise<FitAnswer> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-fit-'))
  try {
    const source = join(folder, 'source')
    await copy(reference, source, signal)
    const module = new URL('./fit-image-child.ts', import.meta.url)
    const work = `converting the attachment ${reference.id}`
    const request: FitRequest = { source, ...limits }
    return await runInChild<FitAnswer>(module, request, { seconds, work, signal }, { folder, programs: [] })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof GenerationFailure || error instanceof StorageUnavailable) throw error
    throw unreadable(reference, error)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function copy(reference: Reference, path: string, signal: AbortSignal): Promise<void> {
  try {
    await pipeline(await reference.read(), createWriteStream(path, { mode: 0o400 }), { signal })
  } catch (cause) {
    signal.throwIfAborted()
    throw cause instanceof GenerationFailure
      ? cause
      : new StorageUnavailable('A reference cannot be read.', { cause })
  }
}

function unreadable({ id }: Reference, cause?: unknown): GenerationFailure {
  const message = `The attachment ${id} cannot be converted for the provider: it is broken or too large. Export it again as PNG or JPEG.`
  const failure = new GenerationFailure('reference_unreadable', message, false)
  if (cause !== undefined) failure.cause = cause
  return failure
}
