// The media of a file for one caller. Guests of a share with a watermark get nothing but what it is drawn into.
import type { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { isUnmarked } from '../core/renditions.ts'
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

/** Those of the derivatives of a file that the caller may have: all, or the watermarked copies of them that exist. */
export function derivativesFor(
  { share }: Caller,
  fileId: string,
  plain: readonly Derivative[],
  marks: Marks,
): readonly Derivative[] {
  if (share?.watermark == null) return plain
  const copies = (marks(fileId)?.derivatives ?? []).filter(({ name }) => !isUnmarked(name))
  // Audio has no watermark.
  return plain.flatMap((one) => (isAudio(one) ? [one] : copies.filter(({ name }) => name === one.name)))
}

function isAudio({ mimeType }: Derivative): boolean {
  return mimeType.startsWith('audio/')
}

export async function mediaFor(
  caller: Caller,
  fileId: string,
  row: MediaRow,
  services: MediaUrls & { marks: Marks },
): Promise<z.output<typeof Media>> {
  const derivatives = derivativesFor(caller, fileId, row.derivatives, services.marks)
  if (caller.share?.watermark == null) return mediaRecord(fileId, { ...row, derivatives }, services)
  const marked = { ...row, derivatives, parts: null, originalPlays: null }
  if (row.state !== 'READY') return mediaRecord(fileId, marked, services)
  const { state, progress, stage, position, failure } = services.marks(fileId) ?? waiting
  return mediaRecord(fileId, { ...marked, state, progress, stage, position, failure }, services)
}

const waiting: Omit<MarkedMedia, 'derivatives'> = {
  state: 'PENDING',
  progress: null,
  stage: null,
  position: null,
  failure: null,
}

/** The URL of one image of a file, such as its thumbnail; null until there is one that the caller may see. */
export async function pictureFor(
  caller: Caller,
  { storage, marks }: { storage: FileUrls; marks: Marks },
  fileId: string,
  plain: Derivative,
): Promise<string | null> {
  const [picture] = derivativesFor(caller, fileId, [plain], marks)
  return picture === undefined ? null : pictureUrl(storage, picture)
}
