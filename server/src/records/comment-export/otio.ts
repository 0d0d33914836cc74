// OpenTimelineIO: the files as clips, with a marker for each thread. The schemas are those that every version of the library since
// 2018 reads; newer versions upgrade `Clip.1` themselves. Readers refuse a file with an effect that they do not know, so only the
// export for RV has drawings as effects; the metadata of a marker always has them.
import type { FrameRate } from '../../core/frames.ts'
import {
  authorName,
  type CommentExport,
  commentBody,
  type ExportedClip,
  lines,
  type Thread,
} from './export-thread.ts'
import { imageWidth, paintLayers } from './otio-paint.ts'

export function writeOtio(written: CommentExport): string {
  return write(written, false)
}

/** For RV, which reads drawings as effects of the schemas `Annotation` and `Paint`. */
export function writeOtioForRv(written: CommentExport): string {
  return write(written, true)
}

const item = { metadata: {}, effects: [], markers: [], enabled: true }

function write(written: CommentExport, withPaint: boolean): string {
  const { title, rate, start, clips } = written
  const tracks = (['video', 'audio'] as const).flatMap((kind) => {
    const own = clips.filter((clip) => clip.kind === kind)
    const children = own.flatMap((clip, i) => [
      ...gap(i === 0 ? 0 : own[i - 1]!.offset + own[i - 1]!.length, clip.offset, rate),
      clipOf(clip, rate, withPaint),
    ])
    return children.length === 0 ? [] : [trackOf(kind, children, withPaint)]
  })
  const stack = { OTIO_SCHEMA: 'Stack.1', ...item, name: 'tracks', source_range: null }
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: { dailies: { dropFrame: written.dropFrame } },
    name: title,
    global_start_time: time(start, rate),
    tracks: { ...stack, children: tracks },
  }
  return `${withDecimals(JSON.stringify(timeline, null, 2))}\n`
}

/** RV looks for the first source, whose size scales drawings, in a track with this name. */
const rvTrackName = 'MediaTrack'

function trackOf(kind: ExportedClip['kind'], children: object[], withPaint: boolean) {
  const name = withPaint && kind === 'video' ? rvTrackName : 'Comments'
  const track = { OTIO_SCHEMA: 'Track.1', ...item, name, source_range: null }
  return { ...track, kind: kind === 'video' ? 'Video' : 'Audio', children }
}

/** Where the other track has a clip. */
function gap(from: number, to: number, rate: FrameRate): object[] {
  const length = to - from
  return length === 0
    ? []
    : [{ OTIO_SCHEMA: 'Gap.1', ...item, name: '', source_range: range(0, length, rate) }]
}

/** Of media without timecode, RV calls the first frame 1. */
function firstFrame({ sourceStart }: ExportedClip, withPaint: boolean): number {
  return sourceStart ?? (withPaint ? 1 : 0)
}

function clipOf(clip: ExportedClip, rate: FrameRate, withPaint: boolean) {
  const { fileId, fileName, threads, length } = clip
  const first = firstFrame(clip, withPaint)
  return {
    OTIO_SCHEMA: 'Clip.1',
    ...item,
    name: fileName,
    source_range: range(first, length, rate),
    media_reference: {
      OTIO_SCHEMA: 'ExternalReference.1',
      metadata: { dailies: { file: fileId } },
      name: fileName,
      available_range: range(first, length, rate),
      // Programs look for the file beside the timeline.
      target_url: encodeURIComponent(fileName.toWellFormed()),
      ...(withPaint ? { available_image_bounds: bounds(clip) } : {}),
    },
    markers: threads.map((thread) => marker(thread, first, rate)),
    effects: withPaint ? threads.flatMap((thread) => annotation(thread, clip, rate)) : [],
  }
}

function marker(thread: Thread, first: number, rate: FrameRate) {
  const { comment, replies, start, length } = thread
  const [title = 'Comment', ...rest] = lines(thread)
  return {
    OTIO_SCHEMA: 'Marker.2',
    metadata: {
      dailies: {
        comment: comment.id,
        author: comment.author === null ? null : authorName(comment),
        text: commentBody(comment),
        createdAt: comment.createdAt,
        resolved: comment.resolvedAt !== null,
        annotation: comment.annotation,
        replies: replies.map((reply) => ({ author: authorName(reply), text: commentBody(reply) })),
      },
    },
    name: title,
    color: comment.resolvedAt === null ? 'RED' : 'GREEN',
    marked_range: range(first + start, length, rate),
    comment: rest.join('\n'),
  }
}

/** Drawings are shown on the first frame of the comment. */
function annotation({ comment, start }: Thread, clip: ExportedClip, rate: FrameRate): object[] {
  const shapes = comment.annotation?.shapes ?? []
  if (shapes.length === 0) return []
  const at = range(firstFrame(clip, true) + start, 1, rate)
  return [
    {
      OTIO_SCHEMA: 'Annotation.1',
      metadata: { dailies: { comment: comment.id } },
      name: authorName(comment),
      effect_name: 'Annotation.1',
      enabled: true,
      visible: true,
      layers: paintLayers(shapes, aspectOf(clip), authorName(comment), at),
      ...{ hold: false, ghost: false, ghost_before: 5, ghost_after: 5 },
    },
  ]
}

function aspectOf({ size }: ExportedClip): number {
  return size === null ? 16 / 9 : size.width / size.height
}

/** The coordinates of the image: its centre is the origin. */
function bounds(clip: ExportedClip) {
  const [x, y] = [imageWidth / 2, imageWidth / aspectOf(clip) / 2]
  return {
    OTIO_SCHEMA: 'Box2d.1',
    min: { OTIO_SCHEMA: 'V2d.1', x: -x, y: -y },
    max: { OTIO_SCHEMA: 'V2d.1', x, y },
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

/** Numbers of these fields are floating-point there, and some readers want to see that. No text of people begins a line. */
function withDecimals(json: string): string {
  return json.replace(/^(\s*"(?:rate|value|x|y|width)": -?\d+)(,?)$/gm, '$1.0$2')
}
