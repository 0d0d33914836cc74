import { z } from 'zod'
import { FileId, Timestamp } from '../core/schemas.ts'

export const SkipReason = z
  .enum(['YOUTUBE', 'NOT_READY', 'NO_PROXY'])
  .describe(
    'YOUTUBE: the video is on YouTube. NOT_READY: the upload, generation or processing is not finished, or failed. NO_PROXY: files of this kind have no proxy.',
  )

/** The original, or a smaller copy: the proxy of a video or audio file, the preview of an image. */
export const Variant = z.enum(['ORIGINAL', 'PROXY'])
export type Variant = z.output<typeof Variant>

/** An answer names at most this many files that are left out. */
export const maxSkipped = 100

export const Archive = z
  .object({
    id: z.uuid().describe('Archive ID. It is the ETag of the ZIP, too.'),
    name: z.string().describe('File name of the ZIP.'),
    variant: Variant.describe('Whether it contains originals or proxies.'),
    fileCount: z.int().describe('Number of files in it, without the CSV of comments.'),
    byteSize: z.int().describe('Size of the ZIP in bytes.'),
    url: z
      .string()
      .describe('Download URL. It supports range requests, and needs no credential: treat it as a secret.'),
    expiresAt: Timestamp,
    skippedCount: z.int().describe('Number of chosen files that are left out.'),
    skipped: z
      .array(z.object({ id: FileId, name: z.string(), reason: SkipReason }))
      .describe(`Chosen files that are left out, and why; at most ${maxSkipped}.`),
  })
  .meta({ id: 'Archive' })
