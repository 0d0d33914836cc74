// FCPXML 1.10: a sequence with one gap, long enough for a to-do marker for each thread.
import { type FrameRate, isDropFrame } from '../../core/frames.ts'
import { type CommentExport, commentLine, type Thread } from './export-thread.ts'

export function writeFcpxml({ fileName, threads, rate, size }: CommentExport): string {
  const { width, height } = size ?? { width: 1920, height: 1080 }
  const end = threads.reduce((last, { start, length }) => Math.max(last, start + length), 1)
  const name = attribute(fileName)
  const duration = time(end, rate)
  const markers = threads.map((thread) => `              ${marker(thread, rate)}\n`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.10">
  <resources>
    <format id="r1" frameDuration="${time(1, rate)}" width="${width}" height="${height}"/>
  </resources>
  <library>
    <event name="Comments">
      <project name="${name}">
        <sequence format="r1" duration="${duration}" tcStart="0s" tcFormat="${isDropFrame(rate) ? 'DF' : 'NDF'}">
          <spine>
            <gap name="${name}" offset="0s" start="0s" duration="${duration}">
${markers}            </gap>
          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`
}

function marker(thread: Thread, rate: FrameRate): string {
  const { comment, replies, start, length } = thread
  const note = replies.flatMap((reply) => commentLine(reply) ?? []).join('\n')
  const parts = [
    `start="${time(start, rate)}"`,
    `duration="${time(length, rate)}"`,
    `value="${attribute(commentLine(comment) ?? 'Comment')}"`,
    `completed="${comment.resolvedAt === null ? 0 : 1}"`,
    ...(note === '' ? [] : [`note="${attribute(note)}"`]),
  ]
  return `<marker ${parts.join(' ')}/>`
}

/** A number of frames in seconds, as an exact fraction. */
function time(frames: number, { num, den }: FrameRate): string {
  return frames === 0 ? '0s' : `${BigInt(frames) * BigInt(den)}/${num}s`
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

/** Removes characters that XML 1.0 does not allow, not even escaped. */
function attribute(text: string): string {
  const allowed = text.replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
  return allowed.replace(/[&<>"\n\r\t]/g, (character) => escapes[character]!)
}
