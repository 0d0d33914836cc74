// Unsent comments: sent from anywhere in the composer, without text, without a network, and refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page, Route } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { draw, drawing, field, goTo, panel, requireFrame, thread } from './comment-page.ts'
import { playableClip, uploadClips, withoutEncoding } from './frame-numbers.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: withoutEncoding })
const { id: projectId } = await app.world.project()
const ann = await app.world.member(projectId, 'PROJECT_MEMBER', { name: 'Ann-Marie Lee' })
const asAnn = new Dailies({ baseUrl: app.world.url, token: ann.key })
const videos =
  'skip' in options
    ? []
    : await uploadClips(
        asAnn,
        projectId,
        ['sent', 'kept'].map((name) => ({ ...playableClip, name })),
      )
const [sent, kept] = videos
const commentsOf = async (fileId: string) => (await asAnn.comments.listOnFile(fileId).page()).data
const send = (page: Page) => panel(page).getByRole('button', { name: 'Comment', exact: true })

async function open(fileId: string, more: Partial<Parameters<typeof app.open>[1]> = {}) {
  const page = await app.open(`/files/${fileId}`, { user: ann, ...more })
  await page.locator('[aria-busy=false] [data-frame]').waitFor()
  return page
}

// Without a network, Chromium fails requests in several ways, also those that are running when it comes back.
const allow = [/net::ERR_|Failed to fetch/, /status of (403|409|503)/]

test('comments are sent', options, async (t) => {
  const page = await open(sent!.id)
  await t.test('Ctrl+Enter sends from the text, the drawing tools, the checkbox and the buttons', () =>
    sendFromEverywhere(page),
  )
  await t.test('a drawing and a marked spot are sent without text, and the playhead stays', () =>
    sendWithoutText(page),
  )
})

test('comments that cannot be sent are kept', options, async (t) => {
  const page = await open(kept!.id, { allow })
  await t.test('offline, a comment waits, and is sent once when the network is back', () =>
    sendWhenOnlineAgain(page, 'desktop'),
  )
  await t.test('an unsent comment survives a reload, and two tabs with a lost response send it once', () =>
    sendOnceFromTwoTabs(page),
  )
  await t.test('a refused comment shows why, with its text and drawing, until it is sent or discarded', () =>
    keepRefusedComment(page),
  )
  await t.test('a refused change is undone on the page', () => undoRefusedChange(page))
})

test('offline on a phone, a comment waits, and is sent once when the network is back', options, async () => {
  const page = await open(kept!.id, { size: 'phone', allow })
  await sendWhenOnlineAgain(page, 'phone')
})

async function sendFromEverywhere(page: Page): Promise<void> {
  const places = [
    ['text', field(page)],
    ['checkbox', panel(page).getByRole('checkbox', { name: /^At/ })],
    ['attach', panel(page).getByRole('button', { name: 'Attach files' })],
    ['tool', page.getByRole('toolbar', { name: 'Drawing' }).getByRole('button', { name: 'Arrow' })],
  ] as const
  for (const [name, place] of places) {
    await field(page).fill(`From ${name}`)
    if (name === 'tool') await panel(page).getByRole('button', { name: 'Draw on the image' }).click()
    await place.focus()
    await page.keyboard.press('Control+Enter')
    await thread(page, `From ${name}`).getByRole('button', { name: 'React' }).waitFor()
    assert.equal(await field(page).inputValue(), '')
  }
}

async function sendWithoutText(page: Page): Promise<void> {
  await goTo(page, 9)
  await page.keyboard.press('d')
  await draw(page, [0.1, 0.2], [0.3, 0.4])
  await drawing(page).locator('path').waitFor()
  // No element of the composer has the focus.
  await page.keyboard.press('Control+Enter')
  await thread(page, '00:00:00:09').getByText('Drawing', { exact: true }).waitFor()
  await requireFrame(page, 9)
  await goTo(page, 11)
  await field(page).focus()
  const { x, y, width, height } = (await page.locator('video').boundingBox())!
  await page.mouse.click(x + width * 0.75, y + height * 0.25)
  await drawing(page).locator('ellipse').waitFor()
  await send(page).click()
  await thread(page, '00:00:00:11').getByRole('button', { name: 'React' }).waitFor()
  const drawn = (await commentsOf(sent!.id)).filter(({ content }) => content === null)
  assert.deepEqual(drawn.map(({ frame, annotation }) => [frame, annotation!.shapes[0]!.kind]).sort(), [
    [11, 'ellipse'],
    [9, 'pen'],
  ])
}

