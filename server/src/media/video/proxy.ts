// The proxy and, in the same pass over the video, the sprite. Frame n of the proxy is frame n of the source, for every n.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { aac, audioFilters } from '../audio/audio-filters.ts'
import { byLine, inputOf, progressOutput, runFfmpeg, threads } from '../children/ffmpeg.ts'
import { tooMuchOutput } from '../children/ffmpeg-failures.ts'
import type { FindTools } from '../children/find-tools.ts'
import type { Derivative, MediaInfo, Step, Work } from '../processor.ts'
import { writeNew } from '../scratch.ts'
import { h264, maxBytes, reportFrames, secondsFor } from './encoding.ts'
import { pace, timeFilters, timescale } from './pacing.ts'
import { createPartWriter } from './partial-proxy.ts'
import { type ProbedFile, probedFile } from './probe.ts'
import { createSprite, type Sprite, spriteFilters, spriteOutput, spritePlan } from './sprite.ts'
import type { Timing } from './timing.ts'
import { proxySize, videoFilters } from './video-filters.ts'

export function proxyStep(find: FindTools): Step {
  return {
    ...{ name: 'proxy', weight: 80, long: true, inParts: true },
    make: (work, info) => createProxy(find, work, info),
  }
}

async function createProxy(find: FindTools, work: Work, info: MediaInfo): Promise<Derivative[]> {
  const { encoded, sprite } = await encodeProxy(find, work, info)
  return [...encoded, ...(await createSprite(sprite, work))]
}

/** The proxy with its frame table, and the sheet of the sprite. */
export async function encodeProxy(
  find: FindTools,
  work: Work,
  info: MediaInfo,
): Promise<{ encoded: Derivative[]; sprite: Sprite }> {
  const tools = await find()
  const probed = await probedFile(find, work, info)
  const { video, audio } = probed.streams
  const timing = probed.timing!
  const sprite = spritePlan(video!, timing, probed.times, tools)
  const filters = [
    `[0:${video!.index}]${timeFilters(timing)},${await videoFilters(video!, proxySize(video!), work.folder)},split[video][tiles]`,
    `${spriteFilters('tiles', sprite)}[sheet]`,
    ...(audio ? [`[0:${audio.index}]${audioFilters(probed, info)}[audio]`] : []),
  ]
  const bytes = maxBytes(info.durationMs!)
  const output = proxyOutput(work, timing, bytes)
  const args = [
    ...['-copyts', ...output.progress, ...inputOf(work)],
    ...[
      '-filter_complex_threads',
      threads,
      '-filter_complex',
      filters.join(';'),
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
    ],
    ...[
      '-map',
      '[video]',
      ...pace(timing, probed.times),
      ...h264(timing.rate),
      ...(audio ? ['-map', '[audio]', ...aac] : []),
    ],
    ...['-max_muxing_queue_size', '9999', ...output.args],
    ...['-map', '[sheet]', '-fps_mode', 'passthrough', ...spriteOutput(sprite)],
  ]
  const { source, folder, signal } = work
  try {
    await runFfmpeg({
      program: tools.ffmpeg,
      args,
      source,
      folder,
      signal,
      seconds: secondsFor(info.durationMs!),
      bytes: bytes * 2,
      background: true,
      onOutput: output.onOutput,
    })
  } finally {
    await output.end()
  }
  const proxy = { name: 'proxy.mp4', path: join(folder, 'proxy.mp4'), mimeType: 'video/mp4' }
  if ((await stat(proxy.path)).size >= bytes) throw tooMuchOutput()
  return { encoded: [proxy, ...(await frameTable(probed, work))], sprite }
}

type Output = {
  progress: readonly string[]
  args: string[]
  onOutput(chunk: Buffer): void
  end(): Promise<void>
}

/** The proxy alone, or also as fragments on stdout, which tell the progress then. */
function proxyOutput(work: Work, timing: Timing, bytes: number): Output {
  const { parts } = work
  if (!parts)
    return {
      progress: progressOutput,
      args: [...timescale(timing), '-movflags', '+faststart', '-fs', String(bytes), '-f', 'mp4', 'proxy.mp4'],
      onOutput: byLine((line) => reportFrames(line, timing.frames, work)),
      end: async () => undefined,
    }
  const onFrames = (frames: number) => work.report(Math.min(1, frames / timing.frames))
  const writer = createPartWriter({ parts, rate: timing.rate, onFrames })
  const [, ticksPerSecond] = timescale(timing)
  const mp4 = (flags: string) => `[f=mp4:movflags=${flags}:video_track_timescale=${ticksPerSecond}]`
  const fragments = `${mp4('+frag_keyframe+delay_moov+default_base_moof')}pipe\\:1`
  return {
    progress: [],
    args: [
      ...['-flags:v', '+cgop+global_header', '-flags:a', '+global_header'],
      ...['-f', 'tee', `${mp4('+faststart')}proxy.mp4|${fragments}`],
    ],
    onOutput: writer.write,
    end: writer.end,
  }
}

/** With a variable frame rate players cannot calculate frame times, so they are listed in milliseconds. */
async function frameTable({ times }: ProbedFile, { folder }: Work): Promise<Derivative[]> {
  if (!times) return []
  const { starts, base } = times
  const milliseconds = Array.from(
    starts,
    (start) => Math.round(((start - starts[0]!) * base.num * 1e6) / base.den) / 1000,
  )
  const path = join(folder, 'frames.json')
  await writeNew(path, JSON.stringify({ version: 1, unit: 'ms', starts: milliseconds }))
  return [{ name: 'frames.json', path, mimeType: 'application/json' }]
}
