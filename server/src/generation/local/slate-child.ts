import { readFileSync } from 'node:fs'
import satori from 'satori'
import sharp from 'sharp'
import { answerParent } from '../../sandbox/answer-parent.ts'
import type { Font } from '../fonts.ts'
import type { Size } from './frame-sizes.ts'
import { type Digits, type DrawnSlate, digitCharacters, type Slate, type SlateInput } from './slate.ts'
import { type Box, layOut, row, type Thumbnail, text } from './slate-layout.ts'

answerParent(draw)

async function draw(slate: SlateInput): Promise<DrawnSlate> {
  const { references, digitHeight, xmp, fonts } = slate
  // One after the other, because decoded images are large.
  const thumbnails: Thumbnail[] = []
  for (const reference of references) thumbnails.push(await thumbnail(reference))
  const svg = await render(layOut(slate, thumbnails), slate, fonts)
  const image = sharp(Buffer.from(svg), { unlimited: true }).removeAlpha().png({ compressionLevel: 6 })
  const png = await (xmp === undefined ? image : image.withXmp(xmp)).toBuffer()
  return { png, digits: digitHeight === null ? null : await drawDigits(digitHeight, fonts.slice(0, 1)) }
}

function render(box: Box, { width, height }: Size, wanted: readonly Font[]): Promise<string> {
  const fonts = wanted.flatMap(({ family, regular, bold }) => [
    { name: family, weight: 400 as const, data: readFileSync(regular) },
    { name: family, weight: 700 as const, data: readFileSync(bold) },
  ])
  return satori(box as Parameters<typeof satori>[0], { width, height, fonts })
}

/** An image that does not decode is represented by its name. */
async function thumbnail({ name, bytes }: Slate['references'][number]): Promise<Thumbnail> {
  if (!bytes) return { name, image: null }
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: 100_000_000 })
      .rotate()
      .resize(900, 900, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 85 })
      .toBuffer({ resolveWithObject: true })
    const source = `data:image/jpeg;base64,${data.toString('base64')}`
    return { name, image: { source, width: info.width, height: info.height } }
  } catch {
    return { name, image: null }
  }
}

async function drawDigits(height: number, fonts: readonly Font[]): Promise<Digits> {
  const cell = 2 * Math.ceil(height * 0.25)
  const width = cell * digitCharacters.length
  const centred = { width: cell, height, justifyContent: 'center', alignItems: 'center' }
  const style = { fontSize: height * 0.75, lineHeight: 1, color: '#fff' }
  const cells = [...digitCharacters].map((digit) => row(centred, [text(digit, style)]))
  const svg = await render(row({ width, height, backgroundColor: '#000' }, cells), { width, height }, fonts)
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().greyscale().toColourspace('b-w').raw().toBuffer()
  return { width, height, pixels }
}
