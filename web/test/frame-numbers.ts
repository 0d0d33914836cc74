// Videos that encode the number of each frame in its pixels, and the number that a page really shows.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dailies, FileDetails } from '@dailies/sdk'
import type { Locator } from 'playwright-core'
import { derivative, type MediaInfo, type Step } from '../../server/src/media/processor.ts'
import { createFindProcessor, type FindProcessor } from '../../server/src/media/processors.ts'
import { type Clip, makeClip } from '../../server/test/media-corpus/make-clip.ts'
import { frameSize, readNumber } from '../../server/test/media-corpus/numbered-frames.ts'

/** Enough pixels to read the 16 fields of a frame. */
const small = { width: 48, height: 24 }

/** Encoded like a proxy: browsers play it as it is. */
export const playableClip: Clip = {
  ...{ name: 'clip', extension: 'mp4', mimeType: 'video/mp4', rate: '25/1', frames: 50 },
  args: '-c:v libx264 -preset ultrafast -crf 18 -bf 0 -g 12',
}

export const playableInfo: MediaInfo = {
  ...{ kind: 'VIDEO', ...frameSize, durationMs: 2000, frameRate: { num: 25, den: 1 }, frames: 50 },
  ...{ pages: null, hasAudio: false },
}

/**
 * For tests of pages that need a video, but not its processing: the original of `playableClip` is its proxy. It takes
 * 0.1 s of CPU instead of 2 s for the processes that read and encode a video.
 */
export const withoutEncoding: FindProcessor = async () => ({
  probe: async () => playableInfo,
  steps: () => [copyOriginal],
})

const copyOriginal: Step = {
  name: 'proxy',
  weight: 1,
  async make(work) {
    const proxy = derivative(work, 'proxy.mp4', 'video/mp4')
    await copyFile(work.source, proxy.path)
    return [proxy]
  },
}

/**
 * The production processors, for tests that need the facts of a video: it is probed, and its original is its proxy, so
 * that it must be a video that browsers play. Videos have no posters then. Other files are processed as in production.
 */
export function withProbedVideos(): FindProcessor {
  const find = createFindProcessor({ ffmpeg: undefined, ffprobe: undefined })
  return async (mimeType) => {
    const processor = await find(mimeType)
    if (!processor || !mimeType.startsWith('video/')) return processor
    return { ...processor, steps: () => [copyOriginal] }
  }
}

/** The number of the frame that a video element shows, read from a canvas. */
export async function readFrame(video: Locator): Promise<number> {
  await video.waitFor({ state: 'attached' })
  const frames = await readFrames(video)
  assert.equal(frames.length, 1, 'the number of videos')
  return frames[0]!
}

/** The frames that video elements show, all read at once: while a video changes its source, elements come and go. */
export async function readFrames(videos: Locator): Promise<number[]> {
  // As text: Playwright wraps each number of a list in an object.
  const images = await videos.evaluateAll((elements, { width, height }) => {
    const canvas = new OffscreenCanvas(width, height).getContext('2d')!
    return elements.map((element) => {
      canvas.drawImage(element as HTMLVideoElement, 0, 0, width, height)
      return String.fromCharCode(...canvas.getImageData(0, 0, width, height).data)
    })
  }, small)
  return images.map((pixels) =>
    readNumber(
      Buffer.from(pixels, 'latin1').filter((_, index) => index % 4 < 3),
      small,
    ),
  )
}

const encoded = new Map<string, Promise<Buffer>>()

/** The bytes of a clip, which is encoded once per process. */
export function clipBytes(clip: Clip): Promise<Buffer> {
  const key = `${JSON.stringify(clip)} ${clip.after}`
  const bytes = encoded.get(key) ?? encode(clip)
  encoded.set(key, bytes)
  return bytes
}

async function encode(clip: Clip): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-numbered-'))
  try {
    return readFileSync(await makeClip(clip, folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Uploads clips and waits until they can be played. */
export async function uploadClips(
  client: Dailies,
  projectId: string,
  clips: readonly Clip[],
  /** The file that each clip becomes the next revision of. */
  replaces: readonly { id: string }[] = [],
): Promise<FileDetails[]> {
  const ids: string[] = []
  for (const [index, clip] of clips.entries()) {
    const before = replaces[index]
    const name = `${clip.name}.${clip.extension}`
    const options = { name, ...(before && { replaces: { id: before.id } }) }
    ids.push((await client.files.upload(projectId, await clipBytes(clip), options)).id)
  }
  const files: FileDetails[] = []
  for (const id of ids) files.push(await client.files.waitFor(id, { until: 'processed' }))
  for (const { name, media } of files)
    assert.equal(media?.state, 'READY', `${name}: ${media?.failure?.message}`)
  return files
}
