// FCPXML 1.10: a sequence with one gap, long enough for a to-do marker for each thread.
import type { FrameRate } from '../../core/frames.ts'
import { type CommentExport, commentLine, type Thread } from './export-thread.ts'
import { markersOf } from './markers.ts'
import { xmlAttribute } from './xml-text.ts'

export function writeFcpxml(written: CommentExport): string {
  const { title, rate, dropFrame, clips } = written
  const { width, height } = clips[0]?.size ?? { width: 1920, height: 1080 }
  const name = xmlAttribute(title)
  const duration = time(
    clips.reduce((end, { offset, length }) => Math.max(end, offset + length), 1),
    rate,
  )
  const start = time(written.start, rate)
  const markers = markersOf(written)
    .map(({ threads, start: at }) => `              ${marker(threads[0]!, at, rate)}\n`)
    .join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.10">
  <resources>
    <format id="r1" frameDuration="${time(1, rate)}" width="${width}" height="${height}"/>
  </resources>
  <library>
    <event name="Comments">
      <project name="${name}">
        <sequence format="r1" duration="${duration}" tcStart="${start}" tcFormat="${dropFrame ? 'DF' : 'NDF'}">
          <spine>
            <gap name="${name}" offset="${start}" start="0s" duration="${duration}">
${markers}            </gap>
          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`
}

function marker({ comment, replies, length }: Thread, start: number, rate: FrameRate): string {
  const note = replies.flatMap((reply) => commentLine(reply) ?? []).join('\n')
  const parts = [
    `start="${time(start, rate)}"`,
    `duration="${time(length, rate)}"`,
    `value="${xmlAttribute(commentLine(comment) ?? 'Comment')}"`,
    `completed="${comment.resolvedAt === null ? 0 : 1}"`,
    ...(note === '' ? [] : [`note="${xmlAttribute(note)}"`]),
  ]
  return `<marker ${parts.join(' ')}/>`
}

/** A number of frames in seconds, as an exact fraction. */
function time(frames: number, { num, den }: FrameRate): string {
  return frames === 0 ? '0s' : `${BigInt(frames) * BigInt(den)}/${num}s`
}
