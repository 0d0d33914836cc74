// Makes one part of a watermarked copy: the images, the pages or the video of a file.
import { constants, copyFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FrameRate } from '../../core/frames.ts'
import type { FindTools } from '../children/find-tools.ts'
import { maxDecoders } from '../children/run-decoder.ts'
import type { Derivative } from '../processor.ts'
import type { Size } from './draw-mark.ts'
import type { ImageTask } from './draw-marked-image.ts'
import type { Mark } from './mark.ts'
import { markVideo } from './mark-video.ts'
import type { Part } from './parts.ts'
import { runMark } from './run-mark.ts'

/** A derivative of the file, on the local disk. */
export type Source = Derivative

export type MarkWork = {
  part: Part
  mark: Mark
  sources: readonly Source[]
  durationMs: number | null
  frames: number | null
  frameRate: FrameRate | null
  /** For all output; the sources are elsewhere. */
  folder: string
  signal: AbortSignal
  /** From 0 to 1. */
  report(progress: number): void
}

export type MakeWatermark = (work: MarkWork) => Promise<Derivative[]>

/** The files of the fonts that a text needs. */
export type FindFonts = (text: string) => Promise<string[]>

export function createMakeWatermark(findTools: FindTools, findFonts: FindFonts): MakeWatermark {
  return async (work) => {
    const fonts = await findFonts(work.mark.text)
    return work.part === 'PROXY' ? markProxy(findTools, work, fonts) : markStills(work, fonts)
  }
}

async function markProxy(findTools: FindTools, work: MarkWork, fonts: string[]): Promise<Derivative[]> {
  const { sources, mark, folder, signal, report, durationMs, frames, frameRate } = work
  const [proxy] = sources
  if (!proxy) return []
  const video = { source: proxy.path, mimeType: proxy.mimeType, folder, signal, report }
  const info = { durationMs: durationMs ?? 0, frames: frames ?? 1, frameRate }
  return [await markVideo(findTools, video, info, { mark, fonts })]
}

/** As good as the images that the mark is drawn into: see `draw-stills.ts` and others. */
const qualities: Record<string, number> = { poster: 84, thumbnail: 80, preview: 88, sprite: 74, pages: 86 }

/** Manifests have nothing to draw into: they are copied, after the children that could change them have ended. */
async function markStills(work: MarkWork, fonts: string[]): Promise<Derivative[]> {
  const { sources, folder } = work
  await mkdir(join(folder, 'pages'))
  const tile = await tileOf(sources)
  const images = sources.filter(({ mimeType }) => mimeType.startsWith('image/'))
  await drawAll(
    work,
    fonts,
    images.map(({ name, path }) => {
      const stem = /^[a-z]+/.exec(name)![0]
      const quality = qualities[stem] ?? 84
      return { source: path, target: join(folder, name), quality, tile: stem === 'sprite' ? tile : null }
    }),
  )
  for (const { name, path, mimeType } of sources) {
    if (mimeType.startsWith('image/')) continue
    await rm(join(folder, name), { force: true, recursive: true })
    await copyFile(path, join(folder, name), constants.COPYFILE_EXCL)
  }
  return sources.map(({ name, mimeType }) => ({ name, path: join(folder, name), mimeType }))
}

/** When one child fails, the others are stopped, and none is left behind. */
async function drawAll(
  { mark, folder, signal, report }: MarkWork,
  fonts: string[],
  images: ImageTask[],
): Promise<void> {
  const stop = new AbortController()
  const shares = dealt(images)
  const progress = shares.map(() => 0)
  const drawing = shares.map((share, n) =>
    runMark({
      ...{ mark, fonts, overlay: null, images: share, folder },
      signal: AbortSignal.any([signal, stop.signal]),
      report(done) {
        progress[n] = done
        report(progress.reduce((sum, one) => sum + one, 0) / shares.length)
      },
    }),
  )
  try {
    await Promise.all(drawing)
  } finally {
    stop.abort()
    await Promise.allSettled(drawing)
  }
}

/** The size of the frames on a sheet, from the manifest that names them. */
async function tileOf(sources: readonly Source[]): Promise<Size | null> {
  const manifest = sources.find(({ name }) => name === 'sprite.vtt')
  if (!manifest) return null
  const [, width, height] = /#xywh=\d+,\d+,(\d+),(\d+)/.exec(await readFile(manifest.path, 'utf8')) ?? []
  const tile = { width: Number(width), height: Number(height) }
  return tile.width > 0 && tile.height > 0 ? tile : null
}

/** A child starts as fast as it draws a few images, so it gets several; each of them is a part of its command line. */
const [leastImages, mostImages] = [8, 64]

function dealt(images: readonly ImageTask[]): ImageTask[][] {
  const length = Math.min(mostImages, Math.max(leastImages, Math.ceil(images.length / maxDecoders)))
  return Array.from({ length: Math.ceil(images.length / length) }, (_, n) =>
    images.slice(n * length, (n + 1) * length),
  )
}
