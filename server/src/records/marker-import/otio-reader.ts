// OpenTimelineIO: the markers of the timeline, its tracks and its clips, at their place on the timeline.
import { z } from 'zod'
import type { FrameRate } from '../../core/frames.ts'
import { Annotation, annotationErrors } from '../annotation.ts'
import {
  isFrameNumber,
  type MarkerReader,
  type ReadMarker,
  readMarker,
  requireFew,
  unreadable,
} from './marker.ts'

const Time = z.object({ value: z.number(), rate: z.number().positive() })
const Range = z.object({ start_time: Time, duration: Time })

const Marker = z.object({
  name: z.string().catch(''),
  color: z.string().nullish().catch(null),
  comment: z.string().nullish().catch(null),
  marked_range: Range,
  metadata: z.object({ dailies: z.unknown().optional() }).catch({}),
})

/** Metadata that the export of Dailies adds to a marker. */
const Own = z.object({
  author: z.string().nullable(),
  text: z.string(),
  resolved: z.boolean(),
  annotation: z.unknown().optional(),
  replies: z.array(z.object({ author: z.string(), text: z.string() })).catch([]),
})

const References = z.record(z.string(), z.object({ available_range: Range.nullish() }).nullable())

const Node = z.object({
  OTIO_SCHEMA: z.string(),
  source_range: Range.nullish().catch(null),
  markers: z.array(z.unknown()).catch([]),
  children: z.array(z.unknown()).catch([]),
  media_reference: z.object({ available_range: Range.nullish() }).nullish().catch(null),
  // Clips since version 2 have several, of which one is active.
  media_references: References.nullish().catch(null),
  active_media_reference_key: z.string().nullish().catch(null),
})

const Timeline = z.object({ OTIO_SCHEMA: z.string().startsWith('Timeline.'), tracks: z.unknown() })

/** Times are seconds, inside the item. */
type Item = { start: number; duration: number; markers: readonly unknown[]; children: Child[] }
type Child = { item: Item; offset: number }

const deepest = 50

export const readOtio: MarkerReader = (text, context) => {
  const { rate, dropFrame } = context
  const tracks = itemOf(timelineOf(text), 0)
  if (tracks === undefined) throw notOtio()
  const markers: ReadMarker[] = []
  let seen = 0
  // `shift` turns times inside the item into times of the timeline.
  const waiting = [{ item: tracks, shift: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { item } = next
    const shift = next.shift - item.start
    for (const marker of item.markers) {
      seen += 1
      requireFew(seen, context)
      const read = markerOf(marker, shift, rate)
      if (read !== undefined) markers.push(read)
    }
    for (const child of item.children.toReversed())
      waiting.push({ item: child.item, shift: shift + child.offset })
  }
  const ordered = markers.sort((a, b) => a.frame - b.frame)
  return { markers: ordered, dropFrame: dropFrame ?? false, ignored: seen - markers.length }
}

function timelineOf(text: string): unknown {
  try {
    return Timeline.parse(JSON.parse(text.replace(/^\ufeff/, ''))).tracks
  } catch {
    throw notOtio()
  }
}

function notOtio() {
  return unreadable('Must be a Timeline of OpenTimelineIO as JSON.')
}

/** Each node is read once. Returns undefined for transitions, which take no time, and for what is no item. */
function itemOf(given: unknown, depth: number): Item | undefined {
  if (depth > deepest) throw unreadable('This timeline is too deep.')
  const { data } = Node.safeParse(given)
  if (data === undefined || data.OTIO_SCHEMA.startsWith('Transition.')) return undefined
  const inTrack = data.OTIO_SCHEMA.startsWith('Track.')
  const children: Child[] = []
  let [end, longest] = [0, 0]
  for (const part of data.children) {
    const item = itemOf(part, depth + 1)
    if (item === undefined) continue
    // Items of a track follow one another; those of a stack start together.
    children.push({ item, offset: inTrack ? end : 0 })
    end += item.duration
    longest = Math.max(longest, item.duration)
  }
  const { markers } = data
  const active = data.media_references?.[data.active_media_reference_key ?? 'DEFAULT_MEDIA']
  const range = data.source_range ?? (active ?? data.media_reference)?.available_range
  if (range != null)
    return { start: seconds(range.start_time), duration: seconds(range.duration), markers, children }
  // A composition without a range is as long as its items.
  return { start: 0, duration: inTrack ? end : longest, markers, children }
}

function seconds({ value, rate }: z.output<typeof Time>): number {
  return value / rate
}

function markerOf(marker: unknown, shift: number, rate: FrameRate): ReadMarker | undefined {
  const { data } = Marker.safeParse(marker)
  if (data === undefined) return undefined
  const perSecond = rate.num / rate.den
  const frame = Math.round((seconds(data.marked_range.start_time) + shift) * perSecond)
  const length = Math.round(seconds(data.marked_range.duration) * perSecond)
  if (!isFrameNumber(frame, rate) || !isFrameNumber(length, rate)) return undefined
  const colour = data.color == null || data.color === '' ? null : data.color.slice(0, 30).toUpperCase()
  const place = { frame, length: Math.max(1, length), colour }
  const own = Own.safeParse(data.metadata.dailies).data
  if (own === undefined) return readMarker({ ...place, name: data.name, note: data.comment ?? '' })
  const replies = own.replies.map(({ author, text }) => `${author}: ${text}`)
  return readMarker({
    ...place,
    note: [own.text, ...replies].filter((line) => line !== '').join('\n'),
    author: own.author,
    resolved: own.resolved,
    annotation: drawingOf(own.annotation),
  })
}

function drawingOf(given: unknown): Annotation | null {
  const { data } = Annotation.safeParse(given)
  return data === undefined || data.camera != null || annotationErrors(data).length > 0 ? null : data
}
