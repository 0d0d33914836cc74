// Unsent comments: sent from anywhere in the composer, without text, without a network, and refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page, Route } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { rateClips } from '../../server/test/media-corpus/clips.ts'
import { drag, drawing, field, goTo, panel, requireFrame, thread } from './comment-page.ts'
import { openComments } from './controls.ts'
import { uploadClips } from './frame-numbers.ts'
import { nameOf, needsBrowser, startApp, views } from './start-app.ts'

const options = missing('ffprobe') ? { skip: missing('ffprobe') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId } = await app.world.project()
const ann = await app.world.member(projectId, 'PROJECT_MEMBER', { name: 'Ann-Marie Lee' })
const asAnn = new Dailies({ baseUrl: app.world.url, token: ann.key })
const clip = rateClips.find(({ rate }) => rate === '25/1')!
const videos =
  'skip' in options
    ? []
    : await uploadClips(
        asAnn,
        projectId,
        ['sent', 'offline', 'refused'].map((name) => ({ ...clip, name })),
      )
const [sent, offline, refused] = videos
const commentsOf = async (fileId: string) => (await asAnn.comments.listOnFile(fileId).page()).data
const send = (page: Page) => panel(page).getByRole('button', { name: 'Comment', exact: true })

async function open(fileId: string, more: Partial<Parameters<typeof app.open>[1]> = {}) {
  const page = await app.open(`/files/${fileId}`, { user: ann, ...more })
  await page.locator('[aria-busy=false] [data-frame]').waitFor()
  return page
}

test('Ctrl+Enter sends from the text, the drawing tools, the checkbox and the buttons', options, async () => {
  const page = await open(sent!.id)
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
})

test('a drawing and a marked spot are sent without text, and the playhead stays', options, async () => {
  const page = await open(sent!.id)
  await goTo(page, 9)
  await page.keyboard.press('d')
  await drag(page, [0.1, 0.2], [0.3, 0.4])
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
})

for (const view of views) {
  test(
    `offline, a comment waits, and is sent once when the network is back: ${nameOf(view)}`,
    options,
    async () => {
      const page = await open(offline!.id, { ...view, allow: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] })
      const [first, second, third] = ['One', 'Two', 'Three'].map((text) => `${text} on ${nameOf(view)}`) as [
        string,
        string,
        string,
      ]
      await openComments(page, view.size)
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
      const texts = (await commentsOf(offline!.id)).flatMap(({ content }) =>
        content?.includes(nameOf(view)) ? [content] : [],
      )
      assert.deepEqual(texts, [first, `${second}, edited`])
    },
  )
}

test(
  'an unsent comment survives a reload, and two tabs with a lost response send it once',
  options,
  async () => {
    const fileId = sent!.id
    const allow = [/status of 503|ERR_FAILED|Failed to fetch/]
    const page = await open(fileId, { allow })
    let arrived = 0
    /** The first request arrives and its response is lost; the next attempt finds a server that is down. */
    const lose = async (route: Route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      if (arrived++ > 0)
        return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Down.' } })
      await route.fetch()
      await route.abort()
    }
    await page.context().route(`**/api/files/${fileId}/comments`, lose)
    await field(page).fill('Kept and sent once')
    await field(page).press('Control+Enter')
    await thread(page, 'Kept and sent once')
      .getByText(/^Waiting for the/)
      .waitFor()
    await page.reload()
    await thread(page, 'Kept and sent once').getByText('Waiting for the server').waitFor()
    const beside = await app.open(`/files/${fileId}`, { user: ann, beside: page, allow })
    await thread(beside, 'Kept and sent once').first().waitFor()
    await page.context().unroute(`**/api/files/${fileId}/comments`, lose)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await beside.evaluate(() => dispatchEvent(new Event('online')))
    for (const tab of [page, beside]) await tab.getByText(/^Waiting for the/).waitFor({ state: 'detached' })
    const all = await commentsOf(fileId)
    assert.equal(all.filter(({ content }) => content === 'Kept and sent once').length, 1)
  },
)

test(
  'a refused comment shows why, with its text and drawing, until it is sent or discarded',
  options,
  async () => {
    const fileId = refused!.id
    const page = await open(fileId, { allow: [/status of 403/] })
    const refuse = (route: Route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 403,
            headers: { 'X-Request-ID': 'req-refused' },
            json: { code: 'insufficient_role', message: 'Not allowed here.', requestId: 'req-refused' },
          })
        : route.fallback()
    await page.route(`**/api/files/${fileId}/comments`, refuse)
    await goTo(page, 6)
    await page.keyboard.press('d')
    await drag(page, [0.1, 0.1], [0.3, 0.3])
    await field(page).fill('Not lost')
    await field(page).press('Control+Enter')
    const note = thread(page, 'Not lost')
    await note.getByRole('alert').getByText('Not allowed here.').waitFor()
    await note.getByText('Not sent').waitFor()
    await page.reload()
    await note.getByRole('alert').getByText('Not allowed here.').waitFor()
    await page.unroute(`**/api/files/${fileId}/comments`, refuse)
    await note.getByRole('button', { name: 'Try again' }).click()
    await note.getByRole('button', { name: 'React' }).waitFor({ state: 'attached' })
    const [comment] = await commentsOf(fileId)
    assert.deepEqual(
      [comment!.content, comment!.frame, comment!.annotation!.shapes.length],
      ['Not lost', 6, 1],
    )
  },
)

test('a refused change is undone on the page', options, async () => {
  const { id } = await asAnn.comments.createOnFile(refused!.id, { content: 'Stays as it is', frame: 2 })
  const page = await open(refused!.id, { allow: [/status of 409/] })
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
})
