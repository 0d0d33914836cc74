// The command menu (⌘K or Ctrl+K), by keyboard only.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import { requireAccessibleInBothThemes } from './axe.ts'
import { needsBrowser, setSize, sizes, startApp } from './start-app.ts'

const app = await startApp()
const { id, owner } = await app.world.project({ name: 'Harbour' })
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const file = await client.files.upload(id, Buffer.from('Notes'), { name: 'Notes of the day.txt' })

test('the command menu opens pages, projects and files, and runs shortcuts', needsBrowser, async () => {
  const page = await app.open('/', { user: owner })
  const options = page.getByRole('option')
  const open = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).pressSequentially(typed)
  }
  await page.getByRole('link', { name: 'Harbour' }).first().waitFor()
  await open('passk')
  await options.filter({ hasText: 'Passkeys' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/settings/passkeys')
  await page.goto('/')
  await page.getByRole('link', { name: 'Harbour' }).first().waitFor()

  await open('new pro')
  await options.filter({ hasText: 'New project' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New project' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await open('harb')
  await options.filter({ hasText: 'Harbour' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/projects/${id}`)
  await page.getByRole('heading', { name: 'Harbour' }).waitFor()

  // Files of the open project are found, also from the review room while somebody types.
  await open('notes of')
  await options.filter({ hasText: 'Notes of the day.txt' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/files/${file.id}`)
  await page.locator('main textarea').first().click()
  await open('people')
  await options.filter({ hasText: 'Harbour' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/projects/${id}/people`)
  await page.keyboard.press('Control+k')
  await page.getByRole('group', { name: 'Recent' }).getByText('Notes of the day.txt').waitFor()
})

for (const [upright, turned] of [
  ['phone', 'landscape'],
  ['desktop', 'tablet'],
] as const) {
  test(`the command menu fits and is accessible: ${upright}, ${turned}`, needsBrowser, async () => {
    const page = await app.open(`/projects/${id}`, { user: owner, size: upright })
    for (const size of [upright, turned]) {
      await setSize(page, sizes[size])
      await page.getByRole('heading', { name: 'Harbour' }).waitFor()
      await page.getByRole('banner').getByRole('button').last().click()
      await page.getByRole('menuitem', { name: /Search and commands/ }).click()
      await page.getByRole('option').first().waitFor()
      const box = (await page.getByRole('dialog').boundingBox())!
      const { width, height } = sizes[size]
      assert.ok(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box))
      if (size === 'desktop') await requireAccessibleInBothThemes(page)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })
}
