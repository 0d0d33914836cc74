// Requesting an approval, giving it, sharing and joining: the number of clicks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { requireAccessible } from './axe.ts'
import { needsBrowser, setSize, sizes, startApp } from './start-app.ts'

const app = await startApp({ work: true, findProcessor: 'configured' })
const { world } = app
const ann = await world.person({ name: 'Ann Lee' })
const { id: projectId } = await world.project({ owner: ann, name: 'Night Harbour' })
const bo = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Bo Lindqvist' })
const client = new Dailies({ baseUrl: world.url, token: ann.key })

async function uploadStill(name: string): Promise<string> {
  const image = { width: 160, height: 90, channels: 3 as const, background: '#456' }
  const { id } = await client.files.upload(projectId, await sharp({ create: image }).png().toBuffer(), {
    name,
  })
  const { media } = await client.files.waitFor(id, { until: 'processed' })
  assert.equal(media?.state, 'READY')
  return id
}

const stills =
  'skip' in needsBrowser ? [] : [await uploadStill('SC12_SH040.png'), await uploadStill('Poster.png')]

/** Clicks, and counts them. */
function counter() {
  let clicks = 0
  return {
    click: async (target: Locator) => {
      clicks++
      await target.click()
    },
    count: () => clicks,
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const isCompact = (size: string) => size !== 'desktop'

async function clipboard(page: Page): Promise<URL> {
  return new URL(String(await page.evaluate('navigator.clipboard.readText()')))
}

function allowClipboard(page: Page) {
  return page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
}

async function requireNoOverflow(page: Page): Promise<void> {
  const [width, window] = (await page.evaluate(
    '[document.documentElement.scrollWidth, innerWidth]',
  )) as number[]
  assert.ok(width! <= window!, `the page is ${width} px wide in a window of ${window} px`)
}

test('requesting a review from the list of files takes 4 clicks, the link copied', needsBrowser, async () => {
  const id = await uploadStill('SC14_SH010.png')
  const page = await app.open(`/projects/${projectId}`, { user: ann })
  await allowClipboard(page)
  const { click, count } = counter()
  await click(page.getByRole('link', { name: 'SC14_SH010.png' }))
  await click(button(page, 'Request review'))
  const dialog = page.getByRole('dialog', { name: 'Request review' })
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'SC14_SH010 v1')
  await requireAccessible(page)
  await click(dialog.getByRole('button', { name: 'Request review' }))
  await click(
    page.getByRole('dialog', { name: 'Review requested' }).getByRole('button', { name: 'Copy review link' }),
  )
  await page.getByText('Copied').waitFor()
  assert.equal(count(), 4)
  const { pathname, searchParams } = await clipboard(page)
  assert.equal(pathname, `/files/${id}`)
  // The second person opens it and sees the verdict.
  const theirs = await app.open(`${pathname}?${searchParams}`, { user: bo })
  await button(theirs, 'Approve this file').waitFor()

  // A link for people without an account opens the same place, after the joining page.
  await page
    .getByRole('region', { name: 'Link for guests' })
    .getByRole('button', { name: 'Copy link' })
    .click()
  await page.getByText('Link copied.').waitFor()
  const door = await clipboard(page)
  assert.match(door.pathname, /^\/join\/\w+$/)
  assert.equal(door.searchParams.get('next'), `${pathname}?${searchParams}`)
  const guest = await app.open(`${door.pathname}${door.search}`, { size: 'phone' })
  await guest.getByLabel('Your name').fill('Gus')
  await button(guest, 'Join').click()
  await guest.waitForURL(`**${pathname}?**`)
  await button(guest, 'Review: Needs review').waitFor()
})

test('sharing takes at most 3 clicks from the project and from the review room', needsBrowser, async () => {
  const page = await app.open(`/projects/${projectId}`, { user: ann })
  await allowClipboard(page)
  const fromProject = counter()
  await fromProject.click(button(page, 'Share'))
  await requireAccessible(page)
  await fromProject.click(page.getByRole('dialog').getByRole('button', { name: 'Copy link' }))
  await page
    .getByText(/^(Link copied\.|Copied)$/)
    .first()
    .waitFor()
  assert.ok(fromProject.count() <= 3)
  const first = await clipboard(page)

  // The second time, the same link is reused: links do not pile up.
  await page.goto(`/files/${stills[0]}`)
  const fromRoom = counter()
  await fromRoom.click(button(page, 'More about this file'))
  await fromRoom.click(page.getByRole('menuitem', { name: 'Share…' }))
  await fromRoom.click(page.getByRole('dialog').getByRole('button', { name: 'Copy link' }))
  await page.getByText('Copied').waitFor()
  assert.ok(fromRoom.count() <= 3)
  const second = await clipboard(page)
  assert.equal(second.pathname, first.pathname)
  assert.equal(second.searchParams.get('next'), `/files/${stills[0]}`)
  // Selecting another role creates nothing.
  const before = await client.accessLinks.list(projectId)
  await page.getByRole('combobox', { name: 'People with the link join as' }).click()
  await page.getByRole('option', { name: 'Member', exact: true }).click()
  await page.getByText('Created when you copy it').waitFor()
  assert.equal((await client.accessLinks.list(projectId)).length, before.length)
})

/** On a small screen the verdict is in a popover. */
async function requireVerdictInReach(page: Page, size: keyof typeof sizes): Promise<void> {
  if (isCompact(size)) await button(page, 'Review: Needs review').click()
  const approve = button(page, 'Approve 2 files')
  await approve.waitFor()
  await requireNoOverflow(page)
  if (!isCompact(size)) return
  const { height } = (await approve.boundingBox())!
  assert.ok(height >= 40, `${height} px high`)
  await page.keyboard.press('Escape')
  await approve.waitFor({ state: 'detached' })
}

test(
  'a verdict names its files and reviewer, can be undone, and appears for others',
  needsBrowser,
  async (t) => {
    // The review is deleted while it is open.
    const allow = [/status of 404 .*api\/versions/]
    const watching = await app.open('/', { user: ann, allow })
    for (const [size, turned] of [
      ['phone', 'landscape'],
      ['desktop', 'tablet'],
    ] as const) {
      await t.test(`${size}, ${turned}`, async () => {
        const name = `Cut on a ${size}`
        const review = await client.versions.create(projectId, { name, files: stills.map((id) => ({ id })) })
        const page = await app.open(`/files/${stills[0]}?version=${review.id}`, { user: bo, allow, size })
        for (const one of [turned, size]) {
          await setSize(page, sizes[one])
          await requireVerdictInReach(page, one)
        }
        const open = async (status: string) => {
          if (isCompact(size)) await button(page, `Review: ${status}`).click()
        }
        await watching.goto(`/files/${stills[0]}?version=${review.id}`)
        await button(watching, 'Approve 2 files').waitFor()
        await open('Needs review')
        await button(page, 'Approve 2 files').click()
        const toast = page.getByRole('dialog').filter({ hasText: `Approved: ${name}` })
        await watching.getByText('Approved by Bo Lindqvist, just now').waitFor()
        assert.match((await watching.locator('main header time').getAttribute('title'))!, /\d\d:\d\d/)
        await toast.getByRole('button', { name: 'Undo' }).click()
        await button(watching, 'Approve 2 files').waitFor()

        // The second time, and undone where it was given.
        await open('Needs review')
        await button(page, 'Reject').click()
        await page.getByRole('dialog', { name: 'Reject?' }).getByRole('button', { name: 'Reject' }).click()
        await watching.getByText('Rejected by Bo Lindqvist').waitFor()
        await open('Rejected')
        await page.locator('main header, [role=dialog]').getByRole('button', { name: 'Undo' }).first().click()
        await button(watching, 'Approve 2 files').waitFor()
        await client.versions.delete(review.id)
        await page.context().close()
      })
    }
  },
)

test('a shortcut for a verdict asks for confirmation', needsBrowser, async () => {
  const review = await client.versions.create(projectId, { name: 'By key', files: [{ id: stills[1]! }] })
  const page = await app.open(`/files/${stills[1]}`, { user: bo })
  await button(page, 'Approve this file').waitFor()
  for (const [key, title, status] of [
    ['Shift+R', 'Request changes?', 'NEED_REVIEW'],
    ['Shift+A', 'Approve this file?', 'APPROVED'],
  ] as const) {
    await page.keyboard.press(key)
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    await page.keyboard.press(status === 'APPROVED' ? 'Enter' : 'Escape')
    await dialog.waitFor({ state: 'detached' })
    if (status === 'APPROVED') await page.getByText('Approved by Bo Lindqvist').waitFor()
    assert.equal((await client.versions.get(review.id)).status, status)
  }
  // An open page would ask for the deleted version.
  await page.context().close()
  await client.versions.delete(review.id)
})
