// Toasts never cover controls, and never contradict each other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { devices, needsBrowser, resize, startApp } from './start-app.ts'

const app = await startApp()

const toastsOf = (page: Page) => page.locator('div[data-type=done], div[data-type=problem]')

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test(
  'in the room a toast covers neither the composer nor its button nor the header',
  needsBrowser,
  async (t) => {
    const { id, owner } = await app.world.project()
    const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
    const still = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#356' } })
      .png()
      .toBuffer()
    const file = await client.files.upload(id, still, { name: 'Still.png' })
    for (const { device, views } of devices)
      await t.test(device, async () => {
        const page = await app.open(`/files/${file.id}`, { user: owner, ...views[0] })
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        for (const view of views) {
          await resize(page, view)
          // A toast of the review room: copying the link to the file.
          await page
            .getByRole('button', { name: /Copy link|Share|More about this file/ })
            .first()
            .click()
          await page
            .getByRole('menuitem', { name: /^Copy link/ })
            .first()
            .click()
          const toast = toastsOf(page).filter({ hasText: 'copied' })
          // It stays while the pointer is on it. In the room, only its buttons take the pointer.
          await toast.locator('button').hover()
          const box = (await toast.boundingBox())!
          const { width, height } = page.viewportSize()!
          assert.ok(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height)
          for (const kept of [
            page.getByRole('button', { name: 'Comment', exact: true }),
            page.locator('main textarea, main [contenteditable=true]'),
            page.locator('header'),
            page.getByRole('slider', { name: /Position|Timeline|Time/ }),
          ])
            for (const one of await kept.all())
              if (await one.isVisible())
                assert.ok(!(await overlap(toast, one)), `${view.size}: covers ${one}`)
        }
      })
  },
)

test(
  'a second toast on the same subject replaces the first; at most three are shown',
  needsBrowser,
  async () => {
    const { owner } = await app.world.project()
    const page = await app.open('/settings/profile', { user: owner })
    const toasts = toastsOf(page)
    for (const name of ['Anna', 'Annie', 'Ann']) {
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: new RegExp(`^${name},`) }).waitFor()
    }
    await toasts.getByText('Profile saved.').waitFor()
    assert.equal(await toasts.count(), 1)
  },
)

test('a success removes the toast of the previous failure', needsBrowser, async () => {
  const owner = await app.world.person({ role: 'OWNER' })
  await app.world.person({ name: 'Otto' })
  const page = await app.open('/settings/members', { user: owner, allow: [/status of 500/] })
  const choose = async (role: string) => {
    await page.getByLabel('Role of Otto').click()
    await page.getByRole('option', { name: role }).click()
  }
  const failure = { status: 500, code: 'internal', message: 'Something went wrong.', requestId: 'r-1' }
  await page.route('**/api/workspace-members/**', (route) => route.fulfill({ status: 500, json: failure }), {
    times: 1,
  })
  await choose('Guest')
  const toasts = toastsOf(page)
  await toasts.getByText(failure.message).waitFor()
  await choose('Guest')
  await toasts.getByText('Otto is now Guest.').waitFor()
  assert.equal(await toasts.count(), 1)
})
