// Comments in the review room: written, drawn, replied to, resolved, and visible to others at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { box, draw, drawing, field, goTo, panel, requireFrame, thread } from './comment-page.ts'
import { choose } from './controls.ts'
import { playableClip, uploadClips, withoutEncoding } from './frame-numbers.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: withoutEncoding })
const { id: projectId } = await app.world.project()
const ann = await app.world.member(projectId, 'PROJECT_MEMBER', { name: 'Ann Lee' })
const bo = await app.world.member(projectId, 'PROJECT_REVIEWER', { name: 'Bo Lindqvist' })
const asAnn = new Dailies({ baseUrl: app.world.url, token: ann.key })
const asBo = new Dailies({ baseUrl: app.world.url, token: bo.key })
const [video, second] =
  'skip' in options
    ? []
    : await uploadClips(asAnn, projectId, [playableClip, { ...playableClip, name: 'second' }])

async function open(
  fileId: string,
  who: { userId: string },
  more: { allow?: RegExp[]; query?: string } = {},
) {
  const page = await app.open(`/files/${fileId}${more.query ?? ''}`, { user: who, allow: more.allow ?? [] })
  await page.locator('[aria-busy=false] [data-frame]').waitFor()
  return page
}

test(
  'a comment with a drawing, its replies and changes appear live for another person',
  options,
  async (t) => {
    const [page, other] = [await open(video!.id, ann), await open(video!.id, bo)]
    await other.getByText('No comments yet').waitFor()

    await t.test('a comment with a drawing, a mention and an attachment is written', async () => {
      await goTo(page, 7)
      await page.keyboard.press('d')
      await draw(page, [0.1, 0.2], [0.3, 0.4])
      await page.keyboard.press('a')
      await draw(page, [0.8, 0.8], [0.5, 0.5])
      await page.keyboard.press('b')
      await draw(page, [0.2, 0.6], [0.4, 0.8])
      await page.keyboard.press('Control+z')
      await page.keyboard.press('z')
      await page.keyboard.press('Shift+Z')
      await page.keyboard.press('t')
      const { x, y, width, height } = (await page.locator('video').boundingBox())!
      await page.mouse.click(x + width * 0.6, y + height * 0.2)
      await page.getByRole('textbox', { name: 'Text on the image' }).fill('softer')
      await page.keyboard.press('Enter')
      await drawing(page).getByText('softer').waitFor()
      await page.keyboard.press('Escape')
      // At another frame the drawing is hidden, but not lost.
      await page.keyboard.press('ArrowRight')
      await drawing(page).waitFor({ state: 'detached' })
      await page.keyboard.press('c')
      await page.keyboard.type('Too dark, @lin')
      await page.getByRole('option', { name: 'Bo Lindqvist' }).waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.type('please.')
      await page.getByLabel('Files to attach').setInputFiles([
        { name: 'notes.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') },
        { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') },
      ])
      await panel(page)
        .getByRole('button', { name: 'Comment', exact: true })
        .and(page.locator(':enabled'))
        .waitFor()
      await field(page).press('Control+Enter')
      await thread(page, 'Too dark').getByRole('button', { name: '00:00:00:07' }).waitFor()
      assert.equal(await field(page).inputValue(), '')
    })

    await t.test('the other person sees the frame, the drawing and the attachments', async () => {
      const seen = thread(other, 'Too dark, @Bo Lindqvist please.')
      await seen.getByText('@Bo Lindqvist', { exact: true }).waitFor()
      await seen.getByRole('button', { name: '00:00:00:07' }).click()
      await requireFrame(other, 7)
      await drawing(other).getByText('softer').waitFor()
      assert.equal(await drawing(other).locator('path').count(), 2)
      assert.match(other.url(), /\?comment=/)
      await seen.getByRole('button', { name: 'View dot.png' }).locator('img').waitFor()
      const [download] = await Promise.all([
        other.waitForEvent('download'),
        seen.getByRole('button', { name: /Download notes.html/ }).click(),
      ])
      assert.equal(download.suggestedFilename(), 'notes.html')
      await other.keyboard.press('ArrowRight')
      await drawing(other).waitFor({ state: 'detached' })
      await other.waitForURL((url) => !url.searchParams.has('comment'))
    })

    await t.test('a reply and a reaction', async () => {
      await thread(other, 'Too dark').getByRole('button', { name: 'Reply' }).click()
      await other.getByRole('textbox', { name: 'Reply' }).fill('On it.')
      await other.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
      await thread(page, 'Too dark').getByText('On it.').waitFor()
      await thread(other, 'Too dark').getByRole('button', { name: 'React' }).first().click()
      await other.getByPlaceholder('Search emoji').fill('thumbs up')
      await other
        .getByRole('gridcell', { name: /thumbs up/i })
        .first()
        .waitFor()
      await other.keyboard.press('Enter')
      await thread(page, 'Too dark').getByRole('button', { name: '👍 1 from Bo Lindqvist' }).click()
      await thread(other, 'Too dark').getByRole('button', { name: '👍 2 from You and Ann Lee' }).waitFor()
    })

    await t.test('a comment is edited, resolved and reopened by people with the right to', async () => {
      const own = thread(page, 'Too dark')
      await own.getByRole('button', { name: 'More about this comment' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByRole('textbox', { name: 'Text of the comment' }).fill('Too dark by a stop.')
      await page.keyboard.press('Control+Enter')
      const seen = thread(other, 'Too dark by a stop.')
      await seen.getByText('edited').waitFor()
      assert.equal(await seen.getByRole('button', { name: 'Resolve', exact: true }).count(), 0)
      await own.getByRole('button', { name: 'Resolve', exact: true }).click()
      await seen.getByText('Resolved', { exact: true }).waitFor()
      await panel(other).getByText('0 open · 1 resolved').waitFor()
      await own.getByRole('button', { name: 'Reopen' }).click()
      await panel(other).getByText('1 open', { exact: true }).waitFor()
    })

    await t.test('a deleted comment keeps its replies', async () => {
      await thread(page, 'Too dark').getByRole('button', { name: 'More about this comment' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await thread(other, 'This comment was deleted.').getByText('On it.').waitFor()
    })
  },
)

test('ranges, spots, markers, keys, filters, links and exports', options, async (t) => {
  const { id: first } = await asBo.comments.createOnFile(second!.id, { content: 'First cut', frame: 3 })
  const { id: late } = await asAnn.comments.createOnFile(second!.id, {
    content: 'Late one',
    frame: 30,
    annotation: { shapes: [box] },
  })
  const { id: reply } = await asBo.comments.createOnFile(second!.id, {
    content: 'A reply',
    parent: { id: late },
  })
  await asAnn.comments.resolve(first)
  const page = await open(second!.id, bo, { query: `?comment=${reply}` })

  await t.test('a link to a reply opens its thread, at its frame, with its drawing', async () => {
    await requireFrame(page, 30)
    await drawing(page).waitFor()
    await thread(page, 'Late one').getByText('A reply').waitFor()
  })

  await t.test('a comment on a range, and a spot marked by a click on the image', async () => {
    await goTo(page, 10)
    await page.keyboard.press('i')
    await goTo(page, 19)
    await page.keyboard.press('o')
    await page.keyboard.press('c')
    await panel(page).getByText('00:00:00:10 – 00:00:00:19').waitFor()
    await page.keyboard.type('Slower here')
    await field(page).press('Control+Enter')
    await thread(page, 'Slower here').getByRole('button', { name: '00:00:00:10 – 00:00:00:19' }).waitFor()
    await page.keyboard.press('Escape')
    await goTo(page, 40)
    await field(page).fill('This corner')
    const { x, y, width, height } = (await page.locator('video').boundingBox())!
    await page.mouse.click(x + width * 0.75, y + height * 0.25)
    await drawing(page).locator('ellipse').waitFor()
    await requireFrame(page, 40)
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
    await thread(page, 'This corner')
      .getByRole('button', { name: /00:00:00:1;?15|00:00:01:15/ })
      .waitFor()
    // The comment is stored, not only displayed.
    await thread(page, 'This corner').getByRole('button', { name: 'React' }).waitFor()
    const { data } = await asBo.comments
      .listOnFile(second!.id, { sort: { type: 'anchor', direction: 'asc' } })
      .page()
    const range = data.find(({ content }) => content === 'Slower here')!
    assert.deepEqual([range.frame, range.anchor, range.duration], [10, 400, 400])
    const [ellipse] = data.find(({ content }) => content === 'This corner')!.annotation!.shapes
    const [[ax, ay], [bx, by]] = ellipse!.points as [[number, number], [number, number]]
    assert.ok(Math.abs((ax + bx) / 2 - 0.75) < 0.01 && Math.abs((ay + by) / 2 - 0.25) < 0.01)
  })

  await t.test('the keys go through the comments, and markers lead to them', async () => {
    await page.keyboard.press('Escape')
    await page
      .locator('section[aria-label="second.mp4"]')
      .first()
      .focus()
      .catch(() => {})
    await goTo(page, 0)
    await page.keyboard.press('ArrowDown')
    await requireFrame(page, 3)
    await page.keyboard.press('ArrowDown')
    await requireFrame(page, 10)
    await page.keyboard.press('ArrowDown')
    await requireFrame(page, 30)
    await drawing(page).locator('rect').waitFor()
    await page.keyboard.press('ArrowUp')
    await requireFrame(page, 10)
    await page
      .getByRole('button', { name: /^Comment by Ann Lee at/ })
      .first()
      .click()
    await requireFrame(page, 30)
    assert.equal(new URL(page.url()).searchParams.get('comment'), late)
  })

  await t.test('filters, and both orders', async () => {
    await page.getByRole('button', { name: 'Filter comments' }).click()
    await page.getByRole('radio', { name: 'Resolved' }).check()
    await panel(page).getByText('1 shown').waitFor()
    await page.getByRole('radio', { name: 'All' }).check()
    await page.getByLabel('With a drawing').check()
    await panel(page).getByText('2 shown').waitFor()
    await choose(page.getByRole('combobox', { name: 'Author' }), 'Ann Lee')
    await panel(page).getByText('1 shown').waitFor()
    await page.getByRole('searchbox', { name: 'Text' }).fill('nothing like it')
    await page.getByRole('button', { name: 'Show all comments' }).click()
    await panel(page).getByText('4 shown').waitFor()
    const texts = () =>
      panel(page)
        .locator('li[data-index]')
        .evaluateAll((rows) => rows.map((row) => /First|Slower|Late|This/.exec(row.textContent)?.[0]))
    assert.deepEqual(await texts(), ['First', 'Slower', 'Late', 'This'])
    await choose(page.getByRole('combobox', { name: 'Order of comments' }), 'Newest first')
    await page.locator('li[data-index="0"]', { hasText: 'This corner' }).waitFor()
    assert.deepEqual(await texts(), ['This', 'Slower', 'Late', 'First'])
  })

  await t.test('exports', async () => {
    await page.getByRole('button', { name: 'Export comments' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Spreadsheet (CSV)' }).click(),
    ])
    assert.match(download.suggestedFilename(), /\.csv$/)
    await page.getByRole('button', { name: 'Export comments' }).click()
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Report with stills (PDF)' }).click(),
    ])
    assert.match(report.suggestedFilename(), /\.pdf$/)
    assert.equal(await report.failure(), null)
  })
})

test('a stroke begins on the image, also where a toast or a notice covers it', options, async () => {
  const page = await app.open(`/files/${second!.id}`, { user: ann, size: 'phone' })
  await page.locator('[aria-busy=false] [data-frame]').waitFor()
  await page.keyboard.press('d')
  await page.getByTestId('sheet').waitFor()
  await asAnn.files.upload(projectId, Buffer.from('v2'), { name: 'second.txt', replaces: { id: second!.id } })
  await page.getByText('v2 is available').waitFor()
  await page.getByRole('button', { name: 'More about this file' }).click()
  await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click()
  const toast = page.getByRole('dialog').filter({ hasText: 'Link copied' })
  const { x, y, width, height } = (await toast.boundingBox())!
  await page.mouse.move(x + width / 4, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + 2 * height)
  await page.mouse.up()
  await drawing(page).locator('path').waitFor()
  const covered = await page.getByTestId('sheet').evaluate((sheet) => {
    const { left, top, right, bottom } = sheet.getBoundingClientRect()
    const found = new Set<string>()
    for (let y = top + 2; y < bottom; y += 6)
      for (let x = left + 2; x < right; x += 6) {
        const hit = document.elementFromPoint(x, y)
        if (hit !== sheet && !hit?.closest('button, a, [data-bar]')) found.add(hit?.className ?? 'nothing')
      }
    return [...found]
  })
  assert.deepEqual(covered, [])
})

test(
  'a stroke is whole, also when the pointer is lifted at once after its last movement',
  options,
  async () => {
    const page = await open(second!.id, bo)
    await page.keyboard.press('d')
    // Pointer 1 is the mouse. A browser may deliver these events within one frame, before anything is painted.
    await page.getByTestId('sheet').evaluate((sheet) => {
      const { left, top, width, height } = sheet.getBoundingClientRect()
      const send = (type: string, part: number) => {
        const [clientX, clientY] = [left + part * width, top + part * height]
        const common = { bubbles: true, pointerId: 1, isPrimary: true, pointerType: 'mouse', button: 0 }
        sheet.dispatchEvent(new PointerEvent(type, { ...common, clientX, clientY }))
      }
      send('pointerdown', 0.2)
      send('pointermove', 0.4)
      send('pointermove', 0.6)
      send('pointerup', 0.6)
    })
    const line = drawing(page).locator('path')
    await line.waitFor()
    const [image, drawn] = [await page.locator('video').boundingBox(), await line.boundingBox()]
    assert.ok(drawn!.width > 0.39 * image!.width && drawn!.width < 0.45 * image!.width)
  },
)

test('the review room with comments is accessible in both themes, also on a phone', options, async () => {
  const { data } = await asAnn.comments.listOnFile(second!.id).page()
  const { id } = data.find(({ content }) => content === 'Late one')!
  for (const size of ['desktop', 'phone'] as const) {
    const page = await app.open(`/files/${second!.id}?comment=${id}`, { user: ann, size })
    await drawing(page).waitFor()
    await thread(page, 'Late one').getByText('A reply').waitFor()
    await page.getByRole('button', { name: 'Filter comments' }).click()
    // On a phone the tools appear when the field gets the focus.
    await field(page).focus()
    await panel(page).getByRole('button', { name: 'Draw on the image' }).click()
    await page.getByRole('toolbar', { name: 'Drawing' }).waitFor()
    await page.getByRole('radio', { name: 'Resolved' }).waitFor()
    await requireAccessibleInBothThemes(page)
  }
})

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
