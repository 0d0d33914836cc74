// The place of a comment on a file: which anchor is stored, and which places are refused once the file is probed. The rules
// are SQL, so that creating a comment stays one statement (docs/decisions/0058-anchors-are-numbers.md).
import type { FieldError } from '../core/errors.ts'
import { type Fragment, fragment } from '../core/sql.ts'
import { type FileKind, fileKind, type Place, wholeKinds } from './file-kind.ts'

/** Players stop at the end of the audio, which may be this much longer than the probed duration of the video. */
const audioSlackMs = 100

export type PlaceFault = keyof typeof faults

const faults = {
  frame_beyond: ['/frame', 'too_big', 'Must be a frame of the video, which ends before this frame.'],
  page_beyond: ['/anchor', 'too_big', 'Must be a page of the document, which has fewer pages.'],
  time_beyond: ['/anchor', 'too_big', 'Must not be after the end of the file.'],
  contradiction: [
    '/frame',
    'contradiction',
    'Must match `anchor`: at its frame rate, the video shows another frame there. Send only one of the two.',
  ],
  no_moment: [
    '/duration',
    'unexpected',
    'Requires an anchor, or the frame of a video with a known, constant frame rate.',
  ],
} as const

export function placeFaultErrors(fault: PlaceFault | null | undefined): FieldError[] {
  if (fault == null) return []
  const [path, code, message] = faults[fault]
  return [{ path, code, message }]
}

export type PlaceOnFile = {
  kind: FileKind
  /** null also while the file is not probed. */
  fault: PlaceFault | null
  /** The anchor to store, in whole milliseconds or pages. For a frame alone, its first millisecond. */
  anchor: number | null
  /** The frame shown at the anchor; null if it is unknown or the frame rate varies. */
  shown: number | null
}

/** A relation with one row of PlaceOnFile, or none if the file is deleted. */
export function placeOn(fileId: string, { anchor = null, duration = null, frame = null }: Place): Fragment {
  return fragment`(
    select p.kind, at.anchor, ${frameAt(fragment`at.anchor`)}::bigint as shown,
      case
        when p.frame >= p.frames then 'frame_beyond'
        when p.media = 'DOCUMENT' and p.given > p.pages then 'page_beyond'
        when p.given > p.duration_ms + p.slack and p.given >= p.duration_ms + p.frame_ms then 'time_beyond'
        -- Browsers truncate a time to whole milliseconds, which may be just before the frame.
        when p.frame not between ${frameAt(fragment`least(floor(p.given), at.anchor)`)}
          and ${frameAt(fragment`(least(floor(p.given), at.anchor) + 1)`)} then 'contradiction'
        when ${duration}::numeric is not null and at.anchor is null and not p.whole then 'no_moment'
        end as fault
    from (${given(fileId, anchor, frame)}) p
    cross join lateral (
      select case
        when p.whole then null
        when p.given is null then ${startOf(fragment`p.frame`)}
        when p.ends_with_frame and round(p.given) >= ${startOf(fragment`p.frames`)}
          then ${startOf(fragment`(p.frames - 1)`)}
        when not p.ends_with_frame and p.given > p.duration_ms then p.duration_ms
        -- Rounding up must not leave the given frame.
        when p.frame < ${frameAt(fragment`round(p.given)`)} then floor(p.given)
        else round(p.given) end::bigint as anchor
    ) at
  ) placed`
}

/** The given place, and the known facts of the file. `num` and `den` are null if the frame rate varies. */
function given(fileId: string, anchor: number | null, frame: number | null): Fragment {
  return fragment`
    select f.kind, f.kind = any(${wholeKinds}) as whole, m.kind as media, m.frames, m.pages, p.num, p.den,
      ${anchor}::numeric as given, ${frame}::numeric as frame, length.duration_ms,
      case when m.kind = 'AUDIO' or m.has_audio then ${audioSlackMs}::integer else 0 end as slack,
      coalesce(1000::numeric * m.frame_rate_den / m.frame_rate_num, 0) as frame_ms,
      -- Audio may continue after the last frame; for other files, the last frame is unknown.
      coalesce(${startOf(fragment`m.frames`)} >= length.duration_ms, false) as ends_with_frame
    from (select f.id, ${fileKind} as kind from files f where f.id = ${fileId}) f
    left join media m on m.file_id = f.id
    left join lateral (
      select m.frame_rate_num::numeric as num, m.frame_rate_den::numeric as den where not m.variable_rate
    ) p on true
    left join lateral (select m.duration_ms where m.kind in ('VIDEO', 'AUDIO')) length on true`
}

/** The first whole millisecond of a frame of `p`, like `frameToMs`. */
function startOf(frame: Fragment): Fragment {
  return fragment`div(${frame} * 1000 * p.den + p.num - 1, p.num)`
}

/** The frame of `p` at a whole millisecond, like `msToFrame`. */
function frameAt(ms: Fragment): Fragment {
  return fragment`div(${ms} * p.num, 1000 * p.den)`
}
