// Two revisions of files other than video: documents page by page, 3D models turned together, audio with one transport.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { coloredBox, glb, pdfFile } from '../../server/test/media-corpus/stills.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })

/** Opens both side by side. */
async function compare(name: string, first: Buffer, second: Buffer): Promise<Page> {
  const before = await client.files.upload(projectId, first, { name })
  const after = await client.files.upload(projectId, second, { name, replaces: { id: before.id } })
  for (const { id } of [before, after]) await client.files.waitFor(id, { until: 'processed' })
  return app.open(`/files/${after.id}/compare`, { user: owner })
}

function blankPages(count: number): Buffer {
  const pages = Array.from({ length: count }, (_, index) => `${3 + index} 0 R`)
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${count} >>`,
    ...pages.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] >>'),
  ])
}

test('documents: the same page of both; a missing page is announced', options, async () => {
  const page = await compare('Script.pdf', blankPages(1), blankPages(2))
  await page.getByText('v2 has 1 more page.').waitFor()
  await page.getByText('Page 1 of 2').waitFor()
  assert.equal(await page.getByAltText('Page 1 of Script.pdf').count(), 2)
  await page.keyboard.press('ArrowRight')
  await page.getByText('Page 2 of 2').waitFor()
  assert.equal(await page.getByAltText('Page 2 of Script.pdf').count(), 1)
  await page.getByText('This page does not exist.').waitFor()
  assert.equal(await page.title(), 'Compare Script.pdf · Dailies')
})

test('models: both turn together, one step per key', options, async () => {
  const box = await glb(await coloredBox())
  const page = await compare('Box.glb', box, box)
  const canvases = page.locator('canvas[data-loaded]')
  await canvases.nth(1).waitFor()
  const images = () => canvases.evaluateAll((all) => all.map((one) => (one as HTMLCanvasElement).toDataURL()))
  const [left, right] = await images()
  assert.equal(left, right)
  // Thirty-six steps are a full turn.
  for (let step = 0; step < 18; step++) await page.keyboard.press('ArrowRight')
  const [leftBehind, rightBehind] = await images()
  assert.notEqual(leftBehind, left)
  assert.equal(leftBehind, rightBehind)
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Turn left or right').waitFor()
  assert.equal(await page.getByText('Turn left or right').count(), 1)
})
