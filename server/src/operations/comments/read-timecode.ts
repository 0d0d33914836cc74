// A timecode as the place of a comment: leads to the frame of a video, or to the time on audio.
import type { FieldError } from '../../core/errors.ts'
import { type FrameRate, isDropFrame, parseTimecode, timecode, timecodeBase } from '../../core/frames.ts'
import type { Fragment, Sql } from '../../core/sql.ts'
import { type GivenPlace, type PlaceInput, refuse } from './insert-comment.ts'

type Timed = {
  kind: string | null
  num: number | null
  den: number | null
  variableRate: boolean
  frames: number | null
  durationMs: number | null
  startFrame: number | null
  dropFrame: boolean | null
  startMs: number | null
}

/** Throws 400 if the timecode is not one of the file, or contradicts the other fields. null, as of an absent one, means none. */
export async function readTimecode<Input extends GivenPlace>(
  sql: Sql,
  access: Fragment,
  fileId: string | null,
  { timecode: text, ...input }: Input,
): Promise<Omit<Input, 'timecode'>> {
  if (text == null) return input
  const [file] =
    fileId === null
      ? []
      : await sql<Timed>`
          select m.kind, m.frame_rate_num as num, m.frame_rate_den as den, coalesce(m.variable_rate, false) as "variableRate",
            m.frames, m.duration_ms as "durationMs", m.start_frame as "startFrame", m.drop_frame as "dropFrame",
            m.start_ms as "startMs"
          from ${access} join files f on f.id = ${fileId} left join media m on m.file_id = f.id`
  // Without a file that the caller may see, the statement that follows refuses the comment.
  if (fileId !== null && !file) return input
  const read = placeOf(text.trim(), file)
  if ('code' in read) refuse([{ path: '/timecode', ...read }])
  refuse(contradictions(read as Read, input))
  return { ...input, ...read }
}

type Read = { frame: number } | { anchor: number }
type Fault = Omit<FieldError, 'path'>

function placeOf(text: string, file: Timed | undefined): Read | Fault {
  if (file?.kind === 'AUDIO') return timeOf(text, file)
  if (file?.kind === 'VIDEO' && file.num !== null && file.den !== null && !file.variableRate)
    return frameOf(text, file, { num: file.num, den: file.den })
  if (file?.kind === 'VIDEO')
    return fault('unexpected', 'This video has no timecodes: its frame rate varies. Send `frame`.')
  if (file && file.kind === null)
    return fault(
      'unexpected',
      'The frame rate of this file is not known yet. Send `frame` or `anchor`, or try again later.',
    )
  return fault('unexpected', 'Only videos and audio have timecodes.')
}

function frameOf(text: string, { startFrame, dropFrame, frames }: Timed, rate: FrameRate): Read | Fault {
  const [, hours, , , separator, last] = /^(\d\d):([0-5]\d):([0-5]\d)([:;])(\d{2,3})$/.exec(text) ?? []
  const options = { start: startFrame ?? 0, dropFrame: dropFrame ?? isDropFrame(rate) }
  const name = (frame: number) => timecode(frame, rate, options)
  if (last === undefined || Number(hours) > 23)
    return fault('invalid_format', `Must be a timecode of the form ${name(0)}.`)
  if (Number(last) >= timecodeBase(rate))
    return fault('too_big', `Must end in a frame from 00 to ${timecodeBase(rate) - 1}.`)
  if (separator === ';' && !options.dropFrame)
    return fault(
      'contradiction',
      `This video is counted without drop frames: write ${text.replace(';', ':')}.`,
    )
  const frame = parseTimecode(text, rate, options)!
  const next = name(frame)
  if (digits(next) !== digits(text))
    return fault(
      'invalid_value',
      `Drop-frame timecode skips this number at the start of a minute. The next one is ${next}.`,
    )
  if (frames !== null && frame >= frames)
    return fault('too_big', `Must be in the video, from ${name(0)} to ${name(frames - 1)}.`)
  return { frame }
}

const digits = (text: string) => text.replace(/\D/g, '')

function timeOf(text: string, { startMs, durationMs }: Timed): Read | Fault {
  const [, ...fields] = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)[.,](\d{3})$/.exec(text) ?? []
  const [hours, minutes, seconds, ms] = fields.map(Number)
  if (ms === undefined) return fault('invalid_format', `Must be a time of the form ${clock(startMs ?? 0)}.`)
  const day = 86_400_000
  const anchor = (((hours! * 60 + minutes!) * 60 + seconds!) * 1000 + ms - (startMs ?? 0) + day) % day
  if (durationMs !== null && anchor > durationMs)
    return fault(
      'too_big',
      `Must be in the audio, from ${clock(startMs ?? 0)} to ${clock((startMs ?? 0) + durationMs)}.`,
    )
  return { anchor }
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23)
}

function contradictions(read: Read, { anchor, frame }: PlaceInput): FieldError[] {
  const message = (field: string, value: number) =>
    `Must match \`${field}\`: this timecode is ${field} ${value}. Send only one of the two.`
  if ('frame' in read && frame != null && frame !== read.frame)
    return [{ path: '/timecode', code: 'contradiction', message: message('frame', read.frame) }]
  if ('anchor' in read && anchor != null && Math.round(anchor) !== read.anchor)
    return [{ path: '/timecode', code: 'contradiction', message: message('anchor', read.anchor) }]
  return []
}

function fault(code: string, message: string): Fault {
  return { code, message }
}
