import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { missing, type Probe, probe } from '../../../test/helpers/media-tools.ts'
import { downloadIntoCache } from '../../../test/helpers/on-demand-cache.ts'
import {
  draftRequest,
  languages,
  makeDraft,
  oddPrompt,
  reference,
  solidImage,
} from '../../../test/worlds/drafts.ts'
import type { VideoConfigs, VideoSettings } from '../../core/provider.ts'
import { models } from '../models.ts'
import { packagedFfmpeg } from './ffmpeg.ts'

const skip = missing('ffprobe')
const folder = mkdtempSync(join(tmpdir(), 'dailies-draft-videos-'))
after(() => rmSync(folder, { recursive: true }))

type Row = [
  model: string,
  resolution: string,
  aspectRatio: string,
  seconds: number,
  audio: boolean,
  size: string,
]

/** Every video model; together, every resolution and ratio, the shortest and the longest duration. */
const rows: Row[] = [
  ['seedance-2.5', '480p', '21:9', 30, true, '1120x480'],
  ['seedance-2.0', '4k', '9:16', 4, true, '2160x3840'],
  ['seedance-2.0-fast', '720p', '1:1', 4, false, '720x720'],
  ['seedance-2.0-mini', '480p', '3:4', 4, true, '480x640'],
  ['kling-3.0-omni', '720p', '16:9', 3, false, '1280x720'],
  ['kling-3.0', '1080p', '9:16', 3, true, '1080x1920'],
  ['kling-3.0-turbo', '720p', '1:1', 15, true, '720x720'],
  ['minimax-h3-max', '768p', '4:3', 5, false, '1024x768'],
  ['minimax-h3', '2k', '16:9', 5, false, '2560x1440'],
  ['veo-3.1-generate-preview', '1080p', '16:9', 8, true, '1920x1080'],
  ['veo-3.1-lite-generate-preview', '720p', '9:16', 8, true, '720x1280'],
]

function configs([, resolution, aspectRatio, durationSeconds, generateAudio]: Row): VideoConfigs {
  return { resolution, aspectRatio, durationSeconds, generateAudio }
}

for (const [index, row] of rows.entries()) {
  const [model, resolution, aspectRatio, seconds] = row
  test(`${model}: ${resolution}, ${aspectRatio}, ${seconds} s`, { skip }, async () => {
    const prompt = Object.values(languages)[index % 4]!
    const { extension, bytes } = await makeDraft(draftRequest(model, { prompt, video: configs(row) }))
    assert.equal(extension, 'mp4')
    const seen = probed(bytes)
    assertAsAsked(seen, row)
    assert.match(seen.format.tags.comment ?? '', /^This is a draft .* make it\.$/)
    assert.equal(seen.format.tags.description, prompt)
  })
}

test('the rows are valid and cover the whole model table', () => {
  const videos = models.flatMap(({ id, video }): [string, VideoSettings][] => (video ? [[id, video]] : []))
  assert.deepEqual(
    rows.map(([model]) => model),
    videos.map(([id]) => id),
  )
  for (const [i, [, video]] of videos.entries()) {
    const { resolution, aspectRatio, durationSeconds, generateAudio } = configs(rows[i]!)
    assert.ok(video.resolutions.includes(resolution) && video.aspectRatios.includes(aspectRatio))
    assert.ok([video.durationSeconds.min, video.durationSeconds.max].includes(durationSeconds))
    assert.ok(video.audio || !generateAudio)
  }
  const all = (pick: (video: VideoSettings) => readonly string[]) =>
    new Set(videos.flatMap(([, video]) => pick(video)))
  assert.deepEqual(
    all((video) => video.resolutions).difference(new Set(rows.map((row) => row[1]))),
    new Set(),
  )
  assert.deepEqual(
    all((video) => video.aspectRatios).difference(new Set(rows.map((row) => row[2]))),
    new Set(),
  )
})

downloadIntoCache()
const packaged = await packagedFfmpeg()

test('the ffmpeg of the npm packages gives the same result', {
  skip: skip || (packaged ? false : 'the package cannot be downloaded'),
}, async () => {
  const row: Row = ['kling-3.0', '720p', '16:9', 3, true, '1280x720']
  const { bytes } = await makeDraft(draftRequest('kling-3.0', { video: configs(row) }), {
    ffmpeg: packaged!,
  })
  assertAsAsked(probed(bytes), row)
})

test('a prompt with unusual characters and references of every kind', { skip }, async () => {
  const row: Row = ['seedance-2.0', '480p', '9:16', 4, false, '480x854']
  const references = [
    reference('FX1', 'red.png', 'image/png', await solidImage('#ff0000')),
    reference('FX2', 'broken.png', 'image/png', Buffer.from('no image')),
    reference('FX3', `${oddPrompt}.mp4`, 'video/mp4', Buffer.from('no video')),
  ]
  const { bytes } = await makeDraft(
    draftRequest(row[0], { prompt: oddPrompt, references, video: configs(row) }),
  )
  const seen = probed(bytes)
  assertAsAsked(seen, row)
  assert.equal(seen.format.tags.description, oddPrompt.toWellFormed().replaceAll('\0', ''))
})

test('an abort stops the draft, including ffmpeg', async () => {
  const controller = new AbortController()
  const row: Row = ['seedance-2.0', '4k', '16:9', 15, true, '3840x2160']
  const [usual, scratch] = [tmpdir(), join(folder, 'aborted')]
  mkdirSync(scratch)
  process.env.TMPDIR = scratch
  // ffmpeg has begun when its output exists.
  const watch = setInterval(() => {
    if (globSync(`${scratch}/*/draft.mp4`).length > 0) controller.abort()
  }, 20)
  try {
    await assert.rejects(makeDraft(draftRequest(row[0], { video: configs(row) }), {}, controller.signal), {
      name: 'AbortError',
    })
  } finally {
    clearInterval(watch)
    process.env.TMPDIR = usual
  }
})

function probed(bytes: Buffer): Probe {
  const path = join(folder, 'draft.mp4')
  writeFileSync(path, bytes)
  return probe(path)
}

function assertAsAsked({ streams, format }: Probe, [, , , seconds, audio, size]: Row): void {
  const video = streams.find(({ codec_type }) => codec_type === 'video')!
  const sound = streams.find(({ codec_type }) => codec_type === 'audio')
  assert.equal(video.codec_name, 'h264')
  assert.equal(`${video.width}x${video.height}`, size)
  assert.equal(Number(video.nb_frames), seconds * 24)
  assert.equal(sound?.codec_name, audio ? 'aac' : undefined)
  for (const { duration } of [...streams, format]) {
    assert.ok(Math.abs(Number(duration) - seconds) <= 1 / 24, `${duration} s instead of ${seconds} s`)
  }
}
