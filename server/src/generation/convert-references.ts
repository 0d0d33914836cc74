// Converts images that a provider does not accept: to another format, fewer bytes or fewer pixels. Nothing
// else is adjusted: prompts are never cut, attachments never left out.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GenerationFailure, type ModelLimits, type Reference } from '../core/provider.ts'
import { StorageUnavailable } from '../core/storage.ts'
import type { Adjustment } from '../records/generation.ts'
import type { Conversion, ConversionInput } from './convert-image-child.ts'
import { imageBytes } from './limit-errors.ts'
import { convertibleTypes } from './limits.ts'
import { runInChild } from './run-in-child.ts'

export type ConvertedReferences = { references: Reference[]; adjustments: Adjustment[] }

/** The time limit for one image: 400 million pixels take a third of it. */
const seconds = 120
/** The most that a child process can return. A larger image would show no more than a smaller one. */
const maxAnswerBytes = 30 * 1024 * 1024

/**
 * Reads and converts the images where needed. Throws StorageUnavailable or GenerationFailure; nothing has been sent
 * then.
 */
export async function convertReferences(
  references: readonly Reference[],
  limits: ModelLimits,
  signal: AbortSignal,
): Promise<ConvertedReferences> {
  const maxBytes = imageBytes(limits, references) ?? Number.MAX_SAFE_INTEGER
  const fitted: ConvertedReferences = { references: [], adjustments: [] }
  // One after the other, because decoded images are large.
  for (const reference of references) {
    const adjusted = mayNotFit(reference, limits, maxBytes)
      ? await convertReference(reference, limits, maxBytes, signal)
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

type Converted = { reference: Reference; adjustment: Adjustment }

/** Returns null when the image needs no conversion. */
async function convertReference(
  reference: Reference,
  { images }: ModelLimits,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Converted | null> {
  const { id, mimeType, size } = reference
  const takenAsIs = images.types.includes(mimeType) && size <= maxBytes
  // An image with fewer pixels needs no more bytes than before.
  const most = Math.min(takenAsIs ? size : maxBytes, maxAnswerBytes)
  const answer = await convertImage(reference, { takenAsIs, maxBytes: most, maxSide: images.maxSide }, signal)
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

async function convertImage(
  reference: Reference,
  limits: Omit<ConversionInput, 'source'>,
  signal: AbortSignal,
): Promise<Conversion> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-fit-'))
  try {
    const source = join(folder, 'source')
    await copy(reference, source, signal)
    const module = new URL('./convert-image-child.ts', import.meta.url)
    const work = `converting the attachment ${reference.id}`
    const request: ConversionInput = { source, ...limits }
    return await runInChild<Conversion>(module, request, { seconds, work, signal }, { folder, programs: [] })
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
      : new StorageUnavailable('A reference could not be read.', { cause })
  }
}

function unreadable({ id }: Reference, cause?: unknown): GenerationFailure {
  const message = `The attachment ${id} cannot be converted for the provider: it is broken or too large. Export it again as PNG or JPEG.`
  const failure = new GenerationFailure('reference_unreadable', message, false)
  if (cause !== undefined) failure.cause = cause
  return failure
}
