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

/** Those of the derivatives of a file that the caller may have; undefined until they are made. */
export function derivativesFor(
  { share }: Caller,
  fileId: string,
  plain: readonly Derivative[],
): readonly Derivative[] | undefined {
  if (share?.watermark == null) return plain
  const marked = watermarked(fileId, share.watermark)
  return marked?.filter(({ name }) => plain.some((one) => one.name === name))
}

export async function mediaFor(
  caller: Caller,
  fileId: string,
  row: MediaRow,
  services: MediaUrls,
): Promise<z.output<typeof Media>> {
  const derivatives = derivativesFor(caller, fileId, row.derivatives)
  const state = row.state === 'READY' && derivatives === undefined ? 'PROCESSING' : row.state
  return mediaRecord(fileId, { ...row, state, derivatives: derivatives ?? [] }, services)
}

/** The URL of one image of a file, such as its thumbnail; null until there is one that the caller may see. */
export async function pictureFor(
  caller: Caller,
  storage: FileUrls,
  fileId: string,
  plain: Derivative,
): Promise<string | null> {
  const [picture] = derivativesFor(caller, fileId, [plain]) ?? []
  return picture === undefined ? null : pictureUrl(storage, picture)
}
