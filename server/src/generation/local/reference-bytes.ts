import { buffer } from 'node:stream/consumers'
import { GenerationFailure, type Reference } from '../../core/provider.ts'
import { StorageUnavailable } from '../../core/storage.ts'
import { isImage, isText } from '../documents/reference-types.ts'

/** A reference as a draft can use it. `bytes` is set only when there is something to show. */
export type ShownReference = {
  id: string
  name: string
  mimeType: string
  size: number
  bytes: Buffer | null
}

const largest = 32 * 1024 * 1024

export function readReferences(references: readonly Reference[]): Promise<ShownReference[]> {
  return Promise.all(
    references.map(async (reference) => {
      const { id, name, mimeType, size } = reference
      const shown = (isImage(reference) || isText(reference)) && size <= largest
      return { id, name, mimeType, size, bytes: shown ? await readBytes(reference) : null }
    }),
  )
}

async function readBytes(reference: Reference): Promise<Buffer> {
  try {
    return await buffer(await reference.read())
  } catch (cause) {
    throw cause instanceof GenerationFailure
      ? cause
      : new StorageUnavailable('A reference could not be read.', { cause })
  }
}
