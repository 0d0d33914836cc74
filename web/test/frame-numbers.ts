// Videos that encode the number of each frame in its pixels, and the number that a page really shows.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dailies, FileDetails } from '@dailies/sdk'
import type { Locator } from 'playwright-core'
import { type Clip, makeClip } from '../../server/test/media-corpus/make-clip.ts'
import { readNumber } from '../../server/test/media-corpus/numbered-frames.ts'

/** Enough pixels to read the 16 fields of a frame. */
const small = { width: 48, height: 24 }

/** The number of the frame that a video element shows, read from a canvas. */
export async function readFrame(video: Locator): Promise<number> {
  const pixels = await video.evaluate((element, { width, height }) => {
    const canvas = new OffscreenCanvas(width, height).getContext('2d')!
    canvas.drawImage(element as HTMLVideoElement, 0, 0, width, height)
    return [...canvas.getImageData(0, 0, width, height).data].filter((_, index) => index % 4 < 3)
  }, small)
  return readNumber(Uint8Array.from(pixels), small)
}

/** Uploads clips and waits until they can be played. */
export async function uploadClips(
  client: Dailies,
  projectId: string,
  clips: readonly Clip[],
  /** The file that each clip becomes the next revision of. */
  replaces: readonly { id: string }[] = [],
): Promise<FileDetails[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-numbered-'))
  try {
    const ids: string[] = []
    for (const [index, clip] of clips.entries()) {
      const bytes = readFileSync(await makeClip(clip, folder))
      const before = replaces[index]
      const name = `${clip.name}.${clip.extension}`
      const options = { name, ...(before && { replaces: { id: before.id } }) }
      ids.push((await client.files.upload(projectId, bytes, options)).id)
    }
    const files: FileDetails[] = []
    for (const id of ids) files.push(await client.files.waitFor(id, { until: 'processed' }))
    for (const { name, media } of files) assert.equal(media?.state, 'READY', name)
    return files
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
