// Marker lists of DaVinci Resolve, and locators of other EDLs (`* LOC:`).
import { isDropFrame } from '../../core/frames.ts'
import {
  countsDropFrame,
  fullTimecode,
  type MarkerReader,
  type ReadMarker,
  readMarker,
  requireFew,
  unreadable,
} from './marker.ts'

export const readEdl: MarkerReader = (text, context) => {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|[\n\r]/)
  const said = lines.find((line) => /^FCM:/i.test(line))
  const saysDropFrame = context.dropFrame ?? (isDropFrame(context.rate) && /^FCM:\s*DROP/i.test(said ?? ''))
  const dropFrame = countsDropFrame(text, context) || saysDropFrame
  const code = (part: string) => fullTimecode(part, context.rate, dropFrame)
  const markers: ReadMarker[] = []
  let [event, events, ignored]: [number | undefined, number, number] = [undefined, 0, 0]
  for (const line of lines) {
    const at = eventStart(line, code)
    if (at !== undefined) {
      event = at
      events += 1
    } else if (/\|[CMD]:/.test(line)) {
      if (event === undefined) ignored += 1
      else markers.push(markerLine(line, event))
      event = undefined
    } else {
      const locator = locatorLine(line, code)
      if (locator !== undefined && !isRepeated(locator, markers.at(-1))) markers.push(locator)
    }
    requireFew(markers.length, context)
  }
  if (events === 0 && markers.length === 0) throw unreadable('Must be an EDL with events at this frame rate.')
  return { markers, dropFrame, ignored }
}

/** An event ends with four timecodes; the third says where it starts on the timeline. */
function eventStart(line: string, code: (part: string) => number | undefined): number | undefined {
  if (!/^\s*\d/.test(line) || line.includes('|')) return undefined
  const parts = line.trim().split(/\s+/)
  const codes = parts.slice(-4).map(code)
  return parts.length >= 7 && codes.every((frame) => frame !== undefined) ? codes[2] : undefined
}

/** `note |C:ResolveColorRed |M:name |D:12`. */
function markerLine(line: string, frame: number): ReadMarker {
  const [note = '', ...fields] = line.split('|').map((part) => part.trim())
  const field = (key: string) =>
    fields
      .find((part) => part.startsWith(`${key}:`))
      ?.slice(2)
      .trim()
  const colour = /^ResolveColor(\w{1,30})$/.exec(field('C') ?? '')?.[1]?.toUpperCase() ?? null
  const length = Number(/^\d{1,9}$/.exec(field('D') ?? '')?.[0] ?? 1)
  return readMarker({
    frame,
    absolute: true,
    length: Math.max(1, length),
    name: field('M') ?? '',
    note: unguarded(note),
    colour,
  })
}

/** Removes the dash that the export adds to a note that begins like a statement. */
function unguarded(note: string): string {
  return /^- (- )*(\d|\*|TITLE:|FCM:)/i.test(note) ? note.slice(2) : note
}

/** `* LOC: 01:00:02:00 RED     text`. */
function locatorLine(line: string, code: (part: string) => number | undefined): ReadMarker | undefined {
  const [, at, colour, note = ''] =
    /^\*\s?LOC:\s{1,20}(\S{1,20})\s{1,20}(\S{1,20})(?:\s(.*))?$/.exec(line) ?? []
  const frame = at === undefined ? undefined : code(at)
  if (frame === undefined) return undefined
  return readMarker({ frame, absolute: true, note: note.trim(), colour: colour!.toUpperCase() })
}

/** Some lists have both notations for one marker. */
function isRepeated(locator: ReadMarker, last: ReadMarker | undefined): boolean {
  return last?.frame === locator.frame && [last.name, last.note].includes(locator.note)
}
