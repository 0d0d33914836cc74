// SubRip subtitles: a marker for each cue.
import { msToFrame } from '../../core/frames.ts'
import { type MarkerReader, type ReadMarker, readMarker, requireFew, unreadable } from './marker.ts'

/** The export shows a comment on a single frame for this long. */
const singleFrameMs = 2_000

const timesForm =
  /^\s{0,9}(\d{1,3}):([0-5]\d):([0-5]\d)[,.](\d{3})\s{1,9}-->\s{1,9}(\d{1,3}):([0-5]\d):([0-5]\d)[,.](\d{3})/

export const readSrt: MarkerReader = (text, context) => {
  const { rate, dropFrame } = context
  // Programs round times down: a millisecond later is in the frame that they mean.
  const frameAt = (ms: number) => msToFrame(rate.num <= 400 * rate.den ? ms + 1 : ms, rate)
  const markers: ReadMarker[] = []
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|[\n\r]/)
  let cue: { marker: ReadMarker; text: string[] } | undefined
  const finish = () => {
    if (cue !== undefined) markers.push({ ...cue.marker, note: cue.text.join('\n').trim() })
    cue = undefined
    requireFew(markers.length, context)
  }
  for (const line of lines) {
    const times = timesForm.exec(line)?.slice(1).map(Number)
    if (times !== undefined) {
      finish()
      const [from, to] = [milliseconds(times.slice(0, 4)), milliseconds(times.slice(4))]
      const frame = frameAt(from)
      const length = to - from === singleFrameMs ? 1 : frameAt(to) - frame
      cue = { marker: readMarker({ frame, absolute: true, length: Math.max(1, length) }), text: [] }
    } else if (line.trim() === '') finish()
    else cue?.text.push(line)
  }
  finish()
  if (markers.length === 0 && text.trim() !== '')
    throw unreadable('Must be SubRip: cues with times such as 00:00:02,000 --> 00:00:04,000.')
  return { markers, dropFrame: dropFrame ?? false, ignored: 0 }
}

function milliseconds([hours, minutes, seconds, millis]: number[]): number {
  return ((hours! * 60 + minutes!) * 60 + seconds!) * 1000 + millis!
}
