// The whole workflow, by clicks only: from signing in to a guest who joins by a link. Once on a desktop, once on a
// phone.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { hashPassword } from '../../server/src/auth/passwords.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { rateClips } from '../../server/test/media-corpus/clips.ts'
import { makeClip } from '../../server/test/media-corpus/make-clip.ts'
import { choose } from './controls.ts'
import { readFrames } from './frame-numbers.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { world } = app
const disk = mkdtempSync(join(tmpdir(), 'dailies-journey-'))
after(() => rmSync(disk, { recursive: true, force: true }))

const clip = { ...rateClips.find(({ rate }) => rate === '25/1')!, name: 'Ferry' }
const shorter = { ...clip, name: 'Ferry 2', frames: 44 }
const videos = 'skip' in options ? [] : [await makeClip(clip, disk), await makeClip(shorter, disk)]

const password = 'a long enough password'
async function somebody(name: string) {
  const person = await world.person({ name })
  const hash = await hashPassword(password)
  await world.database.sql`update users set password_hash = ${hash} where id = ${person.userId}`
  return person
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name })
const panel = (page: Page) => page.getByRole('complementary')
const thread = (page: Page, text: string) => panel(page).getByRole('listitem').filter({ hasText: text })
const drawing = (page: Page) => page.getByRole('img', { name: 'Drawing on the image' })

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await button(page, 'Sign in').click()
  await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('heading', { name: /project/i, level: 1 }).waitFor()
}

/** Clicks a control that opens a file dialog, and chooses a file. */
async function giveFile(page: Page, click: () => Promise<void>, file: Parameters<Page['setInputFiles']>[1]) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click()])
  await chooser.setFiles(file)
}

