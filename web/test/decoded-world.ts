// Pairs of revisions whose frames are numbered, for tests of frames that the page decodes itself.
import { Dailies, type FileDetails } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { createFindProcessor } from '../../server/src/media/processors.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import type { Clip } from '../../server/test/media-corpus/make-clip.ts'
import { playableInfo, uploadClips, withoutEncoding } from './frame-numbers.ts'
import { lastOf, recordPaintedFrames, requireFrames } from './painted-frames.ts'
import { needsBrowser, startApp } from './start-app.ts'

export const options = missing('ffprobe') ? { skip: missing('ffprobe') } : needsBrowser

/** Ten seconds and a little more, encoded like a proxy. */
export const silentClip: Clip = {
  ...{ name: 'silent', extension: 'mp4', mimeType: 'video/mp4', rate: '25/1', frames: 260 },
  args: '-c:v libx264 -preset ultrafast -crf 18 -bf 0 -g 13 -movflags +faststart',
}

/** Its playback follows the audio. */
export const audibleClip: Clip = {
  ...{ ...silentClip, name: 'audible', rate: '30000/1001', frames: 310 },
  audio: '-f lavfi -i aevalsrc=0.1*sin(2*PI*440*t):s=48000:d=12',
  args: `${silentClip.args} -c:a aac -shortest`,
}

export type Pair = { first: FileDetails; second: FileDetails; last: [number, number] }

/** Call once at the top of a test file. The second revision of each clip is six frames shorter. */
export async function startDecodedWorld(clips: readonly Clip[]) {
  const find = createFindProcessor({ ffmpeg: undefined, ffprobe: undefined })
  const app = await startApp({
    work: true,
    // Posters and waveforms are not tested here; the long clips are proxies already.
    async findProcessor(mimeType) {
      const processor = (await find(mimeType))!
      const [copied] = (await withoutEncoding(mimeType))!.steps(playableInfo)
      const steps: typeof processor.steps = (info) =>
        info.frames! > 200 ? [copied!] : processor.steps(info).filter(({ name }) => name === 'proxy')
      return { ...processor, steps }
    },
  })
  const { id: projectId, owner } = await app.world.project()
  const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
  const shorter = clips.map((clip) => ({ ...clip, frames: clip.frames - 6 }))
  const firsts = 'skip' in options ? [] : await uploadClips(client, projectId, clips)
  const seconds = 'skip' in options ? [] : await uploadClips(client, projectId, shorter, firsts)

  /** `init` runs before the scripts of the page. */
  async function open(path: string, init?: () => void): Promise<Page> {
    const page = await app.open('about:blank', { user: owner })
    if (init) await page.addInitScript(init)
    await recordPaintedFrames(page)
    await page.goto(path)
    return page
  }

  return {
    open,
    pairOf({ name }: Clip): Pair {
      const at = clips.findIndex((clip) => clip.name === name)
      const [first, second] = [firsts[at]!, seconds[at]!]
      return { first, second, last: [lastOf(first), lastOf(second)] }
    },
    async compare({ second }: Pair, init?: () => void): Promise<Page> {
      const page = await open(`/files/${second.id}/compare`, init)
      await requireFrames(page, 0, 0)
      return page
    },
  }
}
