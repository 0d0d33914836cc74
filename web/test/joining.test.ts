// Pages that the server renders, and guests by link: at every size, in both themes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { requireAccessible } from './axe.ts'
import { nameOf, needsBrowser, startApp, views } from './start-app.ts'

const app = await startApp({ work: true, findProcessor: 'configured' })
const { world } = app
const ann = await world.person({ name: 'Ann Lee', role: 'OWNER' })
const { id: projectId } = await world.project({ owner: ann, name: 'Night Harbour' })
const client = new Dailies({ baseUrl: world.url, token: ann.key })

const image = { width: 1280, height: 720, channels: 3 as const, background: '#456' }
const still = await client.files.upload(projectId, await sharp({ create: image }).png().toBuffer(), {
  name: 'Shot.png',
})
while ((await client.files.get(still.id)).media?.state !== 'READY')
  await new Promise((done) => setTimeout(done, 50))
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

test('the join page shows the cover, the project, the inviter and the role', needsBrowser, async (t) => {
  for (const view of views) {
    await t.test(nameOf(view), async () => {
      const page = await app.open(`/join/${accessKey}`, view)
      await page.getByText('Ann Lee invites you to').waitFor()
      await page.getByRole('heading', { name: 'Night Harbour' }).waitFor()
      await page.getByText('You can watch, comment, and approve.').waitFor()
      const cover = page.locator('img.cover')
      assert.ok(await cover.evaluate((element: HTMLImageElement) => element.decode().then(() => true)))
      await requireFits(page)
      await requireAccessible(page)
      // Everything needed is on the first screen, also on a phone in landscape.
      const { y, height } = (await page.getByRole('button', { name: 'Join' }).boundingBox())!
      assert.ok(y + height <= page.viewportSize()!.height, `Join ends at ${y + height}`)
      await page.getByLabel('Your name').fill(`Gus, ${nameOf(view)}`)
      await page.getByRole('button', { name: 'Join' }).click()
      await page.waitForURL(`**/projects/${projectId}`)
      await page.getByRole('heading', { name: 'Night Harbour' }).waitFor()
    })
  }
})

test('guests are shown by name, never by a generated address', needsBrowser, async (t) => {
  const joined = await world.call('POST /api/access-links/join', { body: { accessKey, name: 'Gus Client' } })
  assert.equal(joined.status, 200)
  for (const view of views) {
    await t.test(nameOf(view), async () => {
      for (const path of [`/projects/${projectId}/people`, '/settings/members', `/files/${still.id}`]) {
        const page = await app.open(path, { user: ann, ...view })
        await page
          .locator('main')
          .getByText(path.startsWith('/files') ? 'Shot.png' : 'Guest by link')
          .first()
          .waitFor()
        assert.doesNotMatch(await page.locator('body').innerText(), /\.invalid|guest-/)
        await page.context().close()
      }
    })
  }
})

test('the forgot-password page says whom to ask, and shows no command', needsBrowser, async (t) => {
  for (const view of views) {
    await t.test(nameOf(view), async () => {
      const page = await app.open('/forgot', view)
      await page.getByText('Ask the person who runs this server for a reset link.').waitFor()
      assert.doesNotMatch(await page.locator('body').innerText(), /npm|dailies --|admin/)
      assert.equal(await page.locator('code').count(), 0)
      await requireFits(page)
    })
  }
})

test(
  'the first sign-in opens the demo with two steps that cover neither image nor composer',
  needsBrowser,
  async (t) => {
    await world.database.sql`update workspaces set demo_file_id = ${still.id}`
    for (const view of views) {
      await t.test(nameOf(view), async () => {
        const page = await app.open('/welcome', { user: ann, ...view })
        await page.waitForURL(`**/files/${still.id}**`)
        const hint = page.getByRole('region', { name: 'Getting started' })
        // On a phone in landscape, the comments and the hint are in a drawer.
        if (view.size === 'landscape' && !(await hint.isVisible())) return
        await hint.getByText('1 of 2').waitFor()
        const box = (await hint.boundingBox())!
        const image = (await page.getByRole('region', { name: 'Shot.png' }).boundingBox())!
        const [x, y] = [image.x + image.width / 2, image.y + image.height / 2]
        const covers = x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
        assert.ok(!covers, 'the hint covers the centre of the image')
        const composer = page.getByRole('textbox', { name: 'Comment', exact: true })
        const field = (await composer.boundingBox())!
        assert.ok(field.y >= box.y + box.height, 'the hint covers the composer')
        await hint.getByRole('button', { name: 'click here' }).click()
        assert.ok(await composer.evaluate((element) => element === document.activeElement))
        await hint.getByText('2 of 2').waitFor()
        await hint.getByRole('button', { name: 'Share' }).click()
        await page.getByRole('dialog', { name: 'Share' }).waitFor()
        await page.keyboard.press('Escape')
        await page.reload()
        await composer.waitFor()
        assert.equal(await hint.count(), 0, 'shown once')
      })
    }
  },
)
