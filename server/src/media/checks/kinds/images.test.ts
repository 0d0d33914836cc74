import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { missing } from '../../../../test/helpers/media-tools.ts'
import { makeProcessFolder } from '../../../../test/helpers/process-folder.ts'
import { findingsOf, judgedBy, measured } from '../../../../test/media-corpus/check-kinds.ts'
import { quadrantPixels } from '../../../../test/media-corpus/stills.ts'
import { MediaFailure } from '../../processor.ts'
import { builtInProfiles } from '../built-in-profiles.ts'
import { colourOfTags } from './colour-space.ts'
import type { KindMeasured } from './measured.ts'

const folder = makeProcessFolder('dailies-check-images-')
const skip = missing('ffmpeg')

const drawn = new Map<string, Buffer>()

/** A detailed image: ffmpeg draws it, once for each size. */
function detailed(width = 1280, height = 1080): Buffer {
  const size = `${width}x${height}`
  const known = drawn.get(size)
  if (known) return known
  const path = join(folder, `detailed-${size}.png`)
  const source = ['-f', 'lavfi', '-i', `mandelbrot=s=${size}`]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, '-frames:v', '1', path])
  const bytes = readFileSync(path)
  drawn.set(size, bytes)
  return bytes
}

function plainImage(width = 64, height = 40) {
  const { data } = quadrantPixels(width, height)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

function imageOf(numbers: KindMeasured) {
  assert.equal(numbers.kind, 'IMAGE')
  return numbers.image
}

describe('size', () => {
  test('a size outside of the list, or beyond a limit, is a finding', async () => {
    const numbers = await measured(await plainImage(320, 200).png().toBuffer(), 'image/png')
    assert.equal(judgedBy(numbers, 'imageSize', { sizes: ['320x200'] }).outcome, 'PASSED')
    const { outcome, findings } = judgedBy(numbers, 'imageSize', {
      sizes: ['1920x1080'],
      least: 400,
      most: 300,
    })
    assert.equal(outcome, 'FOUND')
    assert.deepEqual(
      findings.map(({ measured, message }) => [measured, message]),
      [
        ['320x200', 'The image has 320x200 pixels, which is not one of 1920x1080.'],
        ['320x200', 'The image has 320x200 pixels, which is smaller than 400 pixels.'],
        ['320x200', 'The image has 320x200 pixels, which is larger than 300 pixels.'],
      ],
    )
  })

  test('an image that a camera has turned is measured upright', async () => {
    const turned = await plainImage(320, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { width, height } = imageOf(await measured(turned, 'image/jpeg'))
    assert.deepEqual([width, height], [200, 320])
  })
})

describe('colour profile', () => {
  const icc = (name: string) => plainImage().withIccProfile(name).jpeg().toBuffer()

  test('sRGB, Display P3 and CMYK are recognised by the profile', async () => {
    const spaces = []
    for (const name of ['srgb', 'p3'])
      spaces.push(imageOf(await measured(await icc(name), 'image/jpeg')).colour)
    const cmyk = await plainImage().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()
    spaces.push(imageOf(await measured(cmyk, 'image/jpeg')).colour)
    assert.deepEqual(
      spaces.map(({ space, source }) => [space, source]),
      [
        ['SRGB', 'ICC'],
        ['DISPLAY_P3', 'ICC'],
        ['CMYK', 'ICC'],
      ],
    )
  })

  test('Adobe RGB is recognised by its primaries, whatever the profile is called', async () => {
    const bytes = await plainImage().withIccProfile('srgb').png().toBuffer()
    const { icc: stored } = await sharp(bytes).metadata()
    const adobe = Buffer.from(stored!)
    const values = {
      rXYZ: [0.60974, 0.31111, 0.01947],
      gXYZ: [0.20528, 0.62567, 0.06087],
      bXYZ: [0.14919, 0.06322, 0.74457],
    }
    for (const [name, xyz] of Object.entries(values)) {
      const place = adobe.readUInt32BE(adobe.indexOf(name, 132, 'latin1') + 4)
      for (const [axis, value] of xyz.entries())
        adobe.writeInt32BE(Math.round(value * 65_536), place + 8 + axis * 4)
    }
    const path = join(folder, 'renamed.icc')
    writeFileSync(path, adobe)
    const numbers = await measured(await plainImage().withIccProfile(path).jpeg().toBuffer(), 'image/jpeg')
    assert.equal(imageOf(numbers).colour.space, 'ADOBE_RGB')
    const [finding] = judgedBy(numbers, 'colourProfile', { spaces: ['SRGB'] }).findings
    assert.match(finding!.message, /^The colours of the image are Adobe RGB .*; allowed: sRGB\.$/)
  })

  test('an image without a profile is a finding, unless the rule allows it', async () => {
    const numbers = await measured(await plainImage().jpeg().toBuffer(), 'image/jpeg')
    assert.deepEqual(imageOf(numbers).colour, { space: 'NONE', profile: null, source: 'NONE' })
    const { outcome, findings } = judgedBy(numbers, 'colourProfile', { spaces: ['SRGB'] })
    assert.equal(outcome, 'FOUND')
    assert.equal(findings[0]!.message, 'The image has no colour profile: programs guess its colours.')
    assert.equal(judgedBy(numbers, 'colourProfile', { spaces: ['SRGB', 'NONE'] }).outcome, 'PASSED')
  })

  test('tags of PNG, AVIF and Exif count', async () => {
    const png = await plainImage().png().toBuffer()
    const at = png.indexOf('IDAT') - 4
    const tag = Buffer.from('000000017352474200aece1ce9', 'hex')
    const tagged = Buffer.concat([png.subarray(0, at), tag, png.subarray(at)])
    assert.equal(imageOf(await measured(tagged, 'image/png')).colour.space, 'SRGB')
    const heif = (primaries: number) =>
      colourOfTags(
        'heif',
        Buffer.from(`....colrnclx\0${String.fromCharCode(primaries)}....`, 'latin1'),
        undefined,
      )
    assert.deepEqual(
      [1, 12, 9, 2].map((primaries) => heif(primaries).space),
      ['SRGB', 'DISPLAY_P3', 'REC_2020', 'NONE'],
    )
    const exif = await plainImage()
      .withExif({ IFD2: { ColorSpace: '1' } })
      .jpeg()
      .toBuffer()
    assert.deepEqual(imageOf(await measured(exif, 'image/jpeg')).colour.space, 'SRGB')
  })
})

describe('transparency', () => {
  const withAlpha = (alpha: number) =>
    sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 200, g: 80, b: 20, alpha } } })
      .png()
      .toBuffer()

  test('an alpha channel that is used differs from one that is only present', async () => {
    const used = await measured(await withAlpha(0.5), 'image/png')
    const unused = await measured(await withAlpha(1), 'image/png')
    const none = await measured(await plainImage().png().toBuffer(), 'image/png')
    const outcomes = (alpha: string) =>
      [used, unused, none].map((numbers) => judgedBy(numbers, 'transparency', { alpha }).outcome)
    assert.deepEqual(outcomes('FORBIDDEN'), ['FOUND', 'FOUND', 'PASSED'])
    assert.deepEqual(outcomes('UNUSED'), ['FOUND', 'PASSED', 'PASSED'])
    assert.deepEqual(outcomes('REQUIRED'), ['PASSED', 'FOUND', 'FOUND'])
    assert.ok(Math.abs(imageOf(used).alpha.transparency! - 0.5) < 0.01)
  })

  test('one transparent pixel of a million is found', async () => {
    const width = 1000
    const data = Buffer.alloc(width * width * 4, 255)
    data[3] = 254
    const bytes = await sharp(data, { raw: { width, height: width, channels: 4 } })
      .png()
      .toBuffer()
    const { outcome, measured: shown } = judgedBy(await measured(bytes, 'image/png'), 'transparency')
    assert.deepEqual([outcome, shown], ['FOUND', 'less than 0.1 % transparent'])
  })
})

