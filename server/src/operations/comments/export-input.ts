// The input and output of exports of comments: of one file, and of the files of a version.
import { z } from 'zod'
import type { Caller } from '../../core/access.ts'
import { ApiError, type FieldError } from '../../core/errors.ts'
import { type FrameRate, isDropFrame, parseFrameRate } from '../../core/frames.ts'
import { RealTime, Timestamp, UserId } from '../../core/schemas.ts'
import { type ExportOptions, isStartTimecode } from '../../records/comment-export/export-options.ts'
import type { DownloadFormat } from '../../records/comment-export/formats.ts'

/** The export is rendered when the URL is fetched, so 5 minutes are enough to follow it. */
export const urlSeconds = 5 * 60
/** A longer export is a file to download. */
const maxContent = 500_000

export const exportInput = {
  frameRate: z
    .string()
    .regex(/^[1-9]\d{0,5}(\/[1-9]\d{0,5})?$/)
    .nullish()
    .describe('Frames per second, such as 25 or 24000/1001. Defaults to the frame rate of the video, or 24.'),
  startTimecode: z
    .string()
    .max(16)
    .nullish()
    .describe(
      'Timecode of the first frame, such as 01:00:00:00. Defaults to the source timecode of the file; without one, to 01:00:00:00 in formats of editing programs and 00:00:00:00 in others. srt, vtt and json always count from the start of the file.',
    ),
  dropFrame: z
    .boolean()
    .nullish()
    .describe(
      'Whether timecodes of 29.97 and 59.94 frames per second skip numbers. Defaults to that of the file, or true.',
    ),
  resolved: z.boolean().nullish().describe('true: only resolved threads; false: only open ones.'),
  authors: z
    .array(UserId)
    .min(1)
    .max(50)
    .nullish()
    .describe('Only threads that one of these people started.'),
  since: RealTime.nullish().describe('Only threads with a comment or reply since this time.'),
  content: z.boolean().default(false).describe('true: return the export as `content`, too.'),
}

export const ExportAnswer = z.object({
  url: z.string(),
  expiresAt: Timestamp,
  name: z.string().describe('Name of the exported file.'),
  content: z
    .string()
    .nullable()
    .describe(
      `The export, if asked for; null if not, if it has more than ${maxContent} characters, and for pdf.`,
    ),
})

type Given = Omit<z.output<z.ZodObject<typeof exportInput>>, 'content'> & { format: DownloadFormat }

/** `probed` is the rate of the file, which decides whether the timecode exists. */
export function exportOptions(given: Given, probed: FrameRate): ExportOptions {
  const rate = given.frameRate == null ? null : requireFrameRate(given.frameRate)
  const { startTimecode = null, dropFrame = null, resolved = null, authors = null, since = null } = given
  if (dropFrame === true && !isDropFrame(rate ?? probed)) throw refusal(noDropFrame)
  if (startTimecode !== null && !isStartTimecode(startTimecode, rate ?? probed)) throw refusal(noTimecode)
  return { format: given.format, rate, startTimecode, dropFrame, resolved, authors, since }
}

/** A report shows stills of the file, which are no part of its comments. */
export function requireStills(format: DownloadFormat, { scopes }: Pick<Caller, 'scopes'>): void {
  if (format !== 'pdf' || scopes.has('files:read')) return
  const message = 'A PDF report shows stills of the file: the credential lacks the scope files:read.'
  const challenge = 'Bearer error="insufficient_scope", scope="files:read"'
  throw new ApiError('insufficient_scope', { message, headers: { 'WWW-Authenticate': challenge } })
}

/** The fields of a signed URL of a report: who may have one at a time, and what they see. */
export function reportFields(
  options: ExportOptions,
  { userId }: Pick<Caller, 'userId'>,
  restricted: boolean,
): Record<string, string> {
  return {
    ...(options.format === 'pdf' ? { by: userId } : {}),
    ...(restricted ? { restricted: 'true' } : {}),
  }
}

export function shortContent(content: string | undefined): string | null {
  return content !== undefined && content.length <= maxContent ? content : null
}

function requireFrameRate(text: string): FrameRate {
  const rate = parseFrameRate(text)
  if (rate) return rate
  const message = 'Must be between 1 and 1000 frames per second.'
  throw refusal({ path: '/frameRate', code: 'out_of_range', message })
}

export function refusal(error: FieldError): ApiError {
  return new ApiError('invalid_request', { errors: [error] })
}

const noDropFrame = {
  path: '/dropFrame',
  code: 'unexpected',
  message: 'Only 29.97 and 59.94 frames per second have drop-frame timecode.',
}

const noTimecode = {
  path: '/startTimecode',
  code: 'invalid_format',
  message: 'Must be a timecode HH:MM:SS:FF that exists at the frame rate of the export.',
}
