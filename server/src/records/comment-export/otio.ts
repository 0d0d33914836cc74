// OpenTimelineIO: one clip, as long as its comments need, with a marker for each thread. The schemas are those that every version of
// the library since 2018 reads; newer versions upgrade `Clip.1` themselves.
import type { FrameRate } from '../../core/frames.ts'
import { type CommentExport, lines, type Thread } from './export-thread.ts'

export function writeOtio({ fileId, fileName, threads, rate }: CommentExport): string {
  const end = threads.reduce((last, { start, length }) => Math.max(last, start + length), 1)
  const item = { metadata: {}, effects: [], markers: [], enabled: true }
  const clip = {
    OTIO_SCHEMA: 'Clip.1',
    ...item,
    name: fileName,
    source_range: range(0, end, rate),
    media_reference: {
      OTIO_SCHEMA: 'MissingReference.1',
      metadata: { dailies: { file: fileId } },
      name: fileName,
      available_range: null,
    },
    markers: threads.map((thread) => marker(thread, rate)),
  }
  const track = { OTIO_SCHEMA: 'Track.1', ...item, name: 'Comments', source_range: null, kind: 'Video' }
  const stack = { OTIO_SCHEMA: 'Stack.1', ...item, name: 'tracks', source_range: null }
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name: fileName,
    global_start_time: null,
    tracks: { ...stack, children: [{ ...track, children: [clip] }] },
  }
  return `${withDecimals(JSON.stringify(timeline, null, 2))}\n`
}

function marker(thread: Thread, rate: FrameRate) {
  const { comment, start, length } = thread
  const [first = 'Comment', ...rest] = lines(thread)
  return {
    OTIO_SCHEMA: 'Marker.2',
    metadata: { dailies: { comment: comment.id, resolved: comment.resolvedAt !== null } },
    name: first,
    color: comment.resolvedAt === null ? 'RED' : 'GREEN',
    marked_range: range(start, length, rate),
    comment: rest.join('\n'),
  }
}

function range(start: number, length: number, rate: FrameRate) {
  return {
    OTIO_SCHEMA: 'TimeRange.1',
    duration: time(length, rate),
    start_time: time(start, rate),
  }
}

function time(value: number, { num, den }: FrameRate) {
  return { OTIO_SCHEMA: 'RationalTime.1', rate: num / den, value }
}

/** Rates and values are floating-point numbers there, and some readers want to see that. No text of people begins a line. */
function withDecimals(json: string): string {
  return json.replace(/^(\s*"(?:rate|value)": \d+)(,?)$/gm, '$1.0$2')
}
