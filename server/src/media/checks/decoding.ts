// The frames that the decoders have errors about.
import { inputOf, runFfmpeg } from '../children/ffmpeg.ts'
import type { Work } from '../processor.ts'
import { secondsFor } from '../video/encoding.ts'
import { pace, timeFilters } from '../video/pacing.ts'
import { numberFilter, numberOf } from './frame-layout.ts'
import type { Measuring } from './measuring.ts'
import type { Stretch } from './stretches.ts'

/** Decodes the video again without hiding errors: a frame with one is left out, so that one beside it takes its place. */
export async function damagedFrames(
  { find, info, probed, frames }: Omit<Measuring, 'work'>,
  work: Work,
): Promise<Stretch[]> {
  const timing = probed.timing!
  // Without a grid no frame takes the place of another.
  if (!timing.constant) return []
  const { ffmpeg } = await find()
  const numbered = `scale=32:2:flags=neighbor,format=gray,${numberFilter(timing)}`
  const args = [
    ...['-copyts', '-max_error_rate', '1', ...inputOf(work, '-err_detect', 'explode'), '-filter_complex'],
    `[0:${probed.streams.video!.index}]${timeFilters(timing)},${numbered}[out]`,
    ...['-map', '[out]', '-frames:v', String(frames), ...pace(timing, probed.times)],
    ...['-f', 'rawvideo', 'pipe:1'],
  ]
  const bytes = 64
  const frame = Buffer.alloc(bytes)
  const damaged: Stretch[] = []
  let [filled, count] = [0, 0]
  const onFrame = () => {
    const n = count++
    if (numberOf(frame) === n) return
    const last = damaged.at(-1)
    if (last?.last === n - 1) last.last = n
    else damaged.push({ first: n, last: n })
  }
  const onOutput = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.copy(frame, filled, at)
      at += taken
      filled = (filled + taken) % bytes
      if (filled === 0) onFrame()
    }
  }
  const { source, folder, signal } = work
  const seconds = secondsFor(info.durationMs!)
  await runFfmpeg({ program: ffmpeg, args, source, folder, signal, seconds, background: true, onOutput })
  // The end of the file has no frame after it that would fill the gap.
  if (count < frames) damaged.push({ first: count, last: frames - 1 })
  return damaged
}
