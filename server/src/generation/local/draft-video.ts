import { constants } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { VideoConfigs } from '../../core/provider.ts'
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
    const image = join(folder, 'slate.png')
    const output = join(folder, 'draft.mp4')
    const tags = join(folder, 'tags.txt')
    await writeFile(image, png)
    await writeFile(tags, metadata(draft))
    const frames = framesPerSecond * video.durationSeconds
    const strip = { width: size.width, height: foot, framesPerSecond, frames, digits: digits! }
    const args = ffmpegArguments({ image, tags, output, size, foot, video })
    await runFfmpeg(program, args, folder, counterFrames(strip), signal)
    // Do not follow a symlink that ffmpeg may have left there.
    const file = await open(output, constants.O_RDONLY | constants.O_NOFOLLOW)
    return file.createReadStream()
  } finally {
    // The open file stays readable after its name is deleted, so nothing is left behind even if nobody reads
    // it.
    await rm(folder, { recursive: true, force: true })
  }
}

type VideoArguments = {
  image: string
  tags: string
  output: string
  size: Size
  foot: number
  video: VideoConfigs
}

function ffmpegArguments({ image, tags, output, size, foot, video }: VideoArguments): string[] {
  const rate = framesPerSecond
  const seconds = video.durationSeconds
  const filters = [
    `[0:v]format=yuv420p,loop=loop=-1:size=1:start=0,setpts=N/${rate}/TB[slate]`,
    '[1:v]format=yuv420p[strip]',
    '[slate][strip]overlay=x=0:y=main_h-overlay_h:shortest=1[video]',
  ]
  // A quiet tone with a beep on every second, to compare audio and video.
  const tone = 'sine=frequency=220:beep_factor=4:sample_rate=48000,volume=0.3'
  const [audioInput, audioOutput] = video.generateAudio
    ? [split(`-f lavfi -t ${seconds} -i ${tone}`), split('-map 3:a -c:a aac -b:a 96k -ac 2')]
    : [[], []]
  return [
    ...[...split(`-framerate ${rate} -i`), image],
    ...split(`-f rawvideo -pixel_format gray -video_size ${size.width}x${foot} -framerate ${rate} -i pipe:0`),
    ...[...split('-f ffmetadata -i'), tags],
    ...audioInput,
    ...['-filter_complex', filters.join(';')],
    ...split(`-map [video] -c:v libx264 -preset ultrafast -qp 22 -pix_fmt yuv420p -g ${rate} -r ${rate}`),
    ...audioOutput,
    ...split(`-map_metadata 2 -t ${seconds} -movflags +faststart`),
    output,
  ]
}

function split(args: string): string[] {
  return args.split(' ')
}

/** Written to a file, because every user of the machine can read the arguments of a program. */
function metadata({ generator, notice, prompt }: Draft): string {
  const tags = { title: `DRAFT (${generator})`, comment: notice, description: prompt }
  const lines = Object.entries(tags).map(([tag, words]) => {
    const written = words.replaceAll('\0', '').replaceAll(/[\\=;#\n]/g, '\\$&')
    return `${tag}=${written}\n`
  })
  return `;FFMETADATA1\n${lines.join('')}`
}
