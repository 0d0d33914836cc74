// References: their bytes, and how a prompt names them.
import type { FieldError } from '../../core/errors.ts'
import { GenerationFailure, type Reference, type ReferenceKind } from '../../core/provider.ts'
import { StorageUnavailable } from '../../core/storage.ts'

export type ReferenceBytes = { mimeType: string; bytes: Buffer<ArrayBuffer> }

/** Whole, because they are sent inside JSON: a self-hosted server is out of a provider's reach. */
export async function readReferences(references: readonly Reference[]): Promise<ReferenceBytes[]> {
  try {
    return await Promise.all(references.map(readReference))
  } catch (cause) {
    // Nothing has been sent yet, so that it is safe to begin again.
    throw cause instanceof GenerationFailure
      ? cause
      : new StorageUnavailable('A reference cannot be read.', { cause })
  }
}

async function readReference(reference: Reference): Promise<ReferenceBytes> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of await reference.read()) {
    length += chunk.length
    if (length > reference.size) throw new Error('The reference is longer than its size.')
    chunks.push(chunk)
  }
  return { mimeType: reference.mimeType, bytes: Buffer.concat(chunks) }
}

export function dataUri({ mimeType, bytes }: ReferenceBytes): string {
  return `data:${mimeType};base64,${bytes.toString('base64')}`
}

/** The prompt with each `<#id>` in the provider's own way of naming its references, counted from 1. */
export function namedPrompt(
  prompt: string,
  references: readonly ReferenceKind[],
  name: (number: number) => string,
): string {
  return references.reduce((text, { id }, i) => text.replaceAll(`<#${id}>`, () => name(i + 1)), prompt)
}

/** The names of pictures that are frames of a video. */
export function frameName(number: number): string {
  return number === 1 ? 'the first frame' : 'the last frame'
}

export function unsupportedSetting(setting: string, message: string): FieldError {
  return { path: `/configs/${setting}`, code: 'unsupported_setting', message }
}

/**
 * Where a picture is the first frame, its shape is the video's. A ratio other than the default was surely asked for,
 * and could not be kept.
 */
export function checkFrameRatio(aspectRatio: string | undefined, label: string): FieldError[] {
  if (aspectRatio === undefined || aspectRatio === '16:9') return []
  const message = `${label} takes the ratio from the attached picture: leave it out, or attach none.`
  return [unsupportedSetting('aspectRatio', message)]
}
