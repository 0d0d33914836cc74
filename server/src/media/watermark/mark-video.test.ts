// A watermarked proxy has the frames and the times of the proxy, with the mark in every frame.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { rateClips, unevenClips } from '../../../test/media-corpus/clips.ts'
import { beep, type Clip } from '../../../test/media-corpus/make-clip.ts'
import { frameSize, readNumber, type Size } from '../../../test/media-corpus/numbered-frames.ts'
import { tracksOf } from '../../../test/media-corpus/read-clip.ts'
import {
  difference,
  lumaFrames,
  type Mask,
  maskOf,
  similarityOutside,
} from '../../../test/media-corpus/similarity.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'
import { fontFilesFor } from '../../generation/fonts.ts'
import { toolFinder } from '../children/find-tools.ts'
import type { MediaInfo } from '../processor.ts'
import { drawMark, loadFonts } from './draw-mark.ts'
import type { Mark } from './mark.ts'
import { markVideo } from './mark-video.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()
const find = toolFinder({ ffmpeg: undefined, ffprobe: undefined })
const corner: Mark = { text: 'Anna', position: 'BOTTOM_LEFT', size: 'LARGE', opacity: 0.5 }

async function marked(proxy: string, { durationMs, frames, frameRate }: MediaInfo, mark: Mark) {
  const work = workshop.work(proxy, 'video/mp4')
  const info = { durationMs: durationMs!, frames: frames!, frameRate }
  const fonts = await fontFilesFor(mark.text)
  const { path } = await markVideo(find, work, info, { mark, fonts })
  return { path, reports: work.reports }
}

async function proxyOf(clip: Clip) {
  const { info, derivatives } = await workshop.proxyOf(clip)
  return { info, proxy: derivatives['proxy.mp4']! }
}

/** Every packet of the video and the audio with its times in the clock of its track; of audio, with its bytes, too. */
function packetsOf(path: string): { video: string[]; audio: string[] } {
  const entries =
    'packet=codec_type,pts,dts,duration,flags,data_hash:stream=codec_type,time_base,nb_frames,start_pts,duration_ts'
  const what = ['-show_entries', entries, '-show_data_hash', 'md5', '-of', 'compact']
  const output = execFileSync('ffprobe', ['-v', 'error', ...what, path], { maxBuffer: 2 ** 26 })
  const lines = output.toString().trim().split('\n')
  return {
    video: lines
      .filter((line) => line.includes('codec_type=video'))
      .map((line) => line.replace(/\|data_hash=.*/, '')),
    audio: lines.filter((line) => line.includes('codec_type=audio')),
  }
}

/** The pixels that the mark changes, those that it changes the most, and all others. */
async function masksOf(mark: Mark, frame: Size): Promise<{ touched: Mask; strong: Mask; others: Mask }> {
  await loadFonts(await fontFilesFor(mark.text))
  const { data, left, top, width, height } = await drawMark(mark, frame)
  const alpha = (x: number, y: number) => {
    const inside = x >= left && x < left + width && y >= top && y < top + height
    return inside ? data[4 * ((y - top) * width + x - left) + 3]! : 0
  }
  const touched = maskOf(frame, (x, y) => alpha(x, y) > 0)
  return {
    touched,
    strong: maskOf(frame, (x, y) => alpha(x, y) > 200 * mark.opacity),
    others: touched.map((one) => 1 - one),
  }
}

/** The mark is in each frame, and the video is the same elsewhere. Returns the numbers of the frames of both. */
async function assertMarked(
  proxy: string,
  copy: string,
  mark: Mark,
  size: Size,
): Promise<[number[], number[]]> {
  const [plain, drawn] = lumaFrames(size, proxy, copy) as [Buffer[], Buffer[]]
  assert.equal(drawn.length, plain.length)
  const { touched, strong, others } = await masksOf(mark, size)
  const similarityOf = similarityOutside(touched, size)
  const similarities = plain.map((frame, n) => {
    const inside = difference(frame, drawn[n]!, strong)
    const outside = difference(frame, drawn[n]!, others)
    assert.ok(inside > 12 && inside > 4 * outside, `frame ${n} has the mark: ${inside}, elsewhere ${outside}`)
    return similarityOf(frame, drawn[n]!)
  })
  const mean = similarities.reduce((sum, one) => sum + one, 0) / similarities.length
  assert.ok(mean >= 0.98, `SSIM elsewhere: ${mean}`)
  assert.ok(Math.min(...similarities) >= 0.96, `SSIM of the worst frame: ${Math.min(...similarities)}`)
  const numbersOf = (frames: Buffer[]) => frames.map((pixels) => readNumber(pixels, size, 1))
  return [numbersOf(plain), numbersOf(drawn)]
}

