// The marker list of DaVinci Resolve (Timelines > Import > Timeline Markers from EDL): an event of one frame for each marker, and a
// line with the note, the colour, the name and the duration. Resolve keeps one marker on a frame, so threads on a frame are merged.
import { timecode } from '../../core/frames.ts'
import type { CommentExport } from './export-thread.ts'
import {
  isResolved,
  markerName,
  markerNote,
  mergedMarkersOf,
  oneLine,
  type TimelineMarker,
} from './markers.ts'

export function writeEdl(written: CommentExport): string {
  const { title, rate, dropFrame, start } = written
  const code = (frame: number) => timecode(frame, rate, { dropFrame, start })
  const head = [`TITLE: ${field(title)}`, `FCM: ${dropFrame ? 'DROP FRAME' : 'NON-DROP FRAME'}`, '']
  const events = mergedMarkersOf(written).flatMap((marker, i) => event(marker, i + 1, code))
  return [...head, ...events].map((line) => `${line}\r\n`).join('')
}

function event(marker: TimelineMarker, number: number, code: (frame: number) => string): string[] {
  const [from, to] = [code(marker.start), code(marker.start + 1)]
  const colour = isResolved(marker) ? 'ResolveColorGreen' : 'ResolveColorRed'
  const note = guarded(field(markerNote(marker, ' / ')))
  return [
    `${String(number).padStart(3, '0')}  001      V     C        ${from} ${to} ${from} ${to}`,
    `${note} |C:${colour} |M:${field(markerName(marker))} |D:${marker.length}`,
    '',
  ]
}

/** A line that begins like a statement of the list would be read as one. Readers remove the dash again. */
function guarded(note: string): string {
  return /^(- )*(\d|\*|TITLE:|FCM:)/i.test(note) ? `- ${note}` : note
}

/** Bars start a field. */
function field(text: string): string {
  return oneLine(text.replaceAll('|', '/'))
}
