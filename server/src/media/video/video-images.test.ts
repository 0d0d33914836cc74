// Previews are upright and have the right shape and colours, whatever the source is.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { missing } from '../../../test/helpers/media-tools.ts'
import { imageClips } from '../../../test/media-corpus/clips.ts'
import { makeClip } from '../../../test/media-corpus/make-clip.ts'
import { frameSize, patches, readNumber, readPatches } from '../../../test/media-corpus/numbered-frames.ts'
import { coloursOf, decode, tracksOf } from '../../../test/media-corpus/read-clip.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()

/** The displayed size, and the size of the proxy where it differs. */
const sizes: Record<string, [shown: number[], proxy?: number[]]> = {
  'anamorphic-wide': [
    [279, 112],
    [280, 112],
  ],
  'anamorphic-high': [
    [192, 123],
    [192, 124],
  ],
  'odd-size': [
    [191, 111],
    [192, 112],
  ],
  large: [
    [2400, 1350],
    [1920, 1080],
  ],
}

/** From left to right; codecs and 4:2:0 change colours slightly. */
function assertColours(colours: number[][], tolerance = 14): void {
  const near = (colour: number[], n: number) =>
    colour.every((value, channel) => Math.abs(value - patches[n]![channel]!) <= tolerance)
  assert.ok(colours.every(near), JSON.stringify(colours))
}

async function pixelsOf(source: string | Buffer): Promise<Buffer> {
  return sharp(source)
    .resize({ ...frameSize, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
}

for (const clip of imageClips) {
  test(`${clip.name}: upright, with the right shape and colours`, options, async () => {
    const source = await makeClip(clip, workshop.folder)
    const { info, derivatives } = await workshop.run(source, clip.mimeType, ['poster', 'encode'])
    const [shown, proxied = shown] = sizes[clip.name] ?? [[192, 112]]
    assert.deepEqual([info.width, info.height], shown)
    assert.equal(info.frames, clip.frames)
    const proxy = derivatives['proxy.mp4']!
    const [track] = tracksOf(proxy)
    assert.deepEqual([track!.width, track!.height], proxied)
    assert.equal(track!.sample_aspect_ratio, '1:1')
    assert.equal(track!.side_data_list, undefined, 'the rotation is applied to the pixels')
    assert.deepEqual([track!.codec_name, track!.profile, track!.pix_fmt], ['h264', 'High', 'yuv420p'])
    const { color_space, color_transfer, color_primaries, color_range } = track!
    assert.deepEqual(
      [color_space, color_transfer, color_primaries, color_range],
      ['bt709', 'bt709', 'bt709', 'tv'],
    )
    const frames = decode(proxy)
    assert.deepEqual(
      frames.map((pixels) => readNumber(pixels, frameSize)),
      Array.from({ length: clip.frames }, (_, n) => n),
    )
    assertColours(readPatches(frames[0]!, frameSize))
    assertColours(readPatches(await pixelsOf(derivatives['poster.webp']!), frameSize))
    assertColours(readPatches(await pixelsOf(derivatives['thumbnail.webp']!), frameSize), 20)
  })
}

test('the sprite has a tile for each cue, with the frame of that time', options, async () => {
  const clip = { ...imageClips.find(({ name }) => name === 'turned-90')!, name: 'sprite', frames: 230 }
  const { derivatives, types } = await workshop.run(await makeClip(clip, workshop.folder), clip.mimeType, [
    'proxy',
  ])
  const cues = [
    ...readFileSync(derivatives['sprite.vtt']!, 'utf8').matchAll(
      /^00:00:(\d\d\.\d{3}) --> 00:00:(\d\d\.\d{3})\nsprite-1\.webp#xywh=(\d+),(\d+),(\d+),(\d+)$/gm,
    ),
  ].map(([, ...fields]) => fields.map(Number))
  assert.equal(cues.length, 77)
  assert.deepEqual([types['sprite.vtt'], types['sprite-1.webp']], ['text/vtt', 'image/webp'])
  const shown = decode(derivatives['proxy.mp4']!)
  const { data, info: raw } = await sharp(derivatives['sprite-1.webp']!)
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const [index, [from, to, left, top, width, height]] of cues.entries()) {
    assert.equal(Math.round(from! * 1000), index * 120)
    assert.equal(Math.round(to! * 1000), Math.min((index + 1) * 120, 9200))
    const tile = await sharp(data, { raw })
      .extract({ left: left!, top: top!, width: width!, height: height! })
      .png()
      .toBuffer()
    const pixels = await pixelsOf(tile)
    assertColours(readPatches(pixels, frameSize), 24)
    const wanted = shown[index * 3]!
    const error = pixels.reduce((sum, value, at) => sum + Math.abs(value - wanted[at]!), 0) / pixels.length
    assert.ok(error < 14, `tile ${index} differs by ${error}`)
  }
})

test('a video that begins black has a poster that is not black', options, async () => {
  const source = join(workshop.folder, 'fade-in.mp4')
  const black = 'color=black:s=320x180:r=25:d=4[b];testsrc2=s=320x180:r=25:d=2[t];[b][t]concat'
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    black,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    source,
  ])
  const { derivatives } = await workshop.run(source, 'video/mp4', ['poster'])
  const { channels } = await sharp(derivatives['poster.webp']!).stats()
  assert.ok(channels[0]!.stdev > 30)
})

