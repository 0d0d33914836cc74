// The page of a share at every size, in both themes: accessible, nothing covered, and the same file after a reload, a turn of
// the phone and a step back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { draw, field, panel, thread } from './comment-page.ts'
import { layoutFaults } from './layout-rules.ts'
import { card, enter, openStudio, pathOf, title, videoShown } from './share-world.ts'
import { devices, needsBrowser, resize, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { world } = app
const studio = 'skip' in options ? undefined : await openStudio(world)

async function fullShare() {
  const { share, versionId, files, folderId } = studio!
  return share({
    items: [
      { kind: 'VERSION', id: versionId },
      { kind: 'FILE', id: files.paper.id },
    ],
    welcome: 'Please look at the title.',
    verdicts: true,
    comments: 'ALL',
    downloads: 'PROXY',
    email: 'OPTIONAL',
    upload: { folder: { id: folderId }, maxBytes: 5_000_000_000, kinds: ['IMAGE', 'DOCUMENT'] },
  })
}

for (const { device, views } of devices) {
  const [upright, turned] = views

  test(`every state of the page is accessible and has no layout fault: ${device}`, options, async (t) => {
    await world.database.sql`update workspaces set accent_color = '#f5c400'`
    const { client, files } = studio!
    await client.comments.createOnFile(files.video.id, { content: 'Which title is this?', frame: 3 })
    const made = await fullShare()
    const page = await app.open(pathOf(made), upright)
    const touch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
    async function check(name: string, see: string) {
      await t.test(name, async () => {
        await resize(page, upright)
        await page.locator(see).first().waitFor()
        await requireAccessibleInBothThemes(page)
        assert.deepEqual(await layoutFaults(page, { touch }), [], upright.size)
        await resize(page, turned)
        await page.locator(see).first().waitFor()
        assert.deepEqual(await layoutFaults(page, { touch }), [], turned.size)
        await resize(page, upright)
      })
    }
    await check('the door', 'role=button[name="Open"]')
    await enter(page, 'Gus Client')
    await check('the list', 'role=link[name="Trailer.mp4"]')
    await card(page, 'Trailer.mp4').click()
    await check('a video', videoShown)
    await page.getByRole('button', { name: 'Comments' }).click()
    await check('its comments', 'text=Which title is this?')
    await field(page).fill('A draft')
    await check('a comment that is being written', 'role=button[name="Draw on the image"]')
    await field(page).fill('')
    await page.getByRole('button', { name: 'Close comments' }).click()
    await page.getByRole('button', { name: 'Request changes' }).click()
    await check('a request for changes', 'role=dialog >> role=textbox')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press(']')
    await check('an image', 'role=img[name="Still.png"]')
    await page.keyboard.press(']')
    await check('a document', '[data-page="1"][data-shown]')
    await page.goto('/s/unknown')
    await check('an ended link', 'text=This link has ended')
  })
}

test('next and previous: by buttons, keys and swipes, and back leads to the list', options, async () => {
  const made = await fullShare()
  const page = await app.open(pathOf(made), { size: 'phone' })
  await enter(page, 'Gus Client')
  await card(page, 'Trailer.mp4').tap()
  await page.locator(videoShown).waitFor()
  await page.getByRole('button', { name: 'Next: Still.png' }).tap()
  await title(page, 'Still.png').waitFor()
  await page.locator('img[alt="Still.png"]').waitFor()
  await swipe(page, 'left')
  await title(page, 'Script.pdf').waitFor()
  await page.locator('[data-page="1"][data-shown]').waitFor()
  await swipe(page, 'left')
  await title(page, 'Script.pdf').waitFor()
  await swipe(page, 'right')
  await title(page, 'Still.png').waitFor()
  await page.keyboard.press('ArrowLeft')
  await title(page, 'Trailer.mp4').waitFor()
  // The arrow keys step through the frames of a video.
  await page.locator(videoShown).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.locator(videoShown).getByText('1', { exact: true }).waitFor()
  await page.keyboard.press(']')
  await title(page, 'Still.png').waitFor()
  await page.goBack()
  await card(page, 'Script.pdf').waitFor()
})

/** Across the middle of the image in 150 ms, as a finger does: the events have this time even when the machine is busy. */
async function swipe(page: Page, direction: 'left' | 'right'): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize()!
  const [from, to] = direction === 'left' ? [width * 0.8, width * 0.2] : [width * 0.2, width * 0.8]
  const start = Date.now() / 1000
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from + (to - from) * part, y: height * 0.4 }],
      timestamp: start + part * 0.15,
    })
  await send('touchStart', 0)
  for (const part of [0.3, 0.6, 1]) await send('touchMove', part)
  await send('touchEnd', 1)
}

