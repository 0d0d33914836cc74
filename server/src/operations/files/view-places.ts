// The places of a view, as clients write them: `120`, `00:00:05:00`, `5000ms`, `page 3`, `contact_sheet`.
import { ApiError } from '../../core/errors.ts'
import { parseTimecode } from '../../core/frames.ts'
import type { ViewedFile } from './viewed-file.ts'

export type ViewPlace = { frame: number } | { ms: number } | { page: number } | 'contact_sheet'

export const placeForms =
  'a frame such as `120`, a timecode such as `00:00:05:00`, a time such as `5000ms`, a page such as `page 3`, or `contact_sheet`'

export function readPlaces(texts: readonly string[], file: ViewedFile): ViewPlace[] {
  return texts.map((text, n) => readPlace(text.trim().toLowerCase(), file, `/at/${n}`))
}

function readPlace(text: string, file: ViewedFile, path: string): ViewPlace {
  const refuse = (code: string, message: string) =>
    new ApiError('invalid_request', { errors: [{ path, code, message }] })
  if (/^contact[_ -]?sheet$/.test(text)) return 'contact_sheet'
  const number = /^(?:frame |page )?(\d{1,9})$/.exec(text)?.[1]
  const ms = timeOf(text)
  const code = /^\d\d?:\d\d?:\d\d?[:;]\d{1,3}$/.test(text)
  if (number === undefined && ms === undefined && !code)
    throw refuse('invalid_format', `Must be ${placeForms}.`)
  switch (file.kind) {
    case 'DOCUMENT': {
      const page = Number(number)
      if (number === undefined || text.startsWith('frame'))
        throw refuse('unexpected', 'A document has pages: write `page 3`.')
      if (page < 1 || page > file.pages!)
        throw refuse('too_big', `Must be a page of the document, which has pages 1 to ${file.pages}.`)
      return { page }
    }
    case 'AUDIO':
      if (ms === undefined)
        throw refuse('unexpected', 'Audio has no frames and no pages: write a time such as `5000ms`.')
      if (ms > file.durationMs!)
        throw refuse('too_big', `Must not be after the end of the audio, at ${file.durationMs}ms.`)
      return { ms }
    case 'VIDEO': {
      if (text.startsWith('page'))
        throw refuse('unexpected', 'A video has no pages: write a frame or a time.')
      const frame = number === undefined ? frameOf(file, text, ms) : Number(number)
      if (frame === undefined)
        throw refuse(
          'unexpected',
          'This video has no timecodes of this form: write a frame, or a time such as `5000ms`.',
        )
      const { frames, timecode } = file.timeline!
      if (frame >= frames) {
        const codes = code ? `, timecodes ${timecode(0)} to ${timecode(frames - 1)}` : ''
        throw refuse('too_big', `Must be in the video, which has frames 0 to ${frames - 1}${codes}.`)
      }
      return { frame }
    }
    default:
      throw refuse('unexpected', 'This file has neither frames nor pages: leave `at` out.')
  }
}

/** Milliseconds of `5000ms`, `5s`, `5.25s`, `1:30` or `0:01:30.500`. */
function timeOf(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,3})?) ?(ms|s)$/.exec(text) ?? []
  if (amount !== undefined) return Math.floor(Number(amount) * (unit === 's' ? 1000 : 1))
  const [, hours = '0', minutes, seconds] =
    /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:\.\d{1,3})?)$/.exec(text) ?? []
  if (minutes === undefined) return undefined
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000)
}

function frameOf(
  { timeline, durationMs }: ViewedFile,
  text: string,
  ms: number | undefined,
): number | undefined {
  if (ms === undefined)
    return timeline!.rate ? parseTimecode(text, timeline!.rate, timeline!.counting) : undefined
  // A table of frames ends with the last one, which lasts until the end.
  return ms >= durationMs! ? timeline!.frames : timeline!.frameAt(ms)
}
