import { z } from 'zod'
import { text } from '../../core/schemas.ts'

// Validation of a long list ends at its first wrong number.
const abort = true
const PartNumber = z.int().min(1, { abort }).max(10_000, { abort }).describe('From 1.')
const ETag = text(1, 255)

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

export const StoredParts = z
  .array(z.object({ partNumber: PartNumber, eTag: ETag, size: z.int().describe('In bytes.') }))
  .describe('The parts that are there already.')
