// A watermarked proxy has the frames and the times of the proxy, with the mark in every frame.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { rateClips, unevenClips } from '../../../test/media-corpus/clips.ts'
import { beep, type Clip, makeClip } from '../../../test/media-corpus/make-clip.ts'
import { frameSize, type Size } from '../../../test/media-corpus/numbered-frames.ts'
import { numbersOfAll, tracksOf } from '../../../test/media-corpus/read-clip.ts'
import {
  difference,
  lumaFrames,
  type Marked,
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
  const source = await makeClip(clip, workshop.folder)
  const { info, derivatives } = await workshop.run(source, clip.mimeType, ['encode'])
  return { info, proxy: derivatives['proxy.mp4']! }
}

/** Every packet of a track with its times in the clock of the track; of audio, with its bytes, too. */
function packetsOf(path: string, track: 'v' | 'a'): string {
  const entries = `packet=pts,dts,duration,flags${track === 'a' ? ',data_hash' : ''}:stream=time_base,nb_frames,start_pts,duration_ts`
  const what = ['-select_streams', track, '-show_entries', entries, '-show_data_hash', 'md5']
  return execFileSync('ffprobe', ['-v', 'error', ...what, '-of', 'csv', path], {
    maxBuffer: 2 ** 26,
  }).toString()
}

/** The pixels that the mark changes, and those that it changes the most. */
async function pixelsOf(mark: Mark, frame: Size): Promise<{ touched: Marked; strong: Marked }> {
  await loadFonts(await fontFilesFor(mark.text))
  const { data, left, top, width, height } = await drawMark(mark, frame)
  const alpha = (x: number, y: number) => {
    const inside = x >= left && x < left + width && y >= top && y < top + height
    return inside ? data[4 * ((y - top) * width + x - left) + 3]! : 0
  }
  return { touched: (x, y) => alpha(x, y) > 0, strong: (x, y) => alpha(x, y) > 200 * mark.opacity }
}

/** The mark is in each frame, and the video is the same elsewhere. */
async function assertMarked(proxy: string, copy: string, mark: Mark, size: Size): Promise<void> {
  const [plain, drawn] = [lumaFrames(proxy, size), lumaFrames(copy, size)]
  assert.equal(drawn.length, plain.length)
  const { touched, strong } = await pixelsOf(mark, size)
  const similarities = plain.map((frame, n) => {
    const inside = difference(frame, drawn[n]!, size, strong)
    const outside = difference(frame, drawn[n]!, size, (x, y) => !touched(x, y))
    assert.ok(inside > 12 && inside > 4 * outside, `frame ${n} has the mark: ${inside}, elsewhere ${outside}`)
    return similarityOutside(frame, drawn[n]!, size, touched)
  })
  const mean = similarities.reduce((sum, one) => sum + one, 0) / similarities.length
  assert.ok(mean >= 0.98, `SSIM elsewhere: ${mean}`)
  assert.ok(Math.min(...similarities) >= 0.96, `SSIM of the worst frame: ${Math.min(...similarities)}`)
}

function assertSameTiming(proxy: string, copy: string): void {
  assert.equal(packetsOf(copy, 'v'), packetsOf(proxy, 'v'), 'the times of the frames')
  assert.equal(packetsOf(copy, 'a'), packetsOf(proxy, 'a'), 'the audio')
}

for (const clip of rateClips) {
  test(`${clip.rate}: the frames and times of the proxy, with the mark in every frame`, options, async () => {
    const { info, proxy } = await proxyOf(clip)
    const { path } = await marked(proxy, info, corner)
    assertSameTiming(proxy, path)
    const [plain, numbers] = numbersOfAll(proxy, path)
    assert.deepEqual(numbers, plain)
    assert.equal(numbers!.length, clip.frames)
    await assertMarked(proxy, path, corner, frameSize)
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
      assert.deepEqual(numbersOfAll(path), numbersOfAll(proxy))
      await assertMarked(proxy, path, corner, frameSize)
    },
  )
}

const large: Size = { width: 1920, height: 1080 }

/** Moving patterns and grain, as a browser plays them: 25 frames of 1080p. */
function makeLarge(name: string, filters: string): string {
  const path = join(workshop.folder, `${name}.mp4`)
  const source = `testsrc2=size=${large.width}x${large.height}:rate=25:duration=1,${filters}format=yuv420p`
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    source,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '12',
    path,
  ])
  return path
}

for (const position of ['TILED', 'CENTER'] as const) {
  test(`1080p with grain, ${position}: SSIM of at least 0.98 outside of the mark`, options, async () => {
    const source = makeLarge(position, 'noise=alls=8:allf=t,')
    const { info, derivatives } = await workshop.run(source, 'video/mp4', ['encode'])
    const mark: Mark = { text: 'Anna Müller · anna@example.com', position, size: 'MEDIUM', opacity: 0.35 }
    const { path, reports } = await marked(derivatives['proxy.mp4']!, info, mark)
    assertSameTiming(derivatives['proxy.mp4']!, path)
    await assertMarked(derivatives['proxy.mp4']!, path, mark, large)
    assert.equal(reports.at(-1), 1)
    const colours = (of: string) => {
      const { pix_fmt, profile, color_space, color_transfer, color_primaries, color_range } = tracksOf(of)[0]!
      return { pix_fmt, profile, color_space, color_transfer, color_primaries, color_range }
    }
    assert.deepEqual(colours(path), colours(derivatives['proxy.mp4']!))
  })
}

test('a mark that is aborted leaves no process and throws the reason', options, async () => {
  const source = makeLarge('aborted', '')
  const { info, derivatives } = await workshop.run(source, 'video/mp4', ['encode'])
  const end = new AbortController()
  const folder = join(workshop.folder, 'aborted-work')
  mkdirSync(folder)
  const reason = new Error('The share has ended.')
  const work = {
    ...{ source: derivatives['proxy.mp4']!, mimeType: 'video/mp4', folder, signal: end.signal },
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
