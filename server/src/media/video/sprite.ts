// Small frames along the timeline on one sheet, and the WebVTT that maps times to them: the format of common
// players.
import { join } from 'node:path'
import type { Size } from '../../core/renditions.ts'
import { pngOutput, webpOutput } from '../children/ffmpeg.ts'
import type { Tools } from '../children/find-tools.ts'
import { runDecoder } from '../children/run-decoder.ts'
import type { Derivative, Work } from '../processor.ts'
import { writeNew } from '../scratch.ts'
import type { FrameTimes, Timing } from './timing.ts'
import { colourTags, proxySize, webpColours } from './video-filters.ts'

export type Sprite = {
  tile: Size
  columns: number
  rows: number
  /** Frames per tile. */
  every: number
  /** The start of each tile and the end of the last, in seconds. */
  starts: number[]
  /** The name of the sheet that ffmpeg writes: the image itself, or a PNG for an ffmpeg without WebP. */
  sheet: typeof image | 'sheet.png'
}

const image = 'sprite-1.webp'
const maxTiles = 100

export function spritePlan(
  video: Size,
  timing: Timing,
  times: FrameTimes | undefined,
  { writesWebp }: Pick<Tools, 'writesWebp'>,
): Sprite {
  const every = Math.ceil(timing.frames / maxTiles)
  const tiles = Math.ceil(timing.frames / every)
  const columns = Math.min(10, tiles)
  const startOf = (frame: number) => {
    if (!times) return (frame * timing.rate!.den) / timing.rate!.num
    return ((times.starts[frame]! - times.starts[0]!) * times.base.num) / times.base.den
  }
  return {
    tile: proxySize(video, { long: 160, short: 90 }),
    ...{ columns, rows: Math.ceil(tiles / columns), every, sheet: writesWebp ? image : 'sheet.png' },
    starts: [...Array.from({ length: tiles }, (_, index) => startOf(index * every)), timing.seconds],
  }
}

/**
 * A blank sheet, then the sheet, which replaces it. ffmpeg reports no progress before every output has a frame, and the
 * sheet is complete only at the end.
 */
export function spriteFilters(input: string, { tile, columns, rows, every, sheet }: Sprite): string {
  const same = `format=yuv420p,setsar=1,settb=1/1000,${colourTags}`
  const size = `${tile.width * columns}x${tile.height * rows}`
  return [
    `color=size=${size}:rate=25:duration=0.04,${same}[blank]`,
    `[${input}]select=not(mod(n\\,${every})),scale=${tile.width}:${tile.height}:flags=area,` +
      `tile=${columns}x${rows},${same}[tiled]`,
    `[blank][tiled]concat=n=2:v=1:a=0${sheet === image ? `,scale=${webpColours}` : ''}`,
  ].join(';')
}

/** Both sheets of `spriteFilters`, the second one in the place of the first. */
export function spriteOutput({ sheet }: Sprite): string[] {
  const frames = 2
  if (sheet !== image) return pngOutput(sheet, frames)
  return ['-frames:v', String(frames), ...webpOutput(sheet, { quality: 70, level: 2 })]
}

export async function createSprite(sprite: Sprite, work: Work): Promise<Derivative[]> {
  const { folder } = work
  const manifest = 'sprite.vtt'
  const sheet = { ...work, source: join(folder, sprite.sheet), mimeType: 'image/png', report: () => {} }
  if (sprite.sheet !== image) await runDecoder('draw-sprite', sheet)
  const [path, manifestPath] = [join(folder, image), join(folder, manifest)]
  await writeNew(manifestPath, webVtt(sprite, image))
  return [
    { name: image, path, mimeType: 'image/webp' },
    { name: manifest, path: manifestPath, mimeType: 'text/vtt' },
  ]
}

function webVtt({ tile, columns, starts }: Sprite, name: string): string {
  const cues = starts.slice(0, -1).map((start, index) => {
    const [x, y] = [(index % columns) * tile.width, Math.floor(index / columns) * tile.height]
    return `${clock(start)} --> ${clock(starts[index + 1]!)}\n${name}#xywh=${x},${y},${tile.width},${tile.height}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const part = (unit: number, of: number, digits: number) =>
    String(Math.floor(ms / unit) % of).padStart(digits, '0')
  return `${part(3_600_000, 100, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`
}