test('a reload and a turned phone keep the file, its comments and what was written', options, async () => {
  const made = await fullShare()
  const page = await app.open(pathOf(made), { size: 'phone' })
  await enter(page, 'Gus Client')
  await card(page, 'Still.png').tap()
  await page.getByRole('button', { name: 'Comments' }).tap()
  await field(page).fill('Half a thought')
  await resize(page, { size: 'landscape', theme: 'light' })
  assert.equal(await field(page).inputValue(), 'Half a thought')
  await page.reload()
  await title(page, 'Still.png').waitFor()
  assert.equal(await field(page).inputValue(), 'Half a thought')
  // Back closes the comments first, then the file.
  await page.goBack()
  await panel(page).waitFor({ state: 'hidden' })
  await title(page, 'Still.png').waitFor()
  await page.goBack()
  await card(page, 'Still.png').waitFor()
})

test('a share of one file shows it at once; view only has no composer', options, async () => {
  const { share, files, client } = studio!
  await client.comments.createOnFile(files.secret.id, { content: 'From the team' })
  const made = await share({
    items: [{ kind: 'FILE', id: files.secret.id }],
    ...{ access: 'VIEW', comments: 'ALL' },
  })
  const page = await app.open(pathOf(made), { size: 'phone' })
  await enter(page, 'Gus Client')
  await title(page, 'Secret.png').waitFor()
  assert.equal(await page.getByRole('button', { name: 'All files' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Download' }).count(), 0)
  await page.getByRole('button', { name: 'Comments' }).tap()
  await thread(page, 'From the team').waitFor()
  assert.equal(await field(page).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Reply' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'React' }).count(), 0)

  const { url } = await share({
    items: [{ kind: 'FILE', id: files.secret.id }],
    access: 'VIEW',
    comments: 'OWN',
  })
  await page.goto(new URL(url!).pathname)
  await enter(page, 'Gus Client')
  await title(page, 'Secret.png').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Comments' }).count(), 0)
})

test('a guest draws, replies and reacts, and sees names but never addresses', options, async () => {
  const { client, files } = studio!
  const made = await fullShare()
  await client.comments.createOnFile(files.image.id, { content: 'What do you think?' })
  const page = await app.open(`${pathOf(made)}/${files.image.id}`, { size: 'desktop' })
  await enter(page, 'Gus Client')
  await page.locator('img[alt="Still.png"]').waitFor()
  const question = thread(page, 'What do you think?')
  await page.getByRole('button', { name: 'Comments' }).click()
  await question.waitFor()
  await page.keyboard.press('d')
  await draw(page, [0.3, 0.3], [0.5, 0.5])
  await field(page).fill('Here')
  await page.keyboard.press('Control+Enter')
  await thread(page, 'Here').getByText('just now').waitFor()
  await question.hover()
  await question.getByRole('button', { name: 'Reply' }).click()
  await question.getByRole('textbox', { name: 'Reply' }).fill('Lovely')
  await page.keyboard.press('Control+Enter')
  await question.getByText('Lovely').waitFor()
  await question.getByRole('button', { name: 'React' }).first().click()
  await page.getByRole('group', { name: 'Quick reactions' }).getByText('👍').click()
  await question.getByRole('button', { name: /^👍 1/ }).waitFor()
  assert.doesNotMatch(await page.locator('body').innerText(), /@|\.invalid/)
  const drawn = (await client.comments.listOnFile(files.image.id).page()).data.find(
    ({ content }) => content === 'Here',
  )
  assert.equal(drawn?.annotation?.shapes.length, 1)
})
