// The source timecode of files that ffmpeg wrote, as the probe reads it.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { missing } from '../../test/helpers/media-tools.ts'
import { startWorkshop } from '../../test/media-corpus/workshop.ts'
import { parseFrameRate, timecode } from '../core/frames.ts'
import { timeReferenceOf } from './broadcast-wave.ts'
import { audioTimecode, noTimecode, videoTimecode } from './source-timecode.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()

function make(name: string, args: string): string {
  const path = join(workshop.folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args.split(' '), path])
  return path
}

const probe = async (path: string, mimeType: string) =>
  (await workshop.processor.probe(workshop.work(path, mimeType))).timecode!

const types: Record<string, [mimeType: string, codec: string]> = {
  mov: ['video/quicktime', 'libx264'],
  mp4: ['video/mp4', 'libx264'],
  mkv: ['video/x-matroska', 'libx264'],
  mxf: ['application/mxf', 'mpeg2video'],
}

/** The name of the first frame, written from what the probe found. */
async function startOf(extension: string, rate: string, start: string): Promise<string> {
  const [mimeType, codec] = types[extension]!
  const source = `-f lavfi -i testsrc2=size=64x64:rate=${rate}:duration=0.2`
  const encoding = `-c:v ${codec} -pix_fmt yuv420p`
  const name = `${rate}-${start}`.replace(/\D/g, '-')
  const path = make(`${name}.${extension}`, `${source} -timecode ${start} ${encoding}`)
  const { startFrame, dropFrame } = await probe(path, mimeType)
  return timecode(0, parseFrameRate(rate)!, { start: startFrame!, dropFrame: dropFrame! })
}

const clips = [
  ['mov', '24000/1001', '10:00:00:12'],
  ['mov', '24', '01:00:00:00'],
  ['mov', '30000/1001', '01:02:00;02'],
  ['mov', '30000/1001', '01:02:00:00'],
  ['mov', '60000/1001', '00:59:59;59'],
  ['mov', '60000/1001', '23:59:59:59'],
  ['mov', '50', '12:34:56:49'],
  ['mp4', '25', '00:00:00:00'],
  ['mp4', '30000/1001', '01:00:00;28'],
  ['mkv', '30000/1001', '01:00:00;28'],
  ['mkv', '25', '09:59:58:24'],
  ['mxf', '25', '10:11:12:13'],
  ['mxf', '30000/1001', '10:11:12;13'],
  ['mxf', '30000/1001', '10:11:12:13'],
] as const

for (const [extension, rate, start] of clips) {
  test(`${extension} at ${rate} from ${start}: the first frame has this timecode`, options, async () => {
    assert.equal(await startOf(extension, rate, start), start)
  })
}

test('a file without timecode has none', options, async () => {
  const path = make('plain.mp4', '-f lavfi -i testsrc2=size=64x64:rate=25:duration=0.2 -c:v libx264')
  assert.deepEqual(await probe(path, 'video/mp4'), noTimecode)
})

test('Broadcast Wave: the time reference, in samples and milliseconds; also of RF64', options, async () => {
  for (const [name, more] of [
    ['bwf.wav', ''],
    ['rf64.wav', '-rf64 always '],
  ]) {
    const path = make(
      name!,
      `-f lavfi -i anoisesrc=d=0.5:r=48000 ${more}-write_bext 1 -metadata time_reference=1728012000`,
    )
    const startMs = (10 * 3600 * 1000 + 250) as number
    assert.deepEqual(await probe(path, 'audio/wav'), { ...noTimecode, startMs, startSample: 1_728_012_000 })
    assert.equal(timeReferenceOf(readFileSync(path)), 1_728_012_000)
  }
})

test('a wave file without a time reference, a truncated one and noise have none', options, async () => {
  const path = make('noise.wav', '-f lavfi -i anoisesrc=d=0.1:r=48000')
  assert.deepEqual(await probe(path, 'audio/wav'), noTimecode)
  const whole = readFileSync(
    make('short.wav', '-f lavfi -i anoisesrc=d=0.1 -write_bext 1 -metadata time_reference=5'),
  )
  for (let length = 0; length < 400; length += 3) {
    assert.ok([null, 5].includes(timeReferenceOf(whole.subarray(0, length))), String(length))
  }
  assert.equal(timeReferenceOf(Buffer.alloc(1000, 0xff)), null)
})

const claims = { text: null, trackRate: undefined, timeReference: null, sampleRate: null }

test('a timecode track at half the rate of the video counts pairs of frames', () => {
  const rate = { num: 60_000, den: 1001 }
  const trackRate = { num: 30_000, den: 1001 }
  assert.deepEqual(videoTimecode({ ...claims, text: '00:01:00;02', trackRate }, rate), {
    ...noTimecode,
    startFrame: 2 * 1800,
    dropFrame: true,
  })
})

test('impossible timecodes and videos with a variable rate have none', () => {
  const rate = { num: 25, den: 1 }
  for (const text of ['00:00:00:25', '00:60:00:00', '24:00:00:00', 'x'])
    assert.deepEqual(videoTimecode({ ...claims, text }, rate), noTimecode, text)
  assert.deepEqual(videoTimecode({ ...claims, text: '01:00:00:00' }, null), noTimecode)
  // A semicolon at a rate without drop frames is a habit of some encoders.
  assert.equal(videoTimecode({ ...claims, text: '01:00:00;00' }, rate).dropFrame, false)
})

test('audio with a timecode track starts at its time', () => {
  const trackRate = { num: 25, den: 1 }
  assert.equal(audioTimecode({ ...claims, text: '01:00:00:05', trackRate }).startMs, 3_600_200)
  assert.deepEqual(audioTimecode({ ...claims, text: '01:00:00:05' }), noTimecode)
})
