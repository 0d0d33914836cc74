// The list of comments: which are rendered, which are collapsed, how it follows the video, and markers on the timeline.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { box, drawing, goTo, panel, requireFrame, rows, thread } from './comment-page.ts'
import { openComments } from './controls.ts'
import { playableClip, uploadClips, withoutEncoding } from './frame-numbers.ts'
import { needsBrowser, setSize, sizes, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: withoutEncoding })
const { id: projectId } = await app.world.project()
const ann = await app.world.member(projectId, 'PROJECT_MEMBER', { name: 'Ann-Marie Lee' })
const bo = await app.world.member(projectId, 'PROJECT_REVIEWER', { name: 'Bo Lindqvist' })
const asAnn = new Dailies({ baseUrl: app.world.url, token: ann.key })
const asBo = new Dailies({ baseUrl: app.world.url, token: bo.key })
const [video, many] =
  'skip' in options
    ? []
    : await uploadClips(asAnn, projectId, [playableClip, { ...playableClip, name: 'many' }])

const mark = (page: Page) => page.getByRole('button', { name: /^Comment by/ })

/** Ten one-line comments by Bo, two of them on one frame, and a drawing. */
const ids: string[] = []
if (video) {
  for (const [index, frame] of [4, 4, 8, 12, 16, 20, 24, 28, 32, 36].entries()) {
    const drawn = frame === 20 && { annotation: { shapes: [box] } }
    const { id } = await asBo.comments.createOnFile(video.id, { content: `Note ${index}`, frame, ...drawn })
    ids.push(id)
  }
}

test('every action of a comment can be reached on a phone', options, async () => {
  const page = await app.open(`/files/${video!.id}`, { user: ann, size: 'phone' })
  await requireActions(page)
  await setSize(page, sizes.landscape)
  await openComments(page, 'landscape')
  await requireActions(page)
})

test('the comments of a video', options, async (t) => {
  const page = await app.open(`/files/${video!.id}`, { user: ann })
  await page.locator('[aria-busy=false] [data-frame]').waitFor()
  await thread(page, 'Note 9').waitFor({ state: 'attached' })
  await t.test('at 1440×900, a one-line comment takes 64 to 80 px, and 8 or more are visible', () =>
    requireDenseRows(page),
  )
  for (const size of ['tablet', 'desktop'] as const) {
    await t.test(`every action of a comment can be reached: ${size}`, async () => {
      await setSize(page, sizes[size])
      await requireActions(page)
    })
  }
  await t.test('keys: next unread, reply, resolve and reopen; a seen comment is not unread again', () =>
    useKeys(page),
  )
  await t.test('two comments on one frame have two markers, each with its own card and click', () =>
    useMarkers(page),
  )
  await t.test('drawings appear at their frame, and the list marks the comments on the screen', () =>
    requireDrawings(page),
  )
  await t.test('a resolved comment is one line until it is opened; long threads are collapsed', () =>
    requireCollapsed(page),
  )
})

test('the first comment does not move the timeline', options, async () => {
  const { id } = many!
  const page = await app.open(`/files/${id}`, { user: ann })
  await page.locator('[aria-busy=false] [data-frame]').waitFor()
  const before = await page.getByRole('slider', { name: 'Position' }).boundingBox()
  const comment = await asBo.comments.createOnFile(id, { content: 'First', frame: 3 })
  await mark(page).waitFor()
  assert.deepEqual(await page.getByRole('slider', { name: 'Position' }).boundingBox(), before)
  // An open page would ask for the deleted comment, and complain of 404.
  await page.close()
  await asBo.comments.delete(comment.id)
})

