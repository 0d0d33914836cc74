// The bytes of references, and the names that a prompt uses for them.
import type { FieldError } from '../../core/errors.ts'
import { GenerationFailure, type Reference, type ReferenceKind } from '../../core/provider.ts'
import { StorageUnavailable } from '../../core/storage.ts'

export type ReferenceBytes = { mimeType: string; bytes: Buffer<ArrayBuffer> }

/**
 * Reads references completely, because they are sent inside JSON: a provider cannot reach a self-hosted
 * server.
 */
export async function readReferences(references: readonly Reference[]): Promise<ReferenceBytes[]> {
  try {
    return await Promise.all(references.map(readReference))
  } catch (cause) {
    // Nothing has been sent yet, so a retry is safe.
    throw cause instanceof GenerationFailure
      ? cause
      : new StorageUnavailable('A reference could not be read.', { cause })
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

/** Replaces each `<#id>` in the prompt by the provider's own name for the reference, counted from 1. */
export function namedPrompt(
  prompt: string,
  references: readonly ReferenceKind[],
  name: (number: number) => string,
): string {
  return references.reduce((text, { id }, i) => text.replaceAll(`<#${id}>`, () => name(i + 1)), prompt)
}

/** The names of images that are frames of a video. */
export function frameName(number: number): string {
  return number === 1 ? 'the first frame' : 'the last frame'
}

export function unsupportedSetting(setting: string, message: string): FieldError {
  return { path: `/configs/${setting}`, code: 'unsupported_setting', message }
}

/**
 * The first frame determines the ratio of the video. A ratio other than the default was requested explicitly
 * and would be ignored, so it is an error.
 */
export function checkFrameRatio(aspectRatio: string | undefined, label: string): FieldError[] {
  if (aspectRatio === undefined || aspectRatio === '16:9') return []
  const message = `${label} takes the ratio from the attached image: leave aspectRatio out, or remove the attachment.`
  return [unsupportedSetting('aspectRatio', message)]
}
