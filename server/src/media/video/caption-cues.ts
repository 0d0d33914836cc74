// The cues of captions that ffmpeg has extracted, as WebVTT or as TTML.
import { readFile, writeFile } from 'node:fs/promises'
import type { FrameRate } from '../../core/frames.ts'
import { type Cue, inOrder, maxCues } from '../../records/captions/cue.ts'
import { parseLines, writeWebVtt } from '../../records/captions/lines.ts'
import { parseTimedText } from '../../records/captions/timed-text.ts'
import { plainFileSize } from '../../sandbox/view.ts'

/** The largest captions that are read. */
export const captionBytes = 8 * 2 ** 20

/** The times of the file are counted from `start`, the time of its first frame in seconds, as those of the proxy are. */
export async function readCues(path: string, start: FrameRate): Promise<Cue[]> {
  const size = await plainFileSize(path)
  if (!size || size > captionBytes) return []
  const from = Math.round((start.num / start.den) * 1000)
  const text = await readFile(path, 'utf8')
  const cues = (path.endsWith('.ttml') ? documents(text) : parseLines(text)).map(
    ({ startMs, endMs, text }) => ({
      ...{ startMs: Math.max(0, startMs - from), endMs: endMs - from, text },
    }),
  )
  return inOrder(cues).slice(0, maxCues)
}

/** A track of TTML is one document after another. */
function documents(text: string): Cue[] {
  const all = text.split(/(?=<(?:[\w-]+:)?tt[\s>])/)
  return all.flatMap((one) => parseTimedText(one.replace(/<\?xml[^>]*>\s*$/, ''))?.cues ?? [])
}

/** Stores cues as WebVTT beside the other derivatives of the file. */
export async function writeCues(path: string, cues: readonly Cue[]): Promise<void> {
  await writeFile(path, writeWebVtt(cues))
}
