import { z } from 'zod'
import { FileId, FolderId, text } from '../../core/schemas.ts'
import { maxFileSize } from '../../storage/part-plan.ts'

// Validation of a long list ends at its first wrong number.
const abort = true
const PartNumber = z.int().min(1, { abort }).max(10_000, { abort }).describe('From 1.')
const ETag = text(1, 255)

/** What an upload starts with. */
export const uploadFields = {
  name: text(1, 255).describe('Name of the file, with its extension.'),
  size: z
    .int()
    .min(0)
    .max(maxFileSize)
    .describe('In bytes, from 0 to 5 TiB. An empty file has one empty part.'),
  folder: z
    .strictObject({ id: FolderId })
    .nullish()
    .describe(
      'Folder to put the file in; null: the folder of the file that it replaces, or the project root.',
    ),
  replaces: z
    .strictObject({ id: FileId })
    .nullish()
    .describe('File of this project that this one is the next revision of.'),
}

/** What a client says it has uploaded. */
export const ClaimedParts = z
  .array(
    z.strictObject({
      partNumber: PartNumber,
      eTag: ETag.describe('The ETag that the PUT of the part was answered with, with or without its quotes.'),
    }),
  )
  .min(1)
  .max(10_000)
  .describe('Every part of the file, in order.')

/** Where each part goes. */
export const PartUrls = z
  .array(
    z.object({ partNumber: PartNumber, url: z.string().describe('To PUT the part to, within 24 hours.') }),
  )
  .describe('Every part of the file, in order.')

export const StartedUpload = z.object({ id: FileId, parts: PartUrls })

export const StoredParts = z
  .array(z.object({ partNumber: PartNumber, eTag: ETag, size: z.int().describe('In bytes.') }))
  .describe('The parts that are there already.')