async function inMenu(page: Page, item: string): Promise<void> {
  await button(page, 'More about this file').click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function openFilm(page: Page, project: string): Promise<void> {
  await page.getByRole('link', { name: project }).click()
  await card(page, 'Ferry').getByRole('link').click()
  await page.locator('[aria-busy=false] [data-frame]').waitFor()
}

/** Videos that are about to change their source: the proxy is not ready, or a second element loads it. */
const changing = 'video:is([data-plays=original], [data-plays=partial], [data-stand-in])'

/** The page displays this frame number, and the video shows this frame. */
async function requireFrame(page: Page, frame: number): Promise<void> {
  for (;;) {
    await page.locator(changing).first().waitFor({ state: 'detached' })
    await page.locator('[aria-busy=false] [data-frame]').getByText(String(frame), { exact: true }).waitFor()
    const shown = await readFrames(page.locator('video'))
    // The proxy may have become ready meanwhile.
    if ((await page.locator(changing).count()) > 0) continue
    for (const one of shown) assert.equal(one, frame)
    return
  }
}

async function goTo(page: Page, frame: number): Promise<void> {
  await page.locator('button:has([data-frame])').click()
  await page.getByLabel('Timecode or frame to go to').fill(String(frame))
  await page.keyboard.press('Enter')
  await requireFrame(page, frame)
}

/** Draws a line from one corner of the image towards the other: by touch if available. */
async function draw(page: Page, byFinger: boolean): Promise<void> {
  // The tools of the pen take space from the image: wait until it has its size.
  await page.getByTestId('sheet').click({ trial: true })
  const { x, y, width, height } = (await page.locator('video').boundingBox())!
  const points = [0.2, 0.4, 0.6].map((part) => ({ x: x + part * width, y: y + part * height }))
  if (byFinger) {
    const session = await page.context().newCDPSession(page)
    for (const [index, point] of points.entries())
      await session.send('Input.dispatchTouchEvent', {
        type: index === 0 ? 'touchStart' : 'touchMove',
        touchPoints: [point],
      })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    return session.detach()
  }
  for (const [index, point] of points.entries()) {
    await page.mouse.move(point.x, point.y)
    if (index === 0) await page.mouse.down()
  }
  await page.mouse.up()
}

for (const size of ['desktop', 'phone'] as const) {
  test(`from signing in to a guest by link, ${size}`, options, async (t) => {
    const isPhone = size === 'phone'
    const project = `The Last Ferry, ${size}`
    const reviewer = isPhone ? 'Gro Dahl' : 'Bo Lindqvist'
    const [ann, bo] = [await somebody('Ann Lee'), await somebody(reviewer)]
    const page = await app.open('/', { size })

    await t.test('signs in and creates a project', async () => {
      await signIn(page, ann.email)
      await button(page, 'New project').first().click()
      const form = page.getByRole('dialog', { name: 'New project' })
      await form.getByLabel('Name').fill(project)
      await button(page, 'Create project').click()
      await page.getByRole('heading', { name: project }).waitFor()
    })

    await t.test('adds a member', async () => {
      await page.getByRole('link', { name: 'People' }).click()
      await button(page, 'Add people').click()
      await page.getByLabel('Search by name or email').fill(reviewer)
      await page.getByRole('checkbox', { name: reviewer }).check()
      await choose(page.getByRole('combobox', { name: 'Role' }), 'Reviewer')
      await button(page, 'Add').click()
      await page.getByRole('listitem').filter({ hasText: reviewer }).waitFor()
      await page.getByRole('link', { name: 'Files' }).click()
    })

    await t.test('uploads a video, and opens it when it can be played', async () => {
      await giveFile(page, () => button(page, 'Upload').first().click(), videos[0]!)
      await card(page, 'Ferry.mp4').locator('img').waitFor({ timeout: 120_000 })
      await card(page, 'Ferry.mp4').getByRole('link').click()
      await requireFrame(page, 0)
    })

    const other = await app.open('/', { size })
    await t.test('a second person finds the project and the video', async () => {
      await signIn(other, bo.email)
      await openFilm(other, project)
      await other.getByText('No comments yet').waitFor()
    })

    await t.test('steps to a frame, draws on it and comments; the other person sees it', async () => {
      await goTo(page, 6)
      await button(page, 'One frame on').click()
      await requireFrame(page, 7)
      const field = panel(page).getByRole('textbox', { name: 'Comment', exact: true })
      await field.click()
      await button(page, 'Draw on the image').click()
      await draw(page, isPhone)
      await drawing(page).locator('path').waitFor()
      await field.fill('Too dark here.')
      await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
      await thread(other, 'Too dark here.').getByRole('button', { name: '00:00:00:07' }).click()
      await requireFrame(other, 7)
      await drawing(other).locator('path').waitFor()
    })

    await t.test('the other person replies, reacts and attaches a file, which appears at once', async () => {
      await thread(other, 'Too dark').getByRole('button', { name: 'React' }).first().click()
      await other.getByPlaceholder('Search emoji').fill('thumbs up')
      await other
        .getByRole('gridcell', { name: /thumbs up/i })
        .first()
        .click()
      await button(page, `👍 1 from ${reviewer}`).waitFor()
      await thread(other, 'Too dark').getByRole('button', { name: 'Reply' }).click()
      const reply = other.getByRole('form', { name: 'Reply' })
      await reply.getByRole('textbox', { name: 'Reply' }).fill('As in the sketch.')
      await giveFile(other, () => reply.getByRole('button', { name: 'Attach files' }).click(), {
        name: 'sketch.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('More light from the left.'),
      })
      await reply.getByRole('button', { name: 'Reply', exact: true }).click()
      await thread(page, 'Too dark').getByText('As in the sketch.').waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, /^Download sketch.txt/).click(),
      ])
      assert.equal(download.suggestedFilename(), 'sketch.txt')
    })

    await t.test('a new revision is uploaded, offered to the other person, and compared', async () => {
      await giveFile(page, () => inMenu(page, 'Upload a new revision…'), videos[1]!)
      await other.getByText('v2 is available').waitFor()
      await other.getByRole('link', { name: 'Open v2' }).click()
      await button(other, /^v2 of 2/).waitFor()
      await requireFrame(other, 7)
      await inMenu(other, 'Compare…')
      await other.getByText('Side by side').waitFor()
      await requireFrame(other, 7)
      await button(other, 'One frame on').click()
      await requireFrame(other, 8)
      assert.equal(await other.locator('video').count(), 2)
      if (isPhone) await button(other, 'View: Side by side').click()
      await other.getByText('Wipe', { exact: true }).click()
      await other.getByRole('slider', { name: /Divider/ }).waitFor()
      await requireFrame(other, 8)
      await other.getByRole('link', { name: 'Back to the review room' }).click()
      await button(other, /^v2 of 2/).waitFor()
    })

    await t.test('a review is requested, and approved', async () => {
      await page.getByRole('link', { name: 'Back to the project' }).click()
      await page.getByRole('link', { name: 'Reviews' }).click()
      await button(page, 'New review').first().click()
      await page.getByLabel('Name', { exact: true }).fill('Second cut')
      await page.getByRole('checkbox', { name: 'Ferry 2.mp4' }).check()
      await button(page, 'Request review of 1 file').click()
      await page.getByRole('heading', { name: 'Second cut' }).waitFor()
      if (isPhone) await button(other, 'Review: Needs review').click()
      await button(other, 'Approve this file').click()
      await page.getByRole('status').getByText(`Approved by ${reviewer}`).waitFor()
    })

    await t.test('a guest joins by a link, opens the review room and acts as a reviewer', async () => {
      await page.getByRole('link', { name: 'People' }).click()
      await button(page, 'New link').click()
      await page.getByLabel('Description').fill('For the client')
      await button(page, 'Create link').click()
      const address = await page.getByLabel('Link', { exact: true }).inputValue()
      await button(page, 'Done').click()

      const guest = await app.open(new URL(address).pathname, { size })
      await guest.getByLabel('Your name').fill('Gus')
      await button(guest, 'Join').click()
      await guest.getByRole('heading', { name: project }).waitFor()
      assert.equal(await button(guest, 'Upload').count(), 0)
      await card(guest, 'Ferry 2.mp4').getByRole('link').click()
      await guest.locator('[aria-busy=false] [data-frame]').waitFor()
      await goTo(guest, 21)
      assert.equal(await guest.getByRole('button', { name: /rename/ }).count(), 0)
      await panel(guest).getByRole('textbox', { name: 'Comment', exact: true }).fill('Lovely light.')
      await panel(guest).getByRole('button', { name: 'Comment', exact: true }).click()
      const seen = thread(other, 'Lovely light.')
      await seen.getByText('Gus').waitFor()
      await seen.getByRole('button', { name: '00:00:00:21' }).click()
      await requireFrame(other, 21)
      // Guests see the comments of others, but may not resolve them.
      await button(guest, /^v2 of 2/).click()
      await guest.getByRole('menuitemradio', { name: /^v1/ }).click()
      const theirs = thread(guest, 'Too dark here.')
      await theirs.getByRole('button', { name: '00:00:00:07' }).click()
      await requireFrame(guest, 7)
      await drawing(guest).locator('path').waitFor()
      await theirs.getByRole('button', { name: 'React' }).first().waitFor()
      assert.equal(await theirs.getByRole('button', { name: 'Resolve', exact: true }).count(), 0)
    })
  })
}
