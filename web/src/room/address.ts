// A place in the URL: `?at=` uses the units of comment anchors, milliseconds or pages.
import type { FileDetails } from '@dailies/sdk'
import { isDocument, type Place } from './room.ts'

export function placeAt(at: number | undefined, file: FileDetails): Place | undefined {
  if (at === undefined) return undefined
  return isDocument(file) ? { page: at } : { ms: at }
}

export function addressOf({ page, ms }: Place): { at?: number } {
  const at = page ?? ms
  return at === undefined ? {} : { at: Math.round(at) }
}