/** White at 203 cd/m², black, and primaries of BT.709 at that level, as code values of both transfers. */
const bright = {
  smpte2084: { white: 0.5807, red: [0.5318, 0.3336, 0.2178] },
  'arib-std-b67': { white: 0.75, red: [0.6643, 0.2219, 0.1071] },
}

for (const [transfer, { white, red }] of Object.entries(bright)) {
  test(`${transfer}: HDR looks like on a standard screen`, options, async () => {
    const codes = [[white, white, white], [0, 0, 0], red, [white * 0.75, white * 0.75, white * 0.75]]
    const boxes = codes.map(([r, g, b], n) => {
      const code = (value: number) => Math.round(value * 65_535)
      return `geq=r='if(between(X,${n * 48},${n * 48 + 47}),${code(r!)},r(X,Y))':g='if(between(X,${n * 48},${n * 48 + 47}),${code(g!)},g(X,Y))':b='if(between(X,${n * 48},${n * 48 + 47}),${code(b!)},b(X,Y))'`
    })
    const source = join(workshop.folder, `${transfer}.mp4`)
    const filters = `format=gbrp16le,${boxes.join(',')},scale=out_color_matrix=bt2020:out_range=tv,format=yuv420p10le`
    const tags = `-colorspace bt2020nc -color_primaries bt2020 -color_trc ${transfer} -color_range tv`
    const codec = `-c:v libx265 -preset ultrafast -x265-params log-level=none:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc -tag:v hvc1`
    const input = ['-f', 'lavfi', '-i', 'color=black:s=192x112:r=25:d=0.2']
    execFileSync('ffmpeg', [
      '-v',
      'error',
      ...input,
      '-vf',
      filters,
      ...codec.split(' '),
      ...tags.split(' '),
      source,
    ])
    const { derivatives } = await workshop.run(source, 'video/mp4', ['poster', 'encode'])
    for (const colours of [
      coloursOf(derivatives['proxy.mp4']!),
      readPatches(await pixelsOf(derivatives['poster.webp']!), frameSize),
    ]) {
      const [w, k, r, grey] = colours as [number[], number[], number[], number[]]
      assert.ok(Math.min(...w) > 195 && Math.max(...w) < 240, `white is ${w}`)
      assert.ok(Math.max(...w) - Math.min(...w) <= 6, `white has no colour: ${w}`)
      assert.ok(Math.max(...k) < 8, `black is ${k}`)
      assert.ok(r[0]! > 180 && r[1]! < 60 && r[2]! < 60, `red of BT.709 is ${r}`)
      assert.ok(grey[0]! > 40 && grey[0]! < w[0]! - 40, `grey is ${grey}`)
    }
  })
}
