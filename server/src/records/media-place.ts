// Where in a file there is something, once it was looked at: the rules are SQL, so that a comment is still one statement.
import type { FieldError } from '../core/errors.ts'
import { type Fragment, fragment } from '../core/sql.ts'
import type { Place } from './file-kind.ts'

/** Players end with the sound, which may be a little longer than the picture. */
const endSlackMs = 100

export type PlaceFault = keyof typeof faults

const faults = {
  frame_beyond: ['/frame', 'too_big', 'The video has no such frame: it ends before.'],
  page_beyond: ['/anchor', 'too_big', 'The document has fewer pages.'],
  time_beyond: ['/anchor', 'too_big', 'That is after the end of the file.'],
  contradiction: [
    '/frame',
    'contradiction',
    'At its frame rate, the video shows another frame at that anchor. Send one of the two.',
  ],
} as const

/** What is wrong with a place on the file of `media m`, or null; also null for what is not known yet. */
export function placeFault({ anchor = null, frame = null }: Place): Fragment {
  // Browsers cut a moment to whole milliseconds, which may be just before the frame.
  return fragment`case
    when ${frame}::bigint >= m.frames then 'frame_beyond'
    when m.kind = 'DOCUMENT' and ${anchor}::bigint > m.pages then 'page_beyond'
    when m.kind in ('VIDEO', 'AUDIO') and ${anchor}::bigint > m.duration_ms + ${endSlackMs}::bigint then 'time_beyond'
    when not m.variable_rate and ${frame}::numeric not between
        div(${anchor}::numeric * m.frame_rate_num, 1000::numeric * m.frame_rate_den)
        and div((${anchor}::numeric + 1) * m.frame_rate_num, 1000::numeric * m.frame_rate_den)
      then 'contradiction'
    end`
}

export function placeFaultErrors(fault: PlaceFault | null | undefined): FieldError[] {
  if (fault == null) return []
  const [path, code, message] = faults[fault]
  return [{ path, code, message }]
}

/** The first millisecond of a frame of the file, as `frameToMs` has it; null while the frame rate is not known, and where it varies. */
export function anchorOfFrame(fileId: string, frame: number): Fragment {
  return fragment`(select div(${frame}::numeric * 1000 * m.frame_rate_den + m.frame_rate_num - 1, m.frame_rate_num)::bigint
    from media m where m.file_id = ${fileId} and m.kind = 'VIDEO' and not m.variable_rate)`
}
