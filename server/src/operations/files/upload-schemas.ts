import { z } from 'zod'
import { FileId, FolderId, text } from '../../core/schemas.ts'
import { maxFileSize } from '../../storage/part-plan.ts'

// Validation of a long list stops at its first invalid number.
const abort = true
const PartNumber = z.int().min(1, { abort }).max(10_000, { abort }).describe('Number of the part, from 1.')
const ETag = text(1, 255)

/** Input fields that start an upload. */
export const uploadFields = {
  name: text(1, 255).describe('Name of the file, with its extension.'),
  size: z
    .int()
    .min(0)
    .max(maxFileSize)
    .describe('Size in bytes, from 0 to 5 TiB. An empty file has one empty part.'),
  folder: z
    .strictObject({ id: FolderId })
    .nullish()
    .describe(
      'Folder to put the file in; null for the folder of the file that it replaces, or the project root.',
    ),
  replaces: z
    .strictObject({ id: FileId })
    .nullish()
    .describe('File of this project that the upload is a new revision of.'),
}

/** The parts that a client says it has uploaded. */
export const ClaimedParts = z
  .array(
    z.strictObject({
      partNumber: PartNumber,
      eTag: ETag.describe('ETag header of the response to the PUT of this part, with or without quotes.'),
    }),
  )
  .min(1)
  .max(10_000)
  .describe('Every part of the file, in order.')

/** The URL that each part is sent to. */
export const PartUrls = z
  .array(
    z.object({
      partNumber: PartNumber,
      url: z.string().describe('URL to PUT the part to, valid for 24 hours.'),
    }),
  )
  .describe('Every part of the file, in order.')

export const StartedUpload = z.object({ id: FileId, parts: PartUrls })

export const StoredParts = z
  .array(z.object({ partNumber: PartNumber, eTag: ETag, size: z.int().describe('In bytes.') }))
  .describe('The parts that are already stored.')
