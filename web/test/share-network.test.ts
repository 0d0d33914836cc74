// The page of a share on a hotel's Wi-Fi: little to load, nothing of the app, and it goes on when the network does.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import type { Share } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { dist, readBuild } from '../../server/src/surfaces/web/sources.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { field, panel, requireFrame, thread } from './comment-page.ts'
import { temporaryFiles } from './files-page.ts'
import { card, enter, openStudio, pathOf, title, videoShown } from './share-world.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { world } = app
const studio = 'skip' in options ? undefined : await openStudio(world)
const { onDisk } = temporaryFiles()

const kilobyte = 1000
/** Compressed, before the guest can type their name. */
const mostAtTheDoor = 120 * kilobyte
/** Before the first frame. */
const mostForVideo = 225 * kilobyte

/** The loaded scripts, and when the page asked for each. */
async function scripts(page: Page): Promise<{ path: string; at: number }[]> {
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, at: startTime })),
  )
  return loaded
    .map(({ name, at }) => ({ path: new URL(name).pathname, at }))
    .filter(({ path }) => /^\/assets\/.*\.m?js$/.test(path))
}

function sizeOf(path: string): number {
  const { size, encodings } = readBuild()!.files[path.slice(1)]!
  return encodings.includes('gzip') ? statSync(join(dist, `${path}.gz`)).size : size
}

const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + sizeOf(path), 0)

async function openShare() {
  const { share, versionId, files, folderId } = studio!
  return share({
    items: [
      { kind: 'VERSION', id: versionId },
      { kind: 'FILE', id: files.paper.id },
    ],
    verdicts: true,
    comments: 'ALL',
    upload: { folder: { id: folderId } },
  })
}

test('the door loads 120 KB of scripts at most, and no page loads anything of the app', options, async () => {
  const made = await openShare()
  const page = await app.open(pathOf(made), { size: 'phone' })
  await page.getByLabel('Your name').waitFor()
  const first = await page.evaluate(() => [...document.scripts].map(({ src }) => new URL(src).pathname))
  assert.ok(sum(first) <= mostAtTheDoor, `${sum(first)} bytes: ${first}`)
  await enter(page, 'Gus Client')
  await card(page, 'Trailer.mp4').tap()
  await page.locator(videoShown).waitFor()
  await page.getByRole('complementary', { includeHidden: true }).waitFor({ state: 'attached' })
  const loaded = await scripts(page)
  const comments = loaded.find(({ path }) => path.includes('/comments-drawer-'))!
  const video = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .find((entry) => 'initiatorType' in entry && entry.initiatorType === 'video')!.startTime,
  )
  assert.ok(comments.at > video, 'the comments do not hold up the first frame')
  const shown = loaded.filter(({ at }) => at < comments.at).map(({ path }) => path)
  assert.ok(sum(shown) <= mostForVideo, `${sum(shown)} bytes: ${shown}`)
  await page.getByRole('button', { name: 'Comments' }).tap()
  await field(page).fill('Hello')
  await panel(page).getByRole('button', { name: 'Comment', exact: true }).tap()
  await thread(page, 'Hello').getByText('just now').waitFor()
  await page.getByRole('button', { name: 'Close comments' }).tap()
  await page.getByRole('button', { name: 'More controls' }).tap()
  await page.getByRole('menuitem', { name: 'Loop' }).tap()
  await page.getByRole('button', { name: 'All files' }).tap()
  await page.getByLabel('Files to send').setInputFiles([onDisk('Logo.png', 2000)])
  await page.getByRole('region', { name: 'Your uploads' }).getByText('Logo.png').waitFor()
  const all = (await scripts(page)).map(({ path }) => path)
  assert.deepEqual(
    all.filter((path) => /\/(app|projects)-/.test(path)),
    [],
  )
})

