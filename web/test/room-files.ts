// One file of each kind for the review room, the video in two revisions.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Dailies, FileDetails } from '@dailies/sdk'
import sharp from 'sharp'
import { rateClips } from '../../server/test/media-corpus/clips.ts'
import { makeClip } from '../../server/test/media-corpus/make-clip.ts'
import { coloredBox, glb, pdf } from '../../server/test/media-corpus/stills.ts'

export type RoomFiles = Record<'audio' | 'model' | 'document' | 'image' | 'video1' | 'video2', FileDetails>

/** The project lists the newest first: video, image, document, model, audio. */
export async function uploadRoomFiles(client: Dailies, projectId: string): Promise<RoomFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-room-'))
  const upload = async (name: string, bytes: Buffer, replaces?: FileDetails) => {
    const before = replaces && { replaces: { id: replaces.id } }
    const { id } = await client.files.upload(projectId, bytes, { name, ...before })
    return client.files.waitFor(id, { until: 'processed' })
  }
  try {
    const wave = join(folder, 'take.wav')
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=2', wave])
    const clip = readFileSync(await makeClip(rateClips[2]!, folder))
    const page = '/MediaBox [0 0 300 400]'
    const still = { width: 640, height: 360, channels: 3 as const, background: '#356' }
    const audio = await upload('Take.wav', readFileSync(wave))
    const model = await upload('Box.glb', await glb(await coloredBox()))
    const document = await upload('Script.pdf', pdf([page, page]))
    const image = await upload('Still.png', await sharp({ create: still }).png().toBuffer())
    const video1 = await upload('Video.mp4', clip)
    const video2 = await upload('Video.mp4', clip, video1)
    return { audio, model, document, image, video1, video2 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Matches when the viewer of a file has something to show. */
export const shown: Record<keyof RoomFiles, string> = {
  audio: '[data-height="240"][data-drawn]',
  model: 'canvas[data-loaded]',
  document: '[data-page="1"][data-shown]',
  image: 'img[alt="Still.png"]',
  video1: '[aria-busy=false] [data-frame]',
  video2: '[aria-busy=false] [data-frame]',
}

/** The image of a file, or what stands for it. */
export const imageOf: Record<keyof RoomFiles, string> = {
  video1: 'main video',
  video2: 'main video',
  image: 'main img[alt="Still.png"]',
  document: '[data-page="1"]',
  model: 'main canvas',
  audio: '[data-height="240"]',
}
