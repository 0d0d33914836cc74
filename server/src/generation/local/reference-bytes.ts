import { buffer } from 'node:stream/consumers'
import type { Reference } from '../provider.ts'

/** A reference as a draft can use it; `bytes` only where there is something to show. */
export type ShownReference = {
  id: string
  name: string
  mimeType: string
  size: number
  bytes: Buffer | null
}

/** What sharp decodes safely. SVG is left out: it can hold anything. */
const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']
const largest = 32 * 1024 * 1024

export function isPicture({ mimeType }: { mimeType: string }): boolean {
  return pictures.includes(mimeType)
}

export function isText({ mimeType }: { mimeType: string }): boolean {
  return mimeType.startsWith('text/') || mimeType === 'application/json'
}

export function readReferences(references: readonly Reference[]): Promise<ShownReference[]> {
  return Promise.all(
    references.map(async (reference) => {
      const { id, name, mimeType, size } = reference
      const shown = (isPicture(reference) || isText(reference)) && size <= largest
      return { id, name, mimeType, size, bytes: shown ? await buffer(await reference.read()) : null }
    }),
  )
}
