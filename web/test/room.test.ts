// The header and the layout of the review room: the actions on a file, and the division of the window.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { requireAccessible } from './axe.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp({ work: true, findProcessor: 'configured' })
const ada = await app.world.person({ name: 'Ada Lovelace' })
const { id: projectId } = await app.world.project({ owner: ada })
const grace = await app.world.member(projectId, 'PROJECT_REVIEWER', { name: 'Grace Hopper' })
const client = new Dailies({ baseUrl: app.world.url, token: ada.key })

async function uploadStill(name: string, replaces?: string): Promise<string> {
  const image = { width: 640, height: 360, channels: 3 as const, background: '#567' }
  const bytes = await sharp({ create: image }).png().toBuffer()
  const before = replaces === undefined ? {} : { replaces: { id: replaces } }
  return (await client.files.upload(projectId, bytes, { name, ...before })).id
}

/** Chooses a menu item by its name, after opening the menu by its button. */
async function choose(page: Page, button: string | RegExp, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('menu').waitFor()
  await page.locator('[role^=menuitem]').filter({ hasText: item }).click()
}

const header = (page: Page) => page.locator('main header').first()

test('name, status, neighbours and new revisions, and a second browser sees them', needsBrowser, async () => {
  const [one, two] = [await uploadStill('Harbour.png'), await uploadStill('Lighthouse.png')]
  const page = await app.open(`/files/${two}`, { user: ada })
  const hers = await app.open(`/files/${two}`, { user: grace, theme: 'light', size: 'tablet' })
  await hers.getByRole('heading', { name: 'Lighthouse.png' }).waitFor()
  assert.equal(await hers.getByRole('button', { name: /rename/ }).count(), 0)
  await page.getByRole('button', { name: 'Lighthouse.png, rename' }).click()
  await page.keyboard.type('Beacon')
  await page.keyboard.press('Enter')
  await hers.getByRole('heading', { name: 'Beacon.png' }).waitFor()

  await choose(page, /^Status of the file/, 'On hold')
  await page.getByRole('button', { name: 'Status of the file: On hold' }).waitFor()
  assert.equal((await client.files.get(two)).tag, 'ON_HOLD')

  // Newest first, as the project lists them.
  await page.keyboard.press(']')
  await page.getByRole('heading', { name: 'Harbour.png' }).waitFor()
  assert.ok(page.url().includes(one))
  // The neighbouring files may still be loading.
  const beacon = page.getByRole('heading', { name: 'Beacon.png' })
  for (let tries = 0; tries < 20 && !(await beacon.isVisible()); tries++) {
    await page.keyboard.press('[')
    await beacon.waitFor({ timeout: 1500 }).catch(() => undefined)
  }
  await beacon.waitFor()

  const chooser = page.waitForEvent('filechooser')
  await choose(page, 'More about this file', 'Upload a new revision…')
  const bytes = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#321' } })
    .png()
    .toBuffer()
  await (await chooser).setFiles({ name: 'Beacon 2.png', mimeType: 'image/png', buffer: bytes })
  await hers.getByText('v2 is available').waitFor()
  await requireAccessible(hers)
  await hers.getByRole('link', { name: 'Open v2' }).click()
  await hers.getByRole('button', { name: 'v2 of 2' }).waitFor()
})

test(
  'a verdict appears for others at once, and the review leads from file to file',
  needsBrowser,
  async () => {
    const files = [await uploadStill('Day.png'), await uploadStill('Night.png')]
    const review = await client.versions.create(projectId, {
      name: 'Cut 3',
      files: files.map((id) => ({ id })),
    })
    const page = await app.open(`/files/${files[0]}`, { user: ada })
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    const hers = await app.open(`/files/${files[0]}?version=${review.id}`, { user: grace, size: 'phone' })
    await hers.getByRole('button', { name: 'Review: Needs review' }).click()
    await hers.getByRole('heading', { name: 'Cut 3' }).waitFor()
    await requireAccessible(hers)
    await hers.getByRole('button', { name: 'Approve' }).click()
    await header(page).getByText('Approved by Grace').waitFor()
    await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
    // Her sheet closes with the answer; until then, keys belong to it.
    await hers.getByRole('heading', { name: 'Cut 3', exact: true }).waitFor({ state: 'detached' })
    await hers.keyboard.press(']')
    await hers.getByRole('heading', { name: 'Night.png' }).waitFor()
    assert.match(hers.url(), new RegExp(`${files[1]}\\?version=${review.id}`))
    await hers.getByRole('link', { name: 'Back to the review' }).click()
    await hers.getByRole('heading', { name: 'Cut 3', exact: true }).waitFor()

    // In two reviews: the one that waits for a decision is shown, and the other can be selected.
    await client.versions.create(projectId, { name: 'Cut 4', files: [{ id: files[0]! }] })
    await page.getByRole('button', { name: 'Approve this file' }).waitFor()
    await choose(page, 'Cut 4', 'Cut 3 · Approved')
    await header(page).getByText('Approved by Grace').waitFor()
    await choose(page, 'Cut 3', 'Cut 4 · Needs review')
    await page.getByRole('button', { name: 'Request changes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click()
    await header(page).getByText('Changes requested by Ada').waitFor()
  },
)

test('the comments can be resized, and the image can fill the window', needsBrowser, async () => {
  const id = await uploadStill('Panel.png')
  const page = await app.open(`/files/${id}`, { user: ada })
  const comments = page.getByRole('complementary')
  const stage = page.getByRole('region', { name: 'Panel.png' })
  await comments.waitFor()
  const handle = page.getByRole('separator', { name: 'Resize comments' })
  const before = (await comments.boundingBox())!.width
  await handle.press('ArrowLeft')
  assert.equal((await comments.boundingBox())!.width, before + 32)
  await page.keyboard.press('\\')
  await comments.waitFor({ state: 'hidden' })
  assert.equal((await stage.boundingBox())!.width, 1440)
  await page.keyboard.press('|')
  await header(page).waitFor({ state: 'hidden' })
  assert.deepEqual(await stage.boundingBox(), { x: 0, y: 0, width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show comments' }).click()
  await comments.waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Show or hide comments').waitFor()
  await requireAccessible(page)

  const phone = await app.open(`/files/${id}`, { user: ada, size: 'phone' })
  const panel = phone.getByRole('complementary')
  await panel.waitFor()
  const small = (await panel.boundingBox())!.height
  await phone.getByRole('separator', { name: 'Resize comments' }).press('End')
  assert.ok((await panel.boundingBox())!.height > small)
  await choose(phone, 'More about this file', 'Details')
  await phone.getByRole('dialog').getByText('640 × 360 pixels').waitFor()
})

test('a person viewing a file sees a notice when it is deleted', needsBrowser, async () => {
  const id = await uploadStill('Gone.png')
  const page = await app.open(`/files/${id}`, { user: grace, allow: [/status of 404/] })
  await page.getByRole('heading', { name: 'Gone.png' }).waitFor()
  await page.getByRole('complementary').waitFor()
  await client.files.delete(id)
  await page.getByText('This file is no longer available').waitFor()
  await page.getByRole('link', { name: 'Open the project' }).click()
  await page.getByRole('link', { name: 'Files' }).waitFor()
})
