// Technical details of files that ffmpeg and sharp created, as the processors read them.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { missing } from '../../test/helpers/media-tools.ts'
import { workOn } from '../../test/media-corpus/process-still.ts'
import { pdf } from '../../test/media-corpus/stills.ts'
import { startWorkshop } from '../../test/media-corpus/workshop.ts'
import { slowFfmpeg } from '../../test/stand-ins/slow-ffmpeg.ts'
import { profileName } from './image/icc-profile.ts'
import { document, image } from './stills.ts'
import { technicalOfStreams } from './technical.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()

function make(name: string, args: string): string {
  const path = join(workshop.folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args.split(' '), path])
  return path
}

const probe = async (path: string, mimeType: string) =>
  (await workshop.processor.probe(workshop.work(path, mimeType))).technical!

test('a camera original: codec, depth, chroma, tracks, timecode and reel', options, async () => {
  const path = make(
    'camera.mov',
    '-f lavfi -i testsrc2=size=192x108:rate=25:duration=1 -f lavfi -i anoisesrc=d=1 -f lavfi -i anoisesrc=d=1 ' +
      '-map 0 -map 1 -map 2 -timecode 10:00:00:00 -metadata:s:v reel_name=A001C003 ' +
      '-c:v prores_ks -profile:v 3 -pix_fmt yuv422p10le -c:a pcm_s24le -ar 48000 -ac:a:0 2 -ac:a:1 6',
  )
  const { video, audio, ...rest } = await probe(path, 'video/quicktime')
  assert.deepEqual(
    [rest.container, rest.timecode, rest.reel, rest.image, rest.document],
    ['QuickTime', '10:00:00:00', 'A001C003', null, null],
  )
  assert.deepEqual(
    [video!.codec, video!.profile, video!.bitDepth, video!.chroma, video!.pixelFormat],
    ['prores', 'HQ', 10, '4:2:2', 'yuv422p10le'],
  )
  assert.equal(video!.variableFrameRate, false)
  assert.ok(rest.bitRate! > video!.bitRate! && video!.bitRate! > 0)
  assert.deepEqual(
    audio.map(({ codec, channels, layout, sampleRate, bitDepth }) => [
      ...[codec, channels, layout, sampleRate, bitDepth],
    ]),
    [
      ['pcm_s24le', 2, 'stereo', 48_000, 24],
      ['pcm_s24le', 6, '5.1', 48_000, 24],
    ],
  )
})

test('colours and kinds of HDR are detected', options, async () => {
  for (const [transfer, hdr] of [
    ['smpte2084', 'HDR10'],
    ['arib-std-b67', 'HLG'],
    ['bt709', null],
  ] as const) {
    const path = make(
      `${transfer}.mp4`,
      '-f lavfi -i testsrc2=size=192x108:rate=25:duration=0.2 -c:v libx264 -level 4.1 -pix_fmt yuv420p ' +
        `-color_primaries bt2020 -color_trc ${transfer} -colorspace bt2020nc -color_range tv`,
    )
    const { video, container } = await probe(path, 'video/mp4')
    assert.equal(container, 'MP4')
    assert.deepEqual([video!.profile, video!.level, video!.bitDepth], ['High', '4.1', 8])
    const colour = { primaries: 'bt2020', transfer, matrix: 'bt2020nc', range: 'limited', hdr }
    assert.deepEqual(video!.colour, colour)
  }
})

test('text from a stranger is reduced to one short line, or null', () => {
  const tags = { timecode: 'drop table', reel_name: `\0A\n${'x'.repeat(500)}` }
  const { timecode, reel } = technicalOfStreams({ tags }, [], undefined)
  assert.equal(timecode, null)
  assert.match(reel!, /^A x{98}$/)
})

test('an image: profile, depth, alpha', async () => {
  const canvas = { width: 8, height: 8, channels: 4, background: '#20408080' } as const
  const png = await sharp({ create: canvas }).toColourspace('rgb16').withIccProfile('p3').png().toBuffer()
  const info = await image.probe(workOn(png, 'image/png'))
  assert.deepEqual(info.technical!.image, {
    ...{ format: 'png', colourSpace: 'rgb16', profile: 'sP3C', bitDepth: 16, alpha: true },
  })
})

test('a truncated profile, or one with a wrong length, has no name', async () => {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .withIccProfile('srgb')
    .jpeg()
    .toBuffer()
  const { icc } = await sharp(jpeg).metadata()
  const whole = profileName(icc!)
  assert.ok(whole)
  for (let length = 0; length < icc!.length; length += 7) {
    const name = profileName(icc!.subarray(0, length))
    assert.ok(name === null || whole.startsWith(name), `${length}: ${name}`)
  }
})

test('a document has a version and a page size', async () => {
  const info = await document.probe(workOn(pdf(['/MediaBox [0 0 595 842]']), 'application/pdf'))
  assert.deepEqual(info.technical!.document, { pdfVersion: '1.7', pageWidth: 595, pageHeight: 842 })
})

test('the progress of a proxy increases while it is encoded', options, async () => {
  const slow = startWorkshop({ ffmpeg: slowFfmpeg })
  const source = make(
    'slow.mp4',
    '-f lavfi -i testsrc2=size=64x64:rate=25:duration=3 -c:v libx264 -preset ultrafast -pix_fmt yuv420p',
  )
  const work = slow.work(source, 'video/mp4')
  const info = await slow.processor.probe(work)
  const proxy = slow.processor.steps(info).find(({ name }) => name === 'proxy')!
  await proxy.make(work, info)
  const between = work.reports.filter((progress) => progress > 0.01 && progress < 0.99)
  assert.ok(between.length > 0, JSON.stringify(work.reports))
  assert.deepEqual(
    work.reports,
    work.reports.toSorted((a, b) => a - b),
  )
})
