import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import {
  type Pixels,
  pixels,
  pixelsOfAll,
  process as runInChild,
  workOn,
} from '../../../test/media-corpus/process-still.ts'
import { animation, images, quadrants, type Rgb } from '../../../test/media-corpus/stills.ts'
import { image } from '../stills.ts'
import { drawImage, probeImage } from './draw-image.ts'

const skip = missing('ffmpeg')

/** JPEG and conversions through CMYK are not exact. */
const tolerance = 24

function assertColor(found: Rgb, expected: Rgb, what: string): void {
  for (const channel of [0, 1, 2] as const) {
    const apart = Math.abs(found[channel] - expected[channel])
    assert.ok(apart <= tolerance, `${what}: ${found} instead of ${expected}`)
  }
}

function assertQuadrants({ at }: Pixels, what: string): void {
  for (const [i, color] of quadrants.entries()) {
    assertColor(at(i % 2 ? 0.75 : 0.25, i > 1 ? 0.75 : 0.25), color, `${what}, quadrant ${i}`)
  }
}

/** Probes and draws an image as the child does, without starting one. */
async function run(bytes: Buffer, mimeType: string) {
  const { source, folder } = workOn(bytes, mimeType)
  const input = { task: 'draw-image', source, folder, mimeType }
  const info = await probeImage(input)
  await drawImage(input)
  return { info, path: (name: string) => join(folder, name) }
}

/** Drawn in the sandbox: they need fonts, threads or much memory there. */
const inChild = ['AVIF', 'SVG', '8K']

describe('images are upright and have the right colours', { skip }, async () => {
  for (const { name, mimeType, bytes, width, height } of await images()) {
    test(name, async () => {
      const { info, path } = inChild.includes(name)
        ? await runInChild(image, bytes, mimeType)
        : await run(bytes, mimeType)
      if ('kind' in info) assert.equal(info.kind, 'IMAGE')
      assert.deepEqual([info.width, info.height], [width, height])
      const [preview, thumbnail] = pixelsOfAll(path('preview.webp'), path('thumbnail.webp')) as [
        Pixels,
        Pixels,
      ]
      const shrink = Math.min(1, 2560 / Math.max(width, height))
      assert.deepEqual(
        [preview.width, preview.height],
        [Math.round(width * shrink), Math.round(height * shrink)],
      )
      assertQuadrants(preview, 'preview')
      assert.ok(thumbnail.width <= 640 && thumbnail.height <= 640)
      if (thumbnail.height > 1) assertQuadrants(thumbnail, 'thumbnail')
    })
  }
})

test('transparency is preserved', { skip }, async () => {
  const sharp = (await import('sharp')).default
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 4, background: clear } })
    .png()
    .toBuffer()
  const { path } = await run(bytes, 'image/png')
  const { data } = await sharp(path('preview.webp')).raw().toBuffer({ resolveWithObject: true })
  assert.equal(data[3], 0)
})

for (const format of ['gif', 'webp'] as const) {
  test(`an animated ${format} stays animated; its thumbnail is the first frame`, { skip }, async () => {
    const { info, path } = await run(await animation(format), `image/${format}`)
    assert.deepEqual([info.width, info.height], [64, 40])
    const animated = readFileSync(path('preview.webp')).subarray(0, 40)
    assert.ok(animated.includes('ANIM') || animated.includes('VP8X'))
    assertQuadrants(pixels(path('thumbnail.webp')), 'thumbnail')
  })
}