test('1,000 comments: few are rendered, all can be reached, a link leads to the last', options, async () => {
  // The last comment by place was written first: it is on the last page of either order.
  await app.world.database.sql`
    insert into comments (id, project_id, file_id, author_id, agent, content, anchor, frame, created_at, updated_at)
    select gen_random_uuid(), ${projectId}, ${many!.id}, ${ann.userId}, false,
      case when i = 0 then 'The very first' else 'Number ' || i || repeat(' and more words', i % 12) end,
      case when i = 0 then null else (i % 50) * 40 end, case when i = 0 then null else i % 50 end, at, at
    from generate_series(0, 999) i cross join lateral (select now() - make_interval(mins => 6000 - i) as at) times`
  const { data } = await asAnn.comments
    .listOnFile(many!.id, { sort: { type: 'anchor', direction: 'desc' } })
    .page()
  const first = data.find(({ content }) => content === 'The very first')!
  const page = await app.open(`/files/${many!.id}?comment=${first.id}`, { user: bo })
  await thread(page, 'The very first').waitFor()
  await panel(page).getByText('1,000 open').waitFor()
  // The thread stayed visible while all others were loaded.
  assert.ok(await thread(page, 'The very first').isVisible())
  assert.ok((await rows(page).count()) < 60, `${await rows(page).count()} rows`)
  const list = panel(page).getByRole('region', { name: 'Threads' })
  // Scrolling by hand releases the list from the comment of the link.
  await list.hover()
  await page.mouse.wheel(0, -50)
  for (const part of [0.5, 0.1, 0.9, 0]) {
    await list.evaluate((element, part) => element.scrollTo(0, element.scrollHeight * part), part)
    await page.waitForFunction(
      ([part]) => {
        const list = document.querySelector('section[aria-label=Threads]')!
        const middle = list.getBoundingClientRect().top + 40
        return [...list.querySelectorAll('li[data-index]')].some((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return (
            top <= middle &&
            bottom >= middle &&
            Math.abs(Number((row as HTMLElement).dataset.index) / 1000 - part!) < 0.1
          )
        })
      },
      [part],
    )
    assert.ok((await rows(page).count()) < 60, `${await rows(page).count()} rows`)
  }
  assert.ok((await page.locator('*').count()) < 3000)
  // A change of one comment loads only that comment.
  const reads: string[] = []
  page.on('request', (request) => reads.push(request.url()))
  const { id } = await asAnn.comments.createOnFile(many!.id, { content: 'Live among many', frame: 0 })
  await thread(page, 'Live among many').waitFor()
  assert.deepEqual(
    reads.filter((url) => url.includes('/comments')).map((url) => new URL(url).pathname),
    [`/api/comments/${id}`],
  )
})

async function requireDenseRows(page: Page): Promise<void> {
  const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  for (const height of heights) assert.ok(height >= 64 && height <= 80, `${heights}`)
  const visible = await panel(page)
    .getByRole('region', { name: 'Threads' })
    .evaluate((list) => {
      const { top, bottom } = list.getBoundingClientRect()
      return [...list.querySelectorAll('li[data-index]')].filter((row) => {
        const box = row.getBoundingClientRect()
        return box.top >= top && box.bottom <= bottom
      }).length
    })
  assert.ok(visible >= 8, `${visible} are visible`)
}

async function useKeys(page: Page): Promise<void> {
  const first = thread(page, 'Note 0')
  await first.getByText('New', { exact: true }).waitFor()
  await page.keyboard.press('u')
  await requireFrame(page, 4)
  await first.getByText('New', { exact: true }).waitFor({ state: 'detached' })
  await page.keyboard.press('e')
  await first.getByRole('button', { name: 'Reopen' }).waitFor()
  await page.keyboard.press('e')
  await first.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type('By key')
  await page.keyboard.press('Control+Enter')
  await first.getByText('By key').waitFor()
  await page.keyboard.press('u')
  await page.waitForURL((url) => url.searchParams.get('comment') === ids[1])
  await page.keyboard.press('?')
  for (const label of [
    'Reply to the selected comment',
    'Resolve or reopen the selected comment',
    'Next unread comment',
  ])
    await page.getByRole('dialog').getByText(label).waitFor()
  await page.reload()
  await thread(page, 'Note 9').waitFor()
  assert.equal(await panel(page).getByText('New', { exact: true }).count(), 0)
  await asBo.comments.createOnFile(video!.id, { content: 'Fresh', frame: 40 })
  await thread(page, 'Fresh').getByText('New', { exact: true }).waitFor()
}

