// Draws the text of a watermark for an image or video of one size, in a child process: see `mark-child.ts`. White letters with a
// dark edge are visible on every background. Pango shapes the text, so that every script and both directions of writing work.
import sharp from 'sharp'
import { escaped, fontFamily } from '../view/drawing-svg.ts'
import type { Mark } from './mark.ts'

export type Size = { width: number; height: number }

/** Pixels of red, green, blue and alpha, and their place. All numbers are even: the colours of video have half its resolution. */
export type Overlay = Size & { data: Buffer; left: number; top: number }

/** One byte per pixel: the letters, and the letters with their edge. */
type Mask = Size & { letters: Buffer; shape: Buffer }

/** The height of the font, as a part of the shorter side. */
const heights = { SMALL: 0.026, MEDIUM: 0.042, LARGE: 0.07 } as const
/** On a small image the letters are larger in proportion, and smaller again where a text does not fit. */
const readablePixels = 11
const leastPixels = 8
const margin = 0.035
const angle = -30

/** The part of the frame that a text may take. A text that is longer is drawn smaller, then cut. */
const boxes = {
  corner: { width: 0.9, height: 0.4 },
  CENTER: { width: 0.84, height: 0.6 },
  TILED: { width: 0.55, height: 0.3 },
} as const

/** A font that Pango has loaded once is used wherever a text needs it. */
export async function loadFonts(files: readonly string[]): Promise<void> {
  for (const fontfile of files)
    await sharp({ text: { text: 'a', fontfile } })
      .raw()
      .toBuffer()
}

export async function drawMark(mark: Mark, frame: Size): Promise<Overlay> {
  const { position, opacity } = mark
  const box = boxes[position === 'CENTER' || position === 'TILED' ? position : 'corner']
  const mask = await fittingMask(mark, frame, {
    width: Math.max(2, Math.floor(frame.width * box.width)),
    height: Math.max(2, Math.floor(frame.height * box.height)),
  })
  if (position === 'TILED') return coloured(tiled(await turned(mask), frame), opacity, { left: 0, top: 0 })
  return coloured(mask, opacity, placeOf(position, mask, frame))
}

async function fittingMask({ text, size }: Mark, frame: Size, box: Size): Promise<Mask> {
  const wanted = Math.max(readablePixels, Math.min(frame.width, frame.height) * heights[size])
  for (let pixels = wanted; ; pixels = Math.max(leastPixels, pixels * 0.85)) {
    const letters = await drawLetters(text, pixels, box)
    const fits = letters.width <= box.width && letters.height <= box.height
    if (fits || pixels === leastPixels) return withEdge(letters, pixels, box)
  }
}

type Letters = Size & { data: Buffer }

/** A text without visible letters must not mean an image without a mark. */
const instead = 'CONFIDENTIAL'

async function drawLetters(text: string, pixels: number, box: Size): Promise<Letters> {
  const drawn = await letters(text, pixels, box).catch(() => undefined)
  return drawn?.data.some((value) => value > 127) ? drawn : letters(instead, pixels, box)
}

async function letters(text: string, pixels: number, { width }: Size): Promise<Letters> {
  const { data, info } = await sharp({
    text: {
      text: escaped(text),
      font: `${fontFamily} Bold ${pixels.toFixed(2)}`,
      // A point is a pixel.
      dpi: 72,
      ...{ width, wrap: 'word-char', align: 'centre' },
    },
  })
    .extractChannel(0)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

async function withEdge({ data, ...size }: Letters, pixels: number, box: Size): Promise<Mask> {
  const pad = Math.ceil(pixels * 0.12) + 1
  const cut = { width: Math.min(size.width, box.width), height: Math.min(size.height, box.height) }
  const width = even(cut.width + 2 * pad)
  const height = even(cut.height + 2 * pad)
  const padded = Buffer.alloc(width * height)
  for (let y = 0; y < cut.height; y++)
    data.copy(padded, (y + pad) * width + pad, y * size.width, y * size.width + cut.width)
  const raw = { width, height, channels: 1 } as const
  const edge = await sharp(padded, { raw })
    .blur(Math.max(0.5, pixels * 0.05))
    .linear(2.2, 0)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return {
    width,
    height,
    letters: padded,
    shape: Buffer.from(padded.map((one, n) => Math.max(one, edge[n]!))),
  }
}

async function turned({ width, height, letters, shape }: Mask): Promise<Mask> {
  const turn = (data: Buffer) =>
    sharp(data, { raw: { width, height, channels: 1 } })
      .rotate(angle, { background: '#000' })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true })
  const [one, other] = [await turn(letters), await turn(shape)]
  return { width: one.info.width, height: one.info.height, letters: one.data, shape: other.data }
}

/** Repeats the text over the whole frame. Every second row is shifted. */
function tiled(mask: Mask, { width, height }: Size): Mask {
  const whole = { width, height, letters: Buffer.alloc(width * height), shape: Buffer.alloc(width * height) }
  const step = {
    x: Math.max(Math.round(mask.width * 1.1), Math.ceil(width / 6)),
    y: Math.max(Math.round(mask.height * 0.9), Math.ceil(height / 6)),
  }
  const middle = { x: Math.round((width - mask.width) / 2), y: Math.round((height - mask.height) / 2) }
  const rows = Math.ceil(height / step.y)
  const columns = Math.ceil(width / step.x) + 1
  for (let row = -rows; row <= rows; row++)
    for (let column = -columns; column <= columns; column++)
      stamp(whole, mask, {
        left: middle.x + Math.round((column + (row % 2) / 2) * step.x),
        top: middle.y + row * step.y,
      })
  return whole
}

function stamp(whole: Mask, mask: Mask, { left, top }: { left: number; top: number }): void {
  const [from, to] = [Math.max(0, left), Math.min(whole.width, left + mask.width)]
  for (let y = Math.max(0, top); y < Math.min(whole.height, top + mask.height); y++) {
    for (let x = from; x < to; x++) {
      const target = y * whole.width + x
      const source = (y - top) * mask.width + x - left
      whole.letters[target] = Math.max(whole.letters[target]!, mask.letters[source]!)
      whole.shape[target] = Math.max(whole.shape[target]!, mask.shape[source]!)
    }
  }
}

function placeOf(position: Exclude<Mark['position'], 'TILED'>, mask: Size, frame: Size) {
  const space = Math.round(Math.min(frame.width, frame.height) * margin)
  const free = { x: frame.width - mask.width, y: frame.height - mask.height }
  const at = (least: number, most: number) => 2 * Math.floor(Math.max(0, Math.min(least, most)) / 2)
  if (position === 'CENTER') return { left: at(free.x / 2, free.x), top: at(free.y / 2, free.y) }
  const [vertical, horizontal] = position.split('_')
  return {
    left: at(horizontal === 'LEFT' ? space : free.x - space, free.x),
    top: at(vertical === 'TOP' ? space : free.y - space, free.y),
  }
}

/** White where the letters are, black where only their edge is. */
function coloured(
  { width, height, letters, shape }: Mask,
  opacity: number,
  place: { left: number; top: number },
): Overlay {
  const data = Buffer.alloc(width * height * 4)
  for (let n = 0; n < shape.length; n++) {
    if (shape[n] === 0) continue
    data.fill(Math.round((255 * letters[n]!) / shape[n]!), 4 * n, 4 * n + 3)
    data[4 * n + 3] = Math.round(shape[n]! * opacity)
  }
  return { data, width, height, ...place }
}

function even(side: number): number {
  return side + (side % 2)
}
