// The appearance of the review room, and the numbers of its timeline: dark in every theme, without layout shifts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { shown, uploadRoomFiles } from './room-files.ts'
import { nameOf, needsBrowser, startApp, views } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const files = 'skip' in options ? undefined : await uploadRoomFiles(client, projectId)
const member = () => app.world.member(projectId, 'PROJECT_MEMBER')

async function openVideo(page: Page, more = ''): Promise<void> {
  await page.goto(`/files/${files!.video2.id}${more}`)
  await page.locator(shown.video2).waitFor()
}

/** Elements that are light, or coloured, by their background, text or border. */
const offColours = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.flatMap((one) => {
      const { backgroundColor, color } = getComputedStyle(one)
      const [[r = 0, g = 0, b = 0, alpha = 1] = [], ink = []] = [backgroundColor, color].map(
        (text) => text.match(/[\d.]+/g)?.map(Number) ?? [],
      )
      const isLight =
        alpha > 0.5 && Math.min(r, g, b) > 120 && one.matches('main, header, [role=menu], aside')
      const isColoured = [[r, g, b], ink.slice(0, 3)].some(
        (values) => Math.max(...values) - Math.min(...values) > 12,
      )
      return isLight || isColoured ? [`${one.outerHTML.slice(0, 80)} ${backgroundColor} ${color}`] : []
    }),
  )

for (const view of views) {
  test(`the room and compare are dark and neutral: ${nameOf(view)}`, options, async () => {
    const page = await app.open('/', { user: await member(), ...view })
    const themeColour = () =>
      page
        .locator('meta[name=theme-color]')
        .evaluateAll((all) => all.map((one) => (one as HTMLMetaElement).content))
    const colourScheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    const before = await themeColour()
    for (const more of ['', '/compare']) {
      await openVideo(page, more)
      assert.equal(await colourScheme(), 'dark')
      assert.deepEqual(new Set(await themeColour()), new Set(['#0e0e0e']))
      assert.deepEqual(
        await offColours(page, 'html, main, main header, [data-bar] :is(button, a, h1, span)'),
        [],
      )
    }
    await openVideo(page)
    await page.getByRole('button', { name: 'More about this file' }).click()
    await page.getByRole('menuitem', { name: 'Details' }).waitFor()
    assert.deepEqual(await offColours(page, '[role=menu], [role=menu] *'), [])
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Back to the project' }).click()
    await page.getByRole('list', { name: 'Files' }).waitFor()
    assert.equal(await page.locator('html[data-room]').count(), 0)
    assert.deepEqual(await themeColour(), before)
  })

  test(`a range comment clears in and out and leaves the playhead: ${nameOf(view)}`, options, async () => {
    const page = await app.open('/', { user: await member(), ...view })
    await openVideo(page)
    const readout = page.locator('[aria-busy=false] [data-frame]')
    const step = async (to: number) => {
      await page.keyboard.press('Shift+ArrowRight')
      await readout.getByText(String(to), { exact: true }).waitFor()
    }
    await step(10)
    await page.keyboard.press('i')
    await step(20)
    await page.keyboard.press('o')
    await page.keyboard.press('c')
    await page.keyboard.type('Slower')
    assert.equal(await page.locator('[data-range]').count(), 1)
    const sent = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.keyboard.press('Control+Enter')
    const { frame, duration } = (await sent).request().postDataJSON()
    assert.deepEqual([frame, duration], [10, 440])
    // Changes after the response are rendered in the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await readout.getByText('20', { exact: true }).waitFor()
    assert.equal(await page.locator('[data-range]').count(), 0)
  })

  test(`frames count from 0 to the last one, everywhere: ${nameOf(view)}`, options, async () => {
    const page = await app.open('/', { user: await member(), ...view })
    await openVideo(page)
    const track = page.getByRole('slider', { name: 'Position' })
    await page.keyboard.press('End')
    await page.locator('[aria-busy=false] [data-frame]').getByText('49', { exact: true }).waitFor()
    const readout = page.locator('button:has([data-frame])')
    assert.match((await readout.textContent())!, /^00:00:01:24\s*frame 49 of 49$/)
    assert.deepEqual(
      [await track.getAttribute('aria-valuenow'), await track.getAttribute('aria-valuemax')],
      ['49', '49'],
    )
  })

  test(`the first marker moves nothing, and a click rings nothing: ${nameOf(view)}`, options, async () => {
    // The comment may be deleted before the page has loaded it.
    const page = await app.open('/', { user: await member(), ...view, allow: [/status of 404/] })
    await page.goto(`/files/${files!.video1.id}`)
    await page.locator(shown.video1).waitFor()
    const track = page.getByRole('slider', { name: 'Position' })
    const before = [await track.boundingBox(), await page.locator('video').boundingBox()]
    const { id } = await client.comments.createOnFile(files!.video1.id, { content: 'First', frame: 5 })
    const marker = page.locator('[data-marker]')
    await marker.waitFor()
    assert.deepEqual([await track.boundingBox(), await page.locator('video').boundingBox()], before)
    await client.comments.delete(id)
    await marker.waitFor({ state: 'detached' })

    await page.keyboard.press('ArrowRight')
    await track.click()
    await page.keyboard.press('ArrowRight')
    const isRinged = () => track.evaluate((element) => element.matches(':focus-visible'))
    assert.equal(await isRinged(), false)
    for (let presses = 0; presses < 60 && !(await isRinged()); presses++) await page.keyboard.press('Tab')
    assert.equal(await isRinged(), true)
    assert.notEqual(await track.evaluate((element) => getComputedStyle(element).outlineStyle), 'none')
  })
}
