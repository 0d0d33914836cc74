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

/** What the export of Dailies adds to a marker. */
const Own = z.object({
  author: z.string().nullable(),
  text: z.string(),
  resolved: z.boolean(),
  annotation: z.unknown().optional(),
  replies: z.array(z.object({ author: z.string(), text: z.string() })).catch([]),
})

const Node = z.looseObject({
  OTIO_SCHEMA: z.string(),
  source_range: Range.nullish().catch(null),
  markers: z.array(z.unknown()).catch([]),
  children: z.array(z.unknown()).catch([]),
  media_reference: z.object({ available_range: Range.nullish() }).nullish().catch(null),
})
type Node = z.output<typeof Node>

const Timeline = z.object({ OTIO_SCHEMA: z.string().startsWith('Timeline.'), tracks: Node })

/** In seconds: what to add to the times inside a node to get times from the start of the timeline. */
type Placed = { node: Node; shift: number; depth: number }

const deepest = 50

export const readOtio: MarkerReader = (text, { rate, dropFrame }) => {
  const { tracks } = parsed(text)
  const markers: ReadMarker[] = []
  let seen = 0
  const waiting: Placed[] = [{ node: tracks, shift: 0, depth: 0 }]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { node, shift, depth } = next
    if (depth > deepest) throw unreadable('This timeline is too deep.')
    const start = rangeOf(node)?.start ?? 0
    for (const marker of node.markers) {
      seen += 1
      requireFew(seen)
      const read = markerOf(marker, shift - start, rate)
      if (read !== undefined) markers.push(read)
    }
    waiting.push(...childrenOf(next, start))
  }
  const ordered = markers.sort((a, b) => a.frame - b.frame)
  return { markers: ordered, dropFrame: dropFrame ?? false, ignored: seen - markers.length }
}

function parsed(text: string): z.output<typeof Timeline> {
  try {
    return Timeline.parse(JSON.parse(text.replace(/^\ufeff/, '')))
  } catch {
    throw unreadable('Must be a Timeline of OpenTimelineIO as JSON.')
  }
}

/** Items of a track follow one another; those of a stack start together. */
function childrenOf({ node, shift, depth }: Placed, start: number): Placed[] {
  const inTrack = node.OTIO_SCHEMA.startsWith('Track.')
  const children: Placed[] = []
  let offset = 0
  for (const child of node.children) {
    const { data } = Node.safeParse(child)
    if (data === undefined || data.OTIO_SCHEMA.startsWith('Transition.')) continue
    children.push({ node: data, shift: shift - start + (inTrack ? offset : 0), depth: depth + 1 })
    offset += durationOf(data, depth + 1)
  }
  return children
}

function rangeOf({ source_range, media_reference }: Node): { start: number; duration: number } | undefined {
  const range = source_range ?? media_reference?.available_range
  return range == null ? undefined : { start: seconds(range.start_time), duration: seconds(range.duration) }
}

/** A composition without a range is as long as its items. */
function durationOf(node: Node, depth: number): number {
  const own = rangeOf(node)?.duration
  if (own !== undefined || depth > deepest) return own ?? 0
  const parts = node.children.map((child) => {
    const { data } = Node.safeParse(child)
    return data === undefined || data.OTIO_SCHEMA.startsWith('Transition.') ? 0 : durationOf(data, depth + 1)
  })
  if (node.OTIO_SCHEMA.startsWith('Track.')) return parts.reduce((sum, part) => sum + part, 0)
  return parts.reduce((most, part) => Math.max(most, part), 0)
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