async function sendWhenOnlineAgain(page: Page, size: string): Promise<void> {
  const texts = ['One', 'Two', 'Three'].map((text) => `${text} on a ${size}`)
  const [first, second, third] = texts as [string, string, string]
  // The code of the composer is loaded after the page.
  await field(page).waitFor()
  await page.context().setOffline(true)
  for (const text of [first, second, third]) {
    await field(page).fill(text)
    await send(page).click()
    await thread(page, text).getByText('Waiting for the network').waitFor()
  }
  await thread(page, third).getByRole('button', { name: 'Discard' }).click()
  await thread(page, third).waitFor({ state: 'detached' })
  await thread(page, second).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Text of the comment' }).fill(`${second}, edited`)
  await page.keyboard.press('Control+Enter')
  await thread(page, `${second}, edited`).getByText('Waiting for the network').waitFor()
  await page.context().setOffline(false)
  for (const text of [first, `${second}, edited`])
    await thread(page, text).getByRole('button', { name: 'React' }).waitFor({ state: 'attached' })
  const stored = (await commentsOf(kept!.id)).flatMap(({ content }) =>
    content?.includes(`on a ${size}`) ? [content] : [],
  )
  assert.deepEqual(stored, [first, `${second}, edited`])
}

/** Its response is lost, the page is reloaded, and a second tab opened. */
async function sendOnceFromTwoTabs(page: Page): Promise<void> {
  let arrived = 0
  /** The first request arrives and its response is lost; the next attempt finds a server that is down. */
  const lose = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (arrived++ > 0) return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Down.' } })
    await route.fetch()
    await route.abort()
  }
  await page.context().route(`**/api/files/${kept!.id}/comments`, lose)
  await field(page).fill('Kept and sent once')
  await field(page).press('Control+Enter')
  await thread(page, 'Kept and sent once')
    .getByText(/^Waiting for the/)
    .waitFor()
  await page.reload()
  await thread(page, 'Kept and sent once').getByText('Waiting for the server').waitFor()
  const beside = await app.open(`/files/${kept!.id}`, { user: ann, beside: page, allow })
  await thread(beside, 'Kept and sent once').first().waitFor()
  await page.context().unroute(`**/api/files/${kept!.id}/comments`, lose)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await beside.evaluate(() => dispatchEvent(new Event('online')))
  for (const tab of [page, beside]) await tab.getByText(/^Waiting for the/).waitFor({ state: 'detached' })
  const all = await commentsOf(kept!.id)
  assert.equal(all.filter(({ content }) => content === 'Kept and sent once').length, 1)
  await beside.close()
}

async function keepRefusedComment(page: Page): Promise<void> {
  const refuse = (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          headers: { 'X-Request-ID': 'req-refused' },
          json: { code: 'insufficient_role', message: 'Not allowed here.', requestId: 'req-refused' },
        })
      : route.fallback()
  await page.route(`**/api/files/${kept!.id}/comments`, refuse)
  await goTo(page, 6)
  await page.keyboard.press('d')
  await draw(page, [0.1, 0.1], [0.3, 0.3])
  await field(page).fill('Not lost')
  await field(page).press('Control+Enter')
  const note = thread(page, 'Not lost')
  await note.getByRole('alert').getByText('Not allowed here.').waitFor()
  await note.getByText('Not sent').waitFor()
  await page.reload()
  await note.getByRole('alert').getByText('Not allowed here.').waitFor()
  await page.unroute(`**/api/files/${kept!.id}/comments`, refuse)
  await note.getByRole('button', { name: 'Try again' }).click()
  await note.getByRole('button', { name: 'React' }).waitFor({ state: 'attached' })
  const comment = (await commentsOf(kept!.id)).find(({ content }) => content === 'Not lost')
  assert.deepEqual([comment!.content, comment!.frame, comment!.annotation!.shapes.length], ['Not lost', 6, 1])
}

async function undoRefusedChange(page: Page): Promise<void> {
  const { id } = await asAnn.comments.createOnFile(kept!.id, { content: 'Stays as it is', frame: 2 })
  const refuse = (route: Route) =>
    route.fulfill({
      status: 409,
      headers: { 'X-Request-ID': 'req-refused' },
      json: { code: 'conflict', message: 'Not now, please.', requestId: 'req-refused' },
    })
  let gate = Promise.withResolvers<void>()
  const answer = () => {
    gate.resolve()
    gate = Promise.withResolvers()
  }
  /** Delayed until the optimistic change was visible. */
  const later = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await gate.promise
    await refuse(route)
  }
  const own = thread(page, 'Stays as it is')
  await own.waitFor()

  await page.route(`**/api/comments/${id}/**`, later)
  await own.getByRole('button', { name: 'Resolve', exact: true }).click()
  await own.getByRole('button', { name: 'Reopen' }).waitFor()
  answer()
  await own.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
  await page.getByText('Not now, please.').first().waitFor()

  await page.route(`**/api/comments/${id}`, later)
  await own.getByRole('button', { name: 'More about this comment' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await own.waitFor({ state: 'detached' })
  answer()
  await own.waitFor()
}