async function useMarkers(page: Page): Promise<void> {
  const [first, second] = [mark(page).nth(0), mark(page).nth(1)]
  const [a, b] = [(await first.boundingBox())!, (await second.boundingBox())!]
  assert.ok(a.x + a.width <= b.x + 0.5, `${a.x} and ${b.x}`)
  await first.hover()
  const card = page.locator('[aria-label="Comment"]').getByText('Note 0')
  await card.waitFor()
  await second.hover()
  await page.locator('[aria-label="Comment"]').getByText('Note 1').waitFor()
  await second.click()
  await requireFrame(page, 4)
  await page.waitForURL((url) => url.searchParams.get('comment') === ids[1])
  // All comments of one person have the colour of the avatar.
  const coloursOf = () =>
    mark(page).evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').backgroundColor))
  // A comment that has just been reopened is hollow until the timeline has heard of it.
  let colours = await coloursOf()
  while (new Set(colours).size > 1) colours = await coloursOf()
  const avatar = thread(page, 'Note 0').locator('[data-initials]').first()
  assert.equal(await avatar.evaluate((element) => getComputedStyle(element).backgroundColor), colours[0])
}

async function requireDrawings(page: Page): Promise<void> {
  await goTo(page, 19)
  assert.equal(await drawing(page).count(), 0)
  await page.keyboard.press('ArrowRight')
  await drawing(page).locator('rect').waitFor()
  await page.locator('li[data-on-screen]', { hasText: 'Note 5' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await drawing(page).waitFor({ state: 'detached' })
  await page.locator('li[data-on-screen]').waitFor({ state: 'detached' })
  // During playback, each comment is highlighted when its frame is visible; nothing takes the focus. The video loops: a
  // busy machine skips frames.
  await goTo(page, 14)
  await page.getByRole('button', { name: 'Loop' }).click()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const seen = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const look = () => {
          const drawn = document.querySelector('[aria-label="Drawing on the image"] rect')
          const row = document.querySelector('li[data-on-screen][data-comment]')
          if (drawn && row) resolve(document.activeElement?.tagName ?? '')
        }
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
        })
      }),
  )
  await page.keyboard.press('Space')
  assert.equal(await seen, 'BODY')
  await page.keyboard.press('k')
}

async function requireCollapsed(page: Page): Promise<void> {
  for (let reply = 1; reply <= 6; reply++)
    await asAnn.comments.createOnFile(video!.id, { content: `Answer ${reply}`, parent: { id: ids[8]! } })
  await asAnn.comments.resolve(ids[9]!)
  const long = thread(page, 'Note 8')
  await long.getByText('Answer 6').waitFor()
  assert.equal(await long.getByText('Answer 3').count(), 0)
  await long.getByRole('button', { name: 'Show 3 earlier replies' }).click()
  await long.getByText('Answer 1').waitFor()
  await long.getByRole('button', { name: 'Show less' }).click()
  await long.getByText('Answer 1').waitFor({ state: 'detached' })
  const resolved = thread(page, 'Note 9')
  assert.ok((await resolved.boundingBox())!.height < 50)
  await resolved.getByRole('button', { name: 'Note 9', expanded: false }).click()
  await resolved.locator('p', { hasText: 'Note 9' }).waitFor()
  await asAnn.comments.reopen(ids[9]!)
}

async function requireActions(page: Page): Promise<void> {
  const row = rows(page).first()
  await row.waitFor()
  const isTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  if (!isTouch) await row.hover()
  for (const name of ['React', 'Reply', 'Resolve', 'More about this comment']) {
    const action = row.getByRole('button', { name, exact: true })
    await action.scrollIntoViewIfNeeded()
    const { width, height } = (await action.boundingBox())!
    if (isTouch) assert.ok(width >= 40 && height >= 40, `${name}: ${width} × ${height}`)
    // Keyboard focus shows them, too.
    await action.focus()
    await page.waitForFunction(
      (element) => getComputedStyle(element!.parentElement!).opacity === '1',
      await action.elementHandle(),
    )
  }
  const overflows = await panel(page).evaluate((element) => element.scrollWidth > element.clientWidth)
  assert.equal(overflows, false)
}
