// Pages that the server renders, and guests by link: at every size, in both themes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { requireAccessibleInBothThemes } from './axe.ts'
import { devices, follow, needsBrowser, resize, startApp, views } from './start-app.ts'

const app = await startApp({ work: true, findProcessor: 'configured' })
const { world } = app
const ann = await world.person({ name: 'Ann Lee', role: 'OWNER' })
const { id: projectId } = await world.project({ owner: ann, name: 'Night Harbour' })
const client = new Dailies({ baseUrl: world.url, token: ann.key })

const image = { width: 1280, height: 720, channels: 3 as const, background: '#456' }
const still = await client.files.upload(projectId, await sharp({ create: image }).png().toBuffer(), {
  name: 'Shot.png',
})
await client.files.waitFor(still.id, { until: 'processed' })
const { id: linkId } = await client.accessLinks.create(projectId, { role: 'PROJECT_REVIEWER' })
const { accessKey } = await client.accessLinks.get(linkId)

async function requireFits(page: Page): Promise<void> {
  const [width, window] = (await page.evaluate(
    '[document.documentElement.scrollWidth, innerWidth]',
  )) as number[]
  assert.ok(width! <= window!, `the page is ${width} px wide in a window of ${window} px`)
  for (const control of await page.locator('button:visible, input:visible').all()) {
    const { height } = (await control.boundingBox())!
    assert.ok(height >= 40, `${await control.innerText()} is ${height} px high`)
  }
}

for (const { device, views } of devices) {
  const [upright, turned] = views

  test(
    `the join page shows the cover, the project, the inviter and the role: ${device}`,
    needsBrowser,
    async () => {
      const page = await app.open(`/join/${accessKey}`, upright)
      await page.getByText('Ann Lee invites you to').waitFor()
      await page.getByRole('heading', { name: 'Night Harbour' }).waitFor()
      await page.getByText('You can watch, comment, and approve.').waitFor()
      const cover = page.locator('img.cover')
      assert.ok(await cover.evaluate((element: HTMLImageElement) => element.decode().then(() => true)))
      await requireAccessibleInBothThemes(page)
      for (const view of views) {
        await resize(page, view)
        await requireFits(page)
        // Everything needed is on the first screen, also on a phone in landscape.
        const { y, height } = (await page.getByRole('button', { name: 'Join' }).boundingBox())!
        assert.ok(y + height <= page.viewportSize()!.height, `Join ends at ${y + height}: ${view.size}`)
      }
      await page.getByLabel('Your name').fill(`Gus, ${device}`)
      await page.getByRole('button', { name: 'Join' }).click()
      await page.waitForURL(`**/projects/${projectId}`)
      await page.getByRole('heading', { name: 'Night Harbour' }).waitFor()
    },
  )

  test(
    `the forgot-password page says whom to ask, and shows no command: ${device}`,
    needsBrowser,
    async () => {
      const page = await app.open('/forgot', upright)
      await page.getByText('Ask the person who runs this server for a reset link.').waitFor()
      assert.equal(await page.locator('code').count(), 0)
      for (const view of views) {
        await resize(page, view)
        assert.doesNotMatch(await page.locator('body').innerText(), /npm|dailies --|admin/)
        await requireFits(page)
      }
    },
  )

  test(
    `the first sign-in opens the demo with two steps that cover neither image nor composer: ${device}`,
    needsBrowser,
    async () => {
      await world.database.sql`update workspaces set demo_file_id = ${still.id}`
      const page = await app.open('/welcome', { user: ann, ...upright })
      await page.waitForURL(`**/files/${still.id}**`)
      const hint = page.getByRole('region', { name: 'Getting started' })
      const composer = page.getByRole('textbox', { name: 'Comment', exact: true })
      await hint.getByText('1 of 2').waitFor()
      for (const view of [turned, upright]) {
        await resize(page, view)
        // On a phone in landscape, the comments and the hint are in a drawer.
        if (view.size === 'landscape' && !(await hint.isVisible())) continue
        const box = (await hint.boundingBox())!
        const image = (await page.getByRole('region', { name: 'Shot.png' }).boundingBox())!
        const [x, y] = [image.x + image.width / 2, image.y + image.height / 2]
        const covers = x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
        assert.ok(!covers, `the hint covers the centre of the image: ${view.size}`)
        const field = (await composer.boundingBox())!
        assert.ok(field.y >= box.y + box.height, `the hint covers the composer: ${view.size}`)
      }
      await hint.getByRole('button', { name: 'click here' }).click()
      assert.ok(await composer.evaluate((element) => element === document.activeElement))
      await hint.getByText('2 of 2').waitFor()
      await hint.getByRole('button', { name: 'Share' }).click()
      await page.getByRole('dialog', { name: 'Share' }).waitFor()
      await page.keyboard.press('Escape')
      await page.reload()
      await composer.waitFor()
      assert.equal(await hint.count(), 0, 'shown once')
    },
  )
}

test('guests are shown by name, never by a generated address', needsBrowser, async () => {
  const joined = await world.call('POST /api/access-links/join', { body: { accessKey, name: 'Gus Client' } })
  assert.equal(joined.status, 200)
  const page = await app.open(`/projects/${projectId}/people`, { user: ann })
  for (const [path, text] of [
    [`/projects/${projectId}/people`, 'Guest by link'],
    [`/files/${still.id}`, 'Shot.png'],
    ['/settings/members', 'Guest by link'],
  ] as const) {
    await follow(page, path)
    for (const view of views) {
      await resize(page, view)
      await page.locator('main').getByText(text).first().waitFor()
      assert.doesNotMatch(await page.locator('body').innerText(), /\.invalid|guest-/)
    }
  }
})