describe('sharpness', { skip }, () => {
  test('the score falls with the blur, and a blurred image is an indicative finding', async () => {
    const scores: number[] = []
    for (const sigma of [0, 0.8, 1.5, 3, 6]) {
      const image = sharp(detailed())
      const bytes = await (sigma > 0 ? image.blur(sigma) : image).jpeg({ quality: 90 }).toBuffer()
      const numbers = await measured(bytes, 'image/jpeg')
      scores.push(imageOf(numbers).sharpness!.score)
      const { outcome, findings } = judgedBy(numbers, 'sharpness')
      assert.equal(outcome, sigma >= 3 ? 'FOUND' : 'PASSED', `sigma ${sigma}: ${scores.at(-1)}`)
      for (const { message, confidence } of findings) {
        assert.match(message, /indicative/)
        assert.ok(confidence < 1)
      }
    }
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    )
  })

  test('half of the contrast changes the score by less than 5', async () => {
    const full = imageOf(await measured(detailed(), 'image/png')).sharpness!
    const flat = await sharp(detailed()).linear(0.5, 60).png().toBuffer()
    const half = imageOf(await measured(flat, 'image/png')).sharpness!
    assert.ok(Math.abs(full.score - half.score) < 5, `${full.score} and ${half.score}`)
  })

  test('a sharp part is enough: the background of a portrait may be blurred', async () => {
    const blurred = await sharp(detailed()).blur(8).toBuffer()
    const part = await sharp(detailed()).extract({ left: 320, top: 320, width: 512, height: 512 }).toBuffer()
    const bytes = await sharp(blurred)
      .composite([{ input: part, left: 320, top: 320 }])
      .png()
      .toBuffer()
    assert.equal(judgedBy(await measured(bytes, 'image/png'), 'sharpness').outcome, 'PASSED')
  })

  test('an image without detail is not measured, which is no pass', async () => {
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#456' } })
      .png()
      .toBuffer()
    const { outcome, reason } = judgedBy(await measured(bytes, 'image/png'), 'sharpness')
    assert.deepEqual(
      [outcome, reason],
      ['NOT_MEASURED', 'The image has too little detail to tell how sharp it is.'],
    )
  })
})

