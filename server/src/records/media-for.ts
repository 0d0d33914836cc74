// The media of a file for one caller. Guests of a share with a watermark get nothing but what it is drawn into.
import type { z } from 'zod'
import type { Caller, ShareWatermark } from '../core/access.ts'
import type { FileUrls } from '../core/storage.ts'
import {
  type Derivative,
  type Media,
  type MediaRow,
  type MediaUrls,
  mediaRecord,
  pictureUrl,
} from './media.ts'

/** The derivatives of a file with a watermark drawn into them; undefined until they are made. */
type Watermarked = (fileId: string, watermark: ShareWatermark) => Derivative[] | undefined

const watermarked: Watermarked = () => undefined

export async function mediaFor(
  caller: Caller,
  fileId: string,
  row: MediaRow,
  services: MediaUrls,
): Promise<z.output<typeof Media>> {
  const watermark = caller.share?.watermark
  if (watermark == null) return mediaRecord(fileId, row, services)
  const derivatives = watermarked(fileId, watermark)
  const state = row.state === 'READY' && derivatives === undefined ? 'PROCESSING' : row.state
  return mediaRecord(fileId, { ...row, state, derivatives: derivatives ?? [] }, services)
}

/** The URL of one image of a file, such as its thumbnail; null until the caller may see it. */
export async function pictureFor(
  caller: Caller,
  storage: FileUrls,
  fileId: string,
  plain: Derivative,
): Promise<string | null> {
  const watermark = caller.share?.watermark
  if (watermark == null) return pictureUrl(storage, plain)
  const found = watermarked(fileId, watermark)?.find(({ name }) => name === plain.name)
  return found === undefined ? null : pictureUrl(storage, found)
}
