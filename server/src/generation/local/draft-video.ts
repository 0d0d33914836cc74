import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { VideoConfigs } from '../provider.ts'
import type { Draft } from './draft.ts'
import { findFfmpeg, runFfmpeg } from './ffmpeg.ts'
import { counterFrames } from './frame-counter.ts'
import { frameSize, type Size } from './frame-sizes.ts'
import type { ShownReference } from './reference-bytes.ts'
import { drawSlate, shownOnSlate } from './slate.ts'

const framesPerSecond = 24

export async function draftVideo(
  draft: Draft,
  references: readonly ShownReference[],
  video: VideoConfigs,
  signal: AbortSignal,
  ffmpeg?: string,
): Promise<Readable> {
  const program = ffmpeg ?? (await findFfmpeg())
  const size = frameSize(video)
  const foot = 2 * Math.round((Math.min(size.width, size.height) * 0.06) / 2)
  const slate = { ...size, draft, references: shownOnSlate(references), foot, digitHeight: foot }
  const { png, digits } = await drawSlate(slate, signal)
  const folder = await mkdtemp(join(tmpdir(), 'dailies-draft-'))
  try {
    const picture = join(folder, 'slate.png')
    const film = join(folder, 'draft.mp4')
    await writeFile(picture, png)
    const frames = framesPerSecond * video.durationSeconds
    const strip = { width: size.width, height: foot, framesPerSecond, frames, digits: digits! }
    const args = ffmpegArguments({ picture, film, size, foot, video, draft })
    await runFfmpeg(program, args, counterFrames(strip), signal)
    const file = await open(film)
    return file.createReadStream()
  } finally {
    // The open file is read on without its name: nothing stays behind, whether it is read or not.
    await rm(folder, { recursive: true, force: true })
  }
}

type Film = { picture: string; film: string; size: Size; foot: number; video: VideoConfigs; draft: Draft }

function ffmpegArguments({ picture, film, size, foot, video, draft }: Film): string[] {
  const seconds = String(video.durationSeconds)
  const rate = String(framesPerSecond)
  const filters = [
    `[0:v]format=yuv420p,loop=loop=-1:size=1:start=0,setpts=N/${rate}/TB[slate]`,
    '[1:v]format=yuv420p[strip]',
    '[slate][strip]overlay=x=0:y=main_h-overlay_h:shortest=1[film]',
  ]
  const strip = ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', `${size.width}x${foot}`]
  // A quiet tone with a beep on every second, by which sound and picture can be compared.
  const tone = [
    '-f',
    'lavfi',
    '-t',
    seconds,
    '-i',
    'sine=frequency=220:beep_factor=4:sample_rate=48000,volume=0.3',
  ]
  const sound = ['-map', '2:a', '-c:a', 'aac', '-b:a', '96k', '-ac', '2']
  return [
    ...['-framerate', rate, '-i', picture],
    ...[...strip, '-framerate', rate, '-i', 'pipe:0'],
    ...(video.generateAudio ? tone : []),
    ...['-filter_complex', filters.join(';'), '-map', '[film]'],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-qp',
      '22',
      '-pix_fmt',
      'yuv420p',
      '-g',
      rate,
      '-r',
      rate,
    ],
    ...(video.generateAudio ? sound : []),
    ...['-t', seconds, '-movflags', '+faststart'],
    ...['-metadata', `title=DRAFT (${draft.generator})`, '-metadata', `comment=${draft.notice}`],
    ...['-metadata', `description=${draft.prompt.replaceAll(/\p{Cc}/gu, ' ')}`],
    film,
  ]
}
