// The media of a file for one caller. Guests of a share with a watermark get nothing but what it is drawn into.
import type { z } from 'zod'
import type { Caller } from '../core/access.ts'
import type { FileUrls } from '../core/storage.ts'
import {
  type Derivative,
  type Media,
  type MediaRow,
  type MediaUrls,
  mediaRecord,
  pictureUrl,
} from './media.ts'

/** The watermarked copies of a file that exist, and how far the others are. */
export type MarkedMedia = Pick<MediaRow, 'state' | 'progress' | 'stage' | 'position' | 'failure'> & {
  derivatives: Derivative[]
}

/** The watermarked copies of files for one caller: see `media/watermark/request-marks.ts`. */
export type Marks = (fileId: string) => MarkedMedia | undefined

/** For callers without a watermark. A guest with one who is given these sees no media at all. */
export const noMarks: Marks = () => undefined

export async function mediaFor(
  caller: Caller,
  fileId: string,
  row: MediaRow,
  services: MediaUrls & { marks: Marks },
): Promise<z.output<typeof Media>> {
  if (caller.share?.watermark == null) return mediaRecord(fileId, row, services)
  const marked = services.marks(fileId)
  // Audio has no watermark. Its URL leads to the one object, unlike that of a manifest, which leads to all derivatives.
  const audio = row.derivatives.filter(({ mimeType }) => mimeType.startsWith('audio/'))
  const derivatives = [...(marked?.derivatives ?? []), ...audio]
  if (row.state !== 'READY') return mediaRecord(fileId, { ...row, derivatives }, services)
  const { state, progress, stage, position, failure } = marked ?? waiting
  return mediaRecord(
    fileId,
    { ...row, state, progress, stage, position, failure, derivatives },
    services,
  )
}

const waiting: Omit<MarkedMedia, 'derivatives'> = {
  state: 'PENDING',
  progress: null,
  stage: null,
  position: null,
  failure: null,
}

/** The URL of one image of a file, such as its thumbnail; null until the caller may see it. */
export async function pictureFor(
  caller: Caller,
  { storage, marks }: { storage: FileUrls; marks: Marks },
  fileId: string,
  plain: Derivative,
): Promise<string | null> {
  if (caller.share?.watermark == null) return pictureUrl(storage, plain)
  const found = marks(fileId)?.derivatives.find(({ name }) => name === plain.name)
  return found === undefined ? null : pictureUrl(storage, found)
}
