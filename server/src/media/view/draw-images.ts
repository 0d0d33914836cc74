// Draws images of tiles as JPEG, in a child process: see `view-child.ts`.
import sharp, { type OverlayOptions } from 'sharp'
import type { DrawnView } from '../../core/views.ts'
import { drawTile, type Pixels } from './draw-tile.ts'
import type { ImageInput, TileInput } from './draw-view.ts'
import { drawingSvg, labelSvg } from './drawing-svg.ts'

sharp.cache(false)
sharp.concurrency(1)

const gap = 4
const labelHeight = 26
/** The least width of a tile with a label. */
const labelWidth = 240
const background = '#111'

type DrawnImage = DrawnView['images'][number]

export async function drawImages(
  plans: readonly ImageInput[],
  fonts: readonly string[],
  bytes: number,
): Promise<DrawnImage[]> {
  // A font that Pango has loaded once is also known to the renderer of SVG, whatever fonts the machine has.
  for (const fontfile of fonts)
    await sharp({ text: { text: 'a', fontfile } })
      .raw()
      .toBuffer()
  const images: DrawnImage[] = []
  for (const plan of plans) images.push(await encode(await compose(plan), Math.floor(bytes / plans.length)))
  return images
}

/** The tiles in rows, with their drawings on them and their labels below. */
async function compose({ longest, columns, tiles }: ImageInput): Promise<Pixels> {
  const rows = Math.ceil(tiles.length / columns)
  const strip = tiles.some(({ label }) => label !== null) ? labelHeight : 0
  const box = {
    width: Math.floor((longest - gap * (columns - 1)) / columns),
    height: Math.floor((longest - gap * (rows - 1)) / rows) - strip,
  }
  const drawn: { tile: TileInput; pixels: Pixels }[] = []
  for (const tile of tiles) drawn.push({ tile, pixels: await drawTile(tile.source, box) })
  const cell = {
    width: Math.max(strip ? labelWidth : 1, ...drawn.map(({ pixels }) => pixels.width)),
    height: Math.max(...drawn.map(({ pixels }) => pixels.height)),
  }
  const parts = drawn.flatMap(({ tile, pixels }, n) => {
    const [left, top] = [
      (n % columns) * (cell.width + gap),
      Math.floor(n / columns) * (cell.height + strip + gap),
    ]
    return overlays(tile, pixels, { left, top: top + cell.height, width: cell.width }).map((part) => ({
      ...{ left, top },
      ...part,
    }))
  })
  const width = columns * (cell.width + gap) - gap
  const height = rows * (cell.height + strip + gap) - gap
  const canvas = { width, height, channels: 3, background } as const
  const data = await sharp({ create: canvas }).composite(parts).removeAlpha().raw().toBuffer()
  return { data, width, height }
}

function overlays(
  { drawings, label }: TileInput,
  { data, width, height }: Pixels,
  below: { left: number; top: number; width: number },
): OverlayOptions[] {
  const drawing = drawings.length > 0 ? [{ input: Buffer.from(drawingSvg(drawings, { width, height })) }] : []
  const { left, top } = below
  const strip = label === null ? [] : [labelSvg(label, { width: below.width, height: labelHeight })]
  return [
    { input: data, raw: { width, height, channels: 3 } },
    ...drawing,
    ...strip.map((svg) => ({ input: Buffer.from(svg), left, top })),
  ]
}

const qualities = [82, 70, 55, 40]

/** As good as fits into this many bytes; smaller where no quality does. */
async function encode({ data, width, height }: Pixels, bytes: number): Promise<DrawnImage> {
  const raw = { width, height, channels: 3 } as const
  for (let scale = 1; ; scale *= 0.7) {
    const side = Math.max(1, Math.round(Math.max(width, height) * scale))
    for (const quality of qualities) {
      const { data: jpeg, info } = await sharp(data, { raw })
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality })
        .toBuffer({ resolveWithObject: true })
      if (jpeg.length <= bytes || side <= 64) return { data: jpeg, width: info.width, height: info.height }
    }
  }
}
