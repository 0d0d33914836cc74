// The review room with media from a CDN, which is another origin: pages may load it, read it, and send no cookie there.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { freeAddress } from '../../server/test/helpers/free-ports.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { rateClips } from '../../server/test/media-corpus/clips.ts'
import { makeClip } from '../../server/test/media-corpus/make-clip.ts'
import { frameSize, readNumber } from '../../server/test/media-corpus/numbered-frames.ts'
import { coloredBox, glb, pdf } from '../../server/test/media-corpus/stills.ts'
import { missingForCdn, startCdn } from '../../server/test/stand-ins/cdn.ts'
import { shown } from './room-files.ts'
import { needsBrowser, startApp } from './start-app.ts'

const lacking = missingForCdn || missing('ffmpeg')
const options = lacking ? { skip: lacking } : needsBrowser
const address = await freeAddress()
const app = await startApp({ work: true, findProcessor: 'configured', env: { MEDIA_BASE_URL: address } })

test('every kind of file is shown from there, without cookies', options, async () => {
  await startCdn(address, app.world.url)
  const { id: projectId, owner } = await app.world.project()
  const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
  const folder = mkdtempSync(join(tmpdir(), 'dailies-origin-'))
  const still = { width: 64, height: 36, channels: 3 as const, background: '#356' }
  const files = {
    image: ['Still.png', await sharp({ create: still }).png().toBuffer()],
    model: ['Box.glb', await glb(await coloredBox())],
    document: ['Script.pdf', pdf(['/MediaBox [0 0 300 400]'])],
    video1: ['Video.mp4', readFileSync(await makeClip(rateClips[2]!, folder))],
  } as const
  rmSync(folder, { recursive: true })
  for (const kind of ['image', 'model', 'document', 'video1'] as const) {
    const [name, bytes] = files[kind]
    const { id } = await client.files.upload(projectId, bytes, { name })
    await client.files.waitFor(id, { until: 'processed' })
    const page = await app.open(`/files/${id}`, { user: owner })
    await page.locator(shown[kind]).first().waitFor()
    // A resource is listed when it has loaded.
    await page.waitForFunction(
      (origin) =>
        performance.getEntriesByType('resource').some(({ name: url }) => new URL(url).origin === origin),
      address,
    )
    assert.deepEqual(await page.context().cookies(address), [])
    if (kind === 'image' || kind === 'video1')
      await requireStill(page, kind === 'image' ? [64, 36] : undefined)
    await page.close()
  }
})

/** A page may not read the pixels of another origin; the still is made of a second load, which that origin allows. */
async function requireStill(page: Page, size = [frameSize.width, frameSize.height]): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Shift+S')])
  const png = Buffer.concat(await (await download.createReadStream()).toArray())
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], size)
  if (size[0] === frameSize.width) assert.equal(readNumber(data, info), 0)
}