test('the resolution is compared with the least, and not measured where the file names none', async () => {
  const printed = await measured(
    await plainImage().withMetadata({ density: 150 }).jpeg().toBuffer(),
    'image/jpeg',
  )
  const { outcome, findings } = judgedBy(printed, 'resolution', { least: 300 })
  assert.equal(outcome, 'FOUND')
  assert.deepEqual([findings[0]!.measured, findings[0]!.limit, findings[0]!.unit], [150, 300, 'dpi'])
  assert.equal(judgedBy(printed, 'resolution', { least: 150 }).outcome, 'PASSED')
  const silent = await measured(await plainImage().png().toBuffer(), 'image/png')
  assert.equal(judgedBy(silent, 'resolution', { least: 300 }).outcome, 'NOT_MEASURED')
})

test('rules of pixels are not applicable to an SVG', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>',
  )
  const numbers = await measured(svg, 'image/svg+xml')
  const outcomes = (['imageSize', 'colourProfile', 'sharpness', 'resolution'] as const).map(
    (rule) =>
      judgedBy(
        numbers,
        rule,
        {
          imageSize: { least: 1 },
          colourProfile: { spaces: ['SRGB'] },
          sharpness: {},
          resolution: { least: 1 },
        }[rule],
      ).outcome,
  )
  assert.deepEqual(new Set(outcomes), new Set(['NOT_APPLICABLE']))
})

test('a clean image has no finding in any built-in profile', { skip }, async () => {
  const bytes = await sharp(detailed(1920, 1080)).withIccProfile('srgb').jpeg({ quality: 92 }).toBuffer()
  const numbers = await measured(bytes, 'image/jpeg')
  for (const { rules } of Object.values(builtInProfiles)) assert.deepEqual(findingsOf(numbers, rules), [])
})

test('rules for other kinds of files are not applicable to an image, and never passed', async () => {
  const numbers = await measured(await plainImage().png().toBuffer(), 'image/png')
  for (const [rule, reason] of [
    ['interlacing', 'The rule is for video and audio.'],
    ['fonts', 'The rule is for documents.'],
    ['normals', 'The rule is for 3D models.'],
  ] as const) {
    const result = judgedBy(numbers, rule)
    assert.deepEqual([result.outcome, result.reason, result.findings], ['NOT_APPLICABLE', reason, []])
  }
})

test('a DPX is measured through its conversion, whose colours say nothing', { skip }, async () => {
  const path = join(folder, 'frame.dpx')
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=640x360',
    '-frames:v',
    '1',
    path,
  ])
  const numbers = await measured(readFileSync(path), 'image/x-dpx')
  const { width, height, converted } = imageOf(numbers)
  assert.deepEqual([width, height, converted], [640, 360, true])
  assert.equal(judgedBy(numbers, 'colourProfile', { spaces: ['SRGB'] }).outcome, 'NOT_MEASURED')
})

describe('hostile images fail with a reason', () => {
  const fails = async (bytes: Buffer, mimeType: string) => {
    await assert.rejects(measured(bytes, mimeType), (error) => {
      assert.ok(error instanceof MediaFailure, String(error))
      assert.match(error.message, /^[A-Z].*\.$/)
      return true
    })
  }
  test('a truncated image', { skip }, async () => {
    const jpeg = await sharp(detailed()).jpeg().toBuffer()
    await fails(jpeg.subarray(0, jpeg.length / 3), 'image/jpeg')
  })
  test('a PNG that declares 4 billion pixels', async () => {
    const png = await plainImage().png().toBuffer()
    png.writeUInt32BE(65_535, 16)
    png.writeUInt32BE(65_535, 20)
    await fails(png, 'image/png')
  })
})