/** Opens the video of a share, and holds the requests with this path until the result is called. */
async function openHeld(page: Page, made: Share, path: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${pathOf(made)}/${studio!.files.video.id}`)
  await title(page, 'Trailer.mp4').waitFor()
  return held.resolve
}

const commentsCode = /\/comments-drawer-/
const pen = (page: Page) => page.getByRole('button', { name: 'Draw on the image', includeHidden: true })

for (const [name, path] of [
  ['the code of the comments', commentsCode],
  ['the file', /\/api\/files\/[^/]+$/],
] as const)
  test(`C and D pressed before ${name} has loaded take effect once it has`, options, async () => {
    const made = await openShare()
    const page = await app.open(pathOf(made))
    await enter(page, 'Gus Client')
    await card(page, 'Trailer.mp4').waitFor()
    let letGo = await openHeld(page, made, path)
    await page.keyboard.press('c')
    letGo()
    await field(page).and(page.locator(':focus')).waitFor()
    letGo = await openHeld(page, made, path)
    await page.keyboard.press('d')
    letGo()
    await pen(page).and(page.locator('[aria-pressed=true]')).waitFor()
  })

test('a guest who does something else after C or D is not interrupted by it later', options, async () => {
  const made = await openShare()
  const page = await app.open(pathOf(made))
  await enter(page, 'Gus Client')
  await card(page, 'Trailer.mp4').waitFor()
  for (const [key, act] of [
    ['c', () => page.keyboard.press('ArrowRight')],
    ['d', () => title(page, 'Trailer.mp4').click()],
    ['c', () => page.goBack()],
  ] as const) {
    const letGo = await openHeld(page, made, commentsCode)
    await page.keyboard.press(key)
    await page.getByText('Loading comments').waitFor({ state: 'attached' })
    await act()
    letGo()
    await pen(page).waitFor({ state: 'attached' })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    assert.equal(await page.locator('[data-writing]').count(), 0)
  }
})

test(
  'on slow 3G the door is there within 10 seconds, and the first frame within 20 more',
  options,
  async () => {
    const made = await openShare()
    const page = await app.open('/s/unknown', { size: 'phone' })
    await page.getByText('This link has ended').waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    // The preset of Chromium's tools: 400 kbit/s, 400 ms.
    const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
    await session.send('Network.emulateNetworkConditions', slow)
    const started = performance.now()
    await page.goto(pathOf(made), { waitUntil: 'commit' })
    await page.getByLabel('Your name').waitFor()
    const door = performance.now() - started
    await enter(page, 'Gus Client')
    await card(page, 'Trailer.mp4').tap()
    await page.locator(videoShown).waitFor()
    const frame = performance.now() - started - door
    assert.ok(door < 10_000, `the door took ${Math.round(door)} ms`)
    assert.ok(frame < 20_000, `the first frame took ${Math.round(frame)} ms`)
  },
)

test(
  'a lost connection: the page waits, tries again by itself, and comments arrive once',
  options,
  async () => {
    const made = await openShare()
    const page = await app.open(pathOf(made), { size: 'phone', allow: [/net::ERR_/] })
    await enter(page, 'Gus Client')
    // The video fails twice before it loads.
    let failures = 0
    await page.route(
      (url) => /proxy/.test(url.pathname) || url.searchParams.has('signature'),
      (route) =>
        route.request().resourceType() === 'media' && failures++ < 2
          ? route.abort('connectionreset')
          : route.fallback(),
    )
    await card(page, 'Trailer.mp4').tap()
    await page.locator(videoShown).waitFor()
    await page.waitForFunction(() => document.querySelector('video')!.readyState >= 2)
    assert.ok(failures > 2, `${failures} requests for the video`)
    await page.getByRole('button', { name: 'Comments' }).tap()
    await field(page).waitFor()
    await page.context().setOffline(true)
    await field(page).fill('Written in a tunnel')
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).tap()
    await thread(page, 'Written in a tunnel').getByText('Waiting for the network').waitFor()
    await page.context().setOffline(false)
    await thread(page, 'Written in a tunnel').getByText('just now').waitFor()
    const { data } = await studio!.client.comments.listOnFile(studio!.files.video.id).page()
    assert.equal(data.filter(({ content }) => content === 'Written in a tunnel').length, 1)
  },
)

test('media URLs are renewed before they expire, and the frame on the screen stays', options, async (t) => {
  const made = await openShare()
  const page = await app.open(pathOf(made), { size: 'phone' })
  await page.clock.install()
  await page.goto(pathOf(made))
  await enter(page, 'Gus Client')
  await card(page, 'Trailer.mp4').tap()
  await page.locator(videoShown).waitFor()
  await page.keyboard.press('End')
  await requireFrame(page, 49)
  const src = () => page.locator('video').getAttribute('src')
  const before = await src()
  // The server and the page are six minutes later; URLs of now are expired by then.
  const now = Date.now()
  const later = mock.method(Date, 'now', () => now + 6 * 60_000)
  t.after(() => later.mock.restore())
  const renewed = page.waitForResponse((answer) =>
    answer.url().endsWith(`/api/files/${studio!.files.video.id}`),
  )
  await page.clock.fastForward(6 * 60_000 + 1000)
  await renewed
  await page.waitForFunction((old) => document.querySelector('video')!.src !== old, before)
  await requireFrame(page, 49)
  assert.notEqual(await src(), before)
})

test('a file that is taken out of the share gives way to the list', options, async () => {
  const { client, versionId, files } = studio!
  const made = await openShare()
  const page = await app.open(`${pathOf(made)}/${files.paper.id}`, {
    size: 'phone',
    allow: [/status of 404/],
  })
  await enter(page, 'Gus Client')
  await title(page, 'Script.pdf').waitFor()
  await client.shares.update(made.id, { items: [{ kind: 'VERSION', id: versionId }] })
  await page.reload()
  await card(page, 'Still.png').waitFor()
  assert.equal(await page.getByText('Script.pdf').count(), 0)
})
