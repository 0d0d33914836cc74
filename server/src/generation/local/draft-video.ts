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
    const picture = join(folder, 'slate.png')
    const film = join(folder, 'draft.mp4')
    const tags = join(folder, 'tags.txt')
    await writeFile(picture, png)
    await writeFile(tags, metadata(draft))
    const frames = framesPerSecond * video.durationSeconds
    const strip = { width: size.width, height: foot, framesPerSecond, frames, digits: digits! }
    const args = ffmpegArguments({ picture, tags, film, size, foot, video })
    await runFfmpeg(program, args, folder, counterFrames(strip), signal)
    // A link that it may have left there is not followed.
    const file = await open(film, constants.O_RDONLY | constants.O_NOFOLLOW)
    return file.createReadStream()
  } finally {
    // The open file is read on without its name: nothing stays behind, whether it is read or not.
    await rm(folder, { recursive: true, force: true })
  }
}

type Film = { picture: string; tags: string; film: string; size: Size; foot: number; video: VideoConfigs }

function ffmpegArguments({ picture, tags, film, size, foot, video }: Film): string[] {
  const rate = framesPerSecond
  const seconds = video.durationSeconds
  const filters = [
    `[0:v]format=yuv420p,loop=loop=-1:size=1:start=0,setpts=N/${rate}/TB[slate]`,
    '[1:v]format=yuv420p[strip]',
    '[slate][strip]overlay=x=0:y=main_h-overlay_h:shortest=1[film]',
  ]
  // A quiet tone with a beep on every second, by which sound and picture can be compared.
  const tone = 'sine=frequency=220:beep_factor=4:sample_rate=48000,volume=0.3'
  const [soundIn, soundOut] = video.generateAudio
    ? [split(`-f lavfi -t ${seconds} -i ${tone}`), split('-map 3:a -c:a aac -b:a 96k -ac 2')]
    : [[], []]
  return [
    ...[...split(`-framerate ${rate} -i`), picture],
    ...split(`-f rawvideo -pixel_format gray -video_size ${size.width}x${foot} -framerate ${rate} -i pipe:0`),
    ...[...split('-f ffmetadata -i'), tags],
    ...soundIn,
    ...['-filter_complex', filters.join(';')],
    ...split(`-map [film] -c:v libx264 -preset ultrafast -qp 22 -pix_fmt yuv420p -g ${rate} -r ${rate}`),
    ...soundOut,
    ...split(`-map_metadata 2 -t ${seconds} -movflags +faststart`),
    film,
  ]
}

function split(args: string): string[] {
  return args.split(' ')
}

/** In a file: the arguments of a program can be read by everybody on the machine. */
function metadata({ generator, notice, prompt }: Draft): string {
  const tags = { title: `DRAFT (${generator})`, comment: notice, description: prompt }
  const lines = Object.entries(tags).map(([tag, words]) => {
    const written = words.replaceAll('\0', '').replaceAll(/[\\=;#\n]/g, '\\$&')
    return `${tag}=${written}\n`
  })
  return `;FFMETADATA1\n${lines.join('')}`
}
