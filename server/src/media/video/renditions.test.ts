// Each rung of the ladder has the frames of the proxy, at the same times, with key frames at the same frames.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { containerClips, rateClips, unevenClips } from '../../../test/media-corpus/clips.ts'
import { type Clip, makeClip } from '../../../test/media-corpus/make-clip.ts'
import { frameSize } from '../../../test/media-corpus/numbered-frames.ts'
import { beepsAt, inspect, numbersOfAll } from '../../../test/media-corpus/read-clip.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'
import { type Rung, type RungName, rungsOf } from '../../core/renditions.ts'
import type { MediaInfo } from '../processor.ts'
import { encodeProxy } from './proxy.ts'
import { encodeRenditions, renditionsStep } from './renditions.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()

/** The clips are small, so that the proxy is the size between these. */
const scaled = (name: RungName, scale: number): Rung => ({
  ...{ name, width: frameSize.width * scale, height: frameSize.height * scale, isProxy: false },
})
const rungs = [scaled('540p', 0.5), scaled('2160p', 2)]

async function ladderOf(clip: Clip) {
  const source = await makeClip(clip, workshop.folder)
  const work = workshop.work(source, clip.mimeType)
  const info = await workshop.processor.probe(work)
  const { encoded } = await encodeProxy(workshop.find, work, info)
  const renditions = await encodeRenditions(workshop.find, work, info, rungs)
  assert.deepEqual(
    renditions.map(({ name }) => name),
    ['rendition-540p.mp4', 'rendition-2160p.mp4'],
  )
  const proxy = encoded.find(({ name }) => name === 'proxy.mp4')!.path
  const paths = renditions.map(({ path }) => path)
  const [expected, ...found] = numbersOfAll(proxy, ...paths) as number[][]
  const kept = inspect(proxy)
  for (const [n, path] of paths.entries()) {
    assert.deepEqual(found[n], expected, 'the frames of the proxy')
    const { tracks, times, keyFrames } = inspect(path)
    const video = tracks.find(({ codec_type }) => codec_type === 'video')!
    assert.deepEqual([video.width, video.height], [rungs[n]!.width, rungs[n]!.height])
    assert.equal(video.has_b_frames, 0)
    assert.deepEqual(times, kept.times, 'at the same times')
    assert.deepEqual(keyFrames, kept.keyFrames, 'with the same key frames')
    assert.equal(tracks.length, kept.tracks.length)
  }
  if (!clip.audio) return
  const [heard, ...beeps] = beepsAt(proxy, ...paths)
  for (const beep of beeps) assert.ok(Math.abs(beep - heard!) < 0.001)
}

const named = (name: string) => containerClips.find((clip) => `${clip.name}.${clip.extension}` === name)!

for (const clip of [
  ...rateClips,
  unevenClips[0]!,
  ...['edit-list.mp4', 'late-audio.mp4', 'interlaced.mp4', 'h264.ts'].map(named),
]) {
  test(`${clip.name}.${clip.extension}: each rung has the frames of the proxy`, options, () => ladderOf(clip))
}

const sizes = (width: number, height: number) =>
  rungsOf({ width, height }).map((rung) => [rung.name, rung.width, rung.height, rung.isProxy])

test('rungs: smallest first, none without more pixels than the rung below it', () => {
  assert.deepEqual(sizes(3840, 2160), [
    ['540p', 960, 540, false],
    ['1080p', 1920, 1080, true],
    ['2160p', 3840, 2160, false],
  ])
  assert.deepEqual(sizes(1080, 1920), [
    ['540p', 540, 960, false],
    ['1080p', 1080, 1920, true],
  ])
  assert.deepEqual(sizes(1280, 720), [
    ['540p', 960, 540, false],
    ['1080p', 1280, 720, true],
  ])
  assert.deepEqual(sizes(960, 540), [['540p', 960, 540, true]])
  assert.deepEqual(sizes(7680, 4320).at(-1), ['2160p', 3840, 2160, false])
  assert.deepEqual(sizes(4096, 2160).at(-1), ['2160p', 4096, 2160, false])
})

test('only the rungs that the server is configured to make, and none for small videos and audio', () => {
  const info: MediaInfo = {
    ...{
      kind: 'VIDEO' as const,
      width: 3840,
      height: 2160,
      durationMs: 1000,
      frameRate: { num: 25, den: 1 },
    },
    ...{ frames: 25, pages: null, hasAudio: false },
  }
  assert.ok(renditionsStep(workshop.find, info, ['540p']))
  assert.equal(renditionsStep(workshop.find, info, []), undefined)
  assert.equal(
    renditionsStep(workshop.find, { ...info, width: 640, height: 360 }, ['540p', '2160p']),
    undefined,
  )
  assert.equal(renditionsStep(workshop.find, { ...info, width: 1920, height: 1080 }, ['2160p']), undefined)
  assert.equal(renditionsStep(workshop.find, { ...info, kind: 'AUDIO' }, ['540p']), undefined)
})
