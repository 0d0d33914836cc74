// Names and avatars as people set them in the settings, and as others see them.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { colourAt, loadImage, twoColours } from '../../server/test/helpers/avatars.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { layoutFaults } from './layout-rules.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const cropDialog = (page: Page) => page.getByRole('dialog', { name: 'Crop image' })
const area = (page: Page) => page.getByRole('group', { name: 'Position of the image' })

async function choose(page: Page, image: Buffer, mimeType = 'image/png') {
  await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType, buffer: image })
  await cropDialog(page).waitFor()
}

async function cropLoaded(page: Page) {
  await page.getByLabel('Zoom').waitFor()
}

/** Saves a screenshot when an output folder is set. */
async function saveScreenshot(page: Page, name: string) {
  const folder = process.env.AVATAR_SCREENSHOTS
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

test('a new name and avatar appear for another person at once; text is no avatar', needsBrowser, async () => {
  const ann = await world.person({ name: 'Ann' })
  const { id } = await world.project({ owner: ann })
  const bob = await world.member(id, 'PROJECT_MEMBER', { name: 'Bob' })
  await world.call(`POST /api/projects/${id}/comments`, { key: ann.key, body: { content: 'First look.' } })
  const watching = await app.open(`/projects/${id}/comments`, { user: bob })
  await watching.getByText('First look.').waitFor()
  assert.equal(await watching.locator('main img').count(), 0)

  const page = await app.open('/settings/profile', { user: ann })
  await button(page, 'Upload avatar').waitFor()
  await choose(page, await twoColours(400, 200).png().toBuffer())
  await cropLoaded(page)
  // By keyboard, to the blue right half.
  await area(page).focus()
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight')
  await saveScreenshot(page, 'crop-desktop-dark')
  await cropDialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Avatar saved.').waitFor()
  await page.getByLabel('Display name in Studio').fill('Ann (Edit)')
  await button(page, 'Save').click()
  await button(page, 'Ann (Edit), Studio').waitFor()
  await saveScreenshot(page, 'profile-desktop-dark')

  await watching.getByText('Ann (Edit)').first().waitFor()
  const src = await watching.locator('main img').first().getAttribute('src')
  assert.match(src!, /\/avatars\/[0-9a-f-]{36}\?size=64$/)
  const { bytes } = await loadImage(src!)
  assert.equal(await colourAt(bytes, 10, 32), 'blue')

  await button(page, 'Remove avatar').click()
  await page.getByText('Avatar removed.').waitFor()
  await watching.locator('main img').first().waitFor({ state: 'detached' })
  await page.getByLabel('Display name in Studio').fill('')
  await button(page, 'Save').click()
  await button(page, 'Ann, Studio').waitFor()

  // A file that is not an image is refused in the dialog.
  await choose(page, Buffer.from('not an image'))
  await page.getByRole('alert').getByText('could not be opened').waitFor()
  assert.ok(await cropDialog(page).getByRole('button', { name: 'Save' }).isDisabled())
  await cropDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await cropDialog(page).waitFor({ state: 'detached' })
})

test('the image is dragged and zoomed, and a second one replaces the first', needsBrowser, async () => {
  const user = await world.person({ name: 'Dora' })
  const page = await app.open('/settings/profile', { user, size: 'phone', theme: 'light' })
  const save = async () => {
    await cropDialog(page).getByRole('button', { name: 'Save' }).click()
    await cropDialog(page).waitFor({ state: 'detached' })
    const { body } = await world.call('GET /api/account', { key: await world.session(user.userId) })
    return body.data.avatarUrl as string
  }
  await choose(page, await twoColours(400, 200).png().toBuffer())
  await cropLoaded(page)
  assert.deepEqual(await layoutFaults(page, { touch: true }), [])
  await requireAccessibleInBothThemes(page)
  await saveScreenshot(page, 'crop-phone-light')
  const box = (await area(page).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  // Drag to the right: the part left of the square moves into it.
  await page.mouse.move(box.x + box.width * 2, box.y + box.height / 2, { steps: 8 })
  await page.mouse.up()
  await page.getByLabel('Zoom').fill('2')
  const first = await save()
  assert.equal(await colourAt((await loadImage(first)).bytes, 500, 256), 'red')

  await button(page, 'Replace avatar').waitFor()
  await choose(page, await twoColours(300, 300).jpeg().toBuffer(), 'image/jpeg')
  await cropLoaded(page)
  const second = await save()
  assert.notEqual(second, first)
  assert.equal(await colourAt((await loadImage(second)).bytes, 500, 256), 'blue')
  await saveScreenshot(page, 'profile-phone-light')
})

test(
  'owners change the name and avatar of the workspace; members have no such page',
  needsBrowser,
  async () => {
    const workspaceId = await world.workspace('Northlight')
    const owner = await world.person({ workspaceId, role: 'OWNER', name: 'Olga' })
    const member = await world.person({ workspaceId, role: 'MEMBER', name: 'Max' })
    const page = await app.open('/settings/workspace', { user: owner, workspaceId })
    await page.getByLabel('Name', { exact: true }).fill('Southlight')
    await button(page, 'Save').click()
    await button(page, 'Olga, Southlight').waitFor()
    await choose(page, await twoColours(200, 200).png().toBuffer())
    await cropLoaded(page)
    await cropDialog(page).getByRole('button', { name: 'Save' }).click()
    await button(page, 'Replace avatar').waitFor()
    await saveScreenshot(page, 'workspace-desktop-dark')

    const theirs = await app.open('/settings/profile', { user: member, workspaceId })
    await button(theirs, 'Max, Southlight').waitFor()
    assert.equal(await theirs.getByRole('link', { name: 'Workspace' }).count(), 0)
    const { body } = await world.call('GET /api/account', {
      key: await world.session(member.userId, workspaceId),
    })
    assert.equal((await loadImage(body.data.workspace.avatarUrl)).status, 200)
  },
)
