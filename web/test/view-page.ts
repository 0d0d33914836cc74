// A video with numbered frames and images of the test's own, in the review room.
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import type { Sharp } from 'sharp'
import { createFindProcessor } from '../../server/src/media/processors.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { requireFrame } from './comment-page.ts'
import { playableClip, uploadClips, withoutEncoding } from './frame-numbers.ts'
import { needsBrowser, type sizes, startApp } from './start-app.ts'

/** The options of a test. */
export const needsVideo = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser

/** Call once at the top of a test file. */
export async function startViewPages() {
  const find = createFindProcessor({ ffmpeg: undefined, ffprobe: undefined })
  const app = await startApp({
    work: true,
    findProcessor: async (mimeType) =>
      mimeType.startsWith('image/') ? find(mimeType) : withoutEncoding(mimeType),
  })
  const { id: projectId, owner } = await app.world.project()
  const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
  const [video] = 'skip' in needsVideo ? [] : await uploadClips(client, projectId, [playableClip])

  async function uploadImage(name: string, image: Sharp): Promise<string> {
    const { id } = await client.files.upload(projectId, await image.png().toBuffer(), { name })
    await client.files.waitFor(id, { until: 'processed' })
    return id
  }

  async function openVideo(size: keyof typeof sizes = 'desktop'): Promise<Page> {
    const page = await app.open(`/files/${video!.id}`, { user: owner, size })
    await requireFrame(page, 0)
    return page
  }

  async function openImage(id: string): Promise<Page> {
    const page = await app.open(`/files/${id}`, { user: owner })
    await page.getByRole('main').locator('img[alt$=".png"]').waitFor()
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('main img[alt$=".png"]')?.complete,
    )
    return page
  }

  return { client, uploadImage, openVideo, openImage }
}
