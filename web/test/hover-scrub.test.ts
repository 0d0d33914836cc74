// The pointer over the card of a video shows its frames: in the grid, in the list, in a review and on the page of a share.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { createFindProcessor } from '../../server/src/media/processors.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { rateClips } from '../../server/test/media-corpus/clips.ts'
import { readNumber } from '../../server/test/media-corpus/numbered-frames.ts'
import { parseSprite } from '../src/files/sprite.ts'
import { uploadClips } from './frame-numbers.ts'
import { enter } from './share-world.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const find = createFindProcessor({ ffmpeg: undefined, ffprobe: undefined })
const app = await startApp({ work: true, findProcessor: find })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
/** Longer than a second: sprites have a tile per second at most. */
const clip = { ...rateClips[2]!, name: 'numbers', frames: 240 }
const [video, other] =
  'skip' in options ? [] : await uploadClips(client, projectId, [clip, { ...clip, name: 'other' }])

/** Moves the pointer there, in a fraction of the width, and returns the tile that is shown. */
async function scrub(page: Page, image: Locator, at: number): Promise<string> {
  const { x, y, width, height } = (await image.boundingBox())!
  await page.mouse.move(x + width * at, y + height / 2)
  await image.locator('[data-frame]').waitFor()
  return (await image.locator('[data-frame]').getAttribute('data-frame'))!
}

/** The tiles of the sprite, by their place in its sheet. */
async function tilesOf(): Promise<string[]> {
  const { sprite } = video!.media!
  const tiles = parseSprite(await (await fetch(sprite!)).text())
  return tiles.map(({ x, y }) => `${x},${y}`)
}

async function requireScrub(page: Page, image: Locator): Promise<void> {
  const tiles = await tilesOf()
  assert.ok(tiles.length > 3, `${tiles.length} tiles`)
  for (const at of [0.1, 0.55, 0.9]) {
    const index = tiles.indexOf(await scrub(page, image, at))
    // The pointer is on whole pixels, and tiles are narrow.
    assert.ok(Math.abs(index + 0.5 - at * tiles.length) <= 1.5, `tile ${index} of ${tiles.length} at ${at}`)
  }
  await page.mouse.move(2, 2)
  await image.locator('[data-frame]').waitFor({ state: 'detached' })
}

test(
  'in the grid: the tile of that time with a progress line, and nothing without a pointer',
  options,
  async () => {
    const page = await app.open(`/projects/${projectId}`, { user: owner })
    const link = page.getByRole('link', { name: 'numbers.mp4' })
    await link.focus()
    const card = page.getByRole('listitem').filter({ has: link })
    assert.equal(await card.locator('[data-frame]').count(), 0)
    const image = card.locator('[class*=image]').first()
    await requireScrub(page, image)
    await scrub(page, image, 0.5)
    const line = (await image.locator('[class*=played]').boundingBox())!
    const { width } = (await image.boundingBox())!
    assert.ok(Math.abs(line.width / width - 0.5) < 0.02)
    // The number of the frame that is painted: the tile of 0.95 is later than that of 0.1.
    const numbers: number[] = []
    for (const at of [0.1, 0.95]) {
      await scrub(page, image, at)
      await page.waitForFunction(
        () => document.querySelector<SVGImageElement>('[data-frame] image')?.getBBox().width,
      )
      const { data, info } = await sharp(await image.locator('[data-frame]').screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      numbers.push(readNumber(data, info))
    }
    assert.ok(numbers[0]! < 60 && numbers[1]! > 180 && numbers[1]! < 240, `${numbers}`)
  },
)

test('in the list, and in a review whose files have no sprite: it is asked for once', options, async () => {
  const page = await app.open(`/projects/${projectId}?view=list`, { user: owner })
  const row = page.getByRole('row').filter({ hasText: 'numbers.mp4' })
  await requireScrub(page, row.locator('[class*=thumbnail]').first())
  const { id } = await client.versions.create(projectId, { name: 'Cut 1', files: [{ id: video!.id }] })
  await page.goto(`/projects/${projectId}/versions/${id}`)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'numbers.mp4' }) })
  await requireScrub(page, card.locator('[class*=image]').first())
  assert.equal(asked.filter((path) => path === `/api/files/${video!.id}`).length, 1)
})

test('on the page of a share', options, async () => {
  const share = await client.shares.create(projectId, {
    name: 'Cuts',
    items: [
      { kind: 'FILE', id: video!.id },
      { kind: 'FILE', id: other!.id },
    ],
  })
  const page = await app.open(new URL(share.url!).pathname)
  await enter(page, 'Carla')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'numbers.mp4' }) })
  await requireScrub(page, card.locator('[class*=image]').first())
})