function assertSameTiming(proxy: string, copy: string): void {
  const [expected, found] = [packetsOf(proxy), packetsOf(copy)]
  assert.ok(expected.video.length > 1)
  assert.deepEqual(found.video, expected.video, 'the times of the frames')
  assert.deepEqual(found.audio, expected.audio, 'the audio')
}

for (const clip of rateClips) {
  test(`${clip.rate}: the frames and times of the proxy, with the mark in every frame`, options, async () => {
    const { info, proxy } = await proxyOf(clip)
    const { path } = await marked(proxy, info, corner)
    assertSameTiming(proxy, path)
    const [plain, numbers] = await assertMarked(proxy, path, corner, frameSize)
    assert.deepEqual(numbers, plain)
    assert.equal(numbers.length, clip.frames)
  })
}

const withAudio: Clip = {
  ...rateClips[3]!,
  name: 'with-audio',
  args: `${rateClips[3]!.args} -c:a aac -shortest`,
  audio: beep,
}
const longAudio: Clip = {
  ...rateClips[2]!,
  ...{ name: 'long-audio', args: `${rateClips[2]!.args} -c:a aac`, audio: '-f lavfi -i sine=duration=7' },
}
const oneFrame: Clip = { ...rateClips[2]!, name: 'one-frame', frames: 1 }

for (const clip of [...unevenClips, withAudio, longAudio, oneFrame]) {
  test(
    `${clip.name}.${clip.extension}: each frame keeps its time, and the audio is copied`,
    options,
    async () => {
      const { info, proxy } = await proxyOf(clip)
      const { path } = await marked(proxy, info, corner)
      assertSameTiming(proxy, path)
      const [plain, numbers] = await assertMarked(proxy, path, corner, frameSize)
      assert.deepEqual(numbers, plain)
    },
  )
}

const large: Size = { width: 1920, height: 1080 }

/** Moving patterns and grain, as a browser plays them: 15 frames of 1080p, and its proxy. */
async function encodeLarge() {
  const path = join(workshop.folder, 'large.mp4')
  const pattern = `testsrc2=size=${large.width}x${large.height}:rate=25:duration=0.6`
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12']
  const source = ['-f', 'lavfi', '-i', `${pattern},noise=alls=8:allf=t,format=yuv420p`]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, ...codec, path])
  const { info, derivatives } = await workshop.run(path, 'video/mp4', ['encode'])
  return { info, proxy: derivatives['proxy.mp4']! }
}

let encoded: ReturnType<typeof encodeLarge> | undefined
const largeProxy = () => (encoded ??= encodeLarge())

for (const position of ['TILED', 'CENTER'] as const) {
  test(`1080p with grain, ${position}: SSIM of at least 0.98 outside of the mark`, options, async () => {
    const { info, proxy } = await largeProxy()
    const mark: Mark = { text: 'Anna Müller · anna@example.com', position, size: 'MEDIUM', opacity: 0.35 }
    const { path, reports } = await marked(proxy, info, mark)
    assertSameTiming(proxy, path)
    await assertMarked(proxy, path, mark, large)
    assert.equal(reports.at(-1), 1)
    const colours = (of: string) => {
      const { pix_fmt, profile, color_space, color_transfer, color_primaries, color_range } = tracksOf(of)[0]!
      return { pix_fmt, profile, color_space, color_transfer, color_primaries, color_range }
    }
    assert.deepEqual(colours(path), colours(proxy))
  })
}

test('a mark that is aborted leaves no process and throws the reason', options, async () => {
  const { info, proxy } = await largeProxy()
  const end = new AbortController()
  const folder = join(workshop.folder, 'aborted-work')
  mkdirSync(folder)
  const reason = new Error('The share has ended.')
  const work = {
    ...{ source: proxy, mimeType: 'video/mp4', folder, signal: end.signal },
    report: () => end.abort(reason),
  }
  const { durationMs, frames, frameRate } = info
  const marking = markVideo(
    find,
    work,
    { durationMs: durationMs!, frames: frames!, frameRate },
    { mark: corner, fonts: [] },
  )
  await assert.rejects(marking, reason)
})
