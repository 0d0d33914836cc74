import { readFileSync } from 'node:fs'
import satori from 'satori'
import sharp from 'sharp'
import { answerParent } from '../../sandbox/answer-parent.ts'
import type { Font } from '../fonts.ts'
import type { Size } from './frame-sizes.ts'
import type { Digits, DrawnSlate, Slate, SlateInput } from './slate.ts'
import { type Box, digitCharacters, layOut, row, type Thumbnail, text } from './slate-layout.ts'

answerParent(draw)

async function draw(slate: SlateInput): Promise<DrawnSlate> {
  const { references, digitHeight, xmp, fonts } = slate
  // One after the other, because decoded images are large.
  const thumbnails: Thumbnail[] = []
  for (const reference of references) thumbnails.push(await thumbnail(reference))
  const read = readFonts(fonts)
  const svg = await render(layOut(slate, thumbnails), slate, read)
  const image = sharp(Buffer.from(svg), { unlimited: true }).removeAlpha().png({ compressionLevel: 6 })
  const png = await (xmp === undefined ? image : image.withXmp(xmp)).toBuffer()
  return { png, digits: digitHeight === null ? null : await drawDigits(digitHeight, read) }
}

type Fonts = Parameters<typeof satori>[1]['fonts']

function render(box: Box, { width, height }: Size, fonts: Fonts): Promise<string> {
  return satori(box as Parameters<typeof satori>[0], { width, height, fonts })
}

/** Only Latin words are bold: the model, DRAFT and the types of files. */
function readFonts(fonts: readonly Font[]): Fonts {
  return fonts.flatMap(({ family, regular, bold }, index) => [
    { name: family, weight: 400 as const, data: readFileSync(regular) },
    ...(index === 0 ? [{ name: family, weight: 700 as const, data: readFileSync(bold) }] : []),
  ])
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

async function drawDigits(height: number, fonts: Fonts): Promise<Digits> {
  const cell = 2 * Math.ceil(height * 0.25)
  const width = cell * digitCharacters.length
  const centred = { width: cell, height, justifyContent: 'center', alignItems: 'center' }
  const style = { fontSize: height * 0.75, lineHeight: 1, color: '#fff' }
  const cells = [...digitCharacters].map((digit) => row(centred, [text(digit, style)]))
  const svg = await render(row({ width, height, backgroundColor: '#000' }, cells), { width, height }, fonts)
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().greyscale().toColourspace('b-w').raw().toBuffer()
  return { width, height, pixels }
}
