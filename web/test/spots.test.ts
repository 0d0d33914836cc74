// A double click on an image, a page or a view of a 3D model starts a comment on that spot.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Comment, Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { coloredBox, glb, pdfFile } from '../../server/test/media-corpus/stills.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const layer = (page: Page) => page.locator('svg[preserveAspectRatio="none"]').first()

/** Marks a spot, writes a comment, and returns what was stored; a person who follows its link sees the ring. */
async function markSpot(name: string, bytes: Buffer, ready: (page: Page) => Promise<unknown>) {
  const { id } = await client.files.upload(projectId, bytes, { name })
  await client.files.waitFor(id, { until: 'processed' })
  const page = await app.open(`/files/${id}`, { user: owner })
  await ready(page)
  const { x, y, width, height } = (await layer(page).boundingBox())!
  await page.mouse.dblclick(x + width * 0.25, y + height * 0.75)
  await layer(page).locator('ellipse').waitFor()
  await page.keyboard.type('Look here')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('complementary').getByRole('button', { name: 'React' }).waitFor()

  const [comment] = (await client.comments.listOnFile(id).page()).data as [Comment]
  assert.equal(comment.content, 'Look here')
  const [from, to] = comment.annotation!.shapes[0]!.points as [number[], number[]]
  const middle = [0, 1].map((axis) => (from[axis]! + to[axis]!) / 2)
  assert.ok(Math.abs(middle[0]! - 0.25) < 0.02 && Math.abs(middle[1]! - 0.75) < 0.02, `${middle}`)
  await page.goto(`/files/${id}?comment=${comment.id}`)
  await layer(page).locator('ellipse').waitFor()
  return comment
}

test('a double click marks a spot of an image', needsBrowser, async () => {
  const png = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()
  const comment = await markSpot('still.png', png, (page) => page.getByAltText('still.png').first().waitFor())
  assert.equal(comment.anchor, null)
})

test('a double click marks a spot of a page', needsBrowser, async () => {
  const pdf = pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] >>',
  ])
  const comment = await markSpot('paper.pdf', pdf, (page) => page.locator('canvas').first().waitFor())
  assert.equal(comment.anchor, 1)
})

test('a double click marks a spot of a model, with its camera', needsBrowser, async () => {
  const box = await glb(await coloredBox())
  const comment = await markSpot('box.glb', box, (page) => page.locator('canvas[data-loaded]').waitFor())
  assert.equal(comment.annotation!.camera!.position.length, 3)
})
