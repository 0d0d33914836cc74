// Files of a project: uploading, adding revisions, moving, deleting.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { requireAccessibleInBothThemes } from './axe.ts'
import { card, chooseFiles, MB, temporaryFiles, uploadsBar } from './files-page.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app

const { disk, onDisk } = temporaryFiles()

async function inMenu(page: Page, of: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Options for ${of}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('files are uploaded, revised, sorted and deleted, live in a second browser', needsBrowser, async () => {
  const { id, owner } = await world.project({ name: 'Ferry' })
  const colleague = await world.member(id, 'PROJECT_MEMBER')
  const page = await app.open(`/projects/${id}`, { user: owner })
  const other = await app.open(`/projects/${id}`, { user: colleague })
  await other.getByRole('heading', { name: 'Drop your first files here' }).waitFor()

  await chooseFiles(page, [
    onDisk('take-1.txt', 10),
    onDisk('take-2.txt', 2000),
    onDisk('take-3.txt', 9 * MB),
  ])
  await uploadsBar(page).getByText('3 files uploaded').waitFor()
  for (const one of [page, other]) {
    for (const name of ['take-1.txt', 'take-2.txt', 'take-3.txt']) await card(one, name).waitFor()
  }
  await card(other, 'take-3.txt').getByText('Uploading').waitFor({ state: 'detached' })
  // The bar disappears by itself.
  await uploadsBar(page).waitFor({ state: 'detached' })

  // A new revision replaces the previous one: by the menu, and by dropping a file onto the card.
  await page
    .locator('input[aria-label="A new revision of take-1.txt"]')
    .setInputFiles(onDisk('take-1b.txt', 20))
  for (const one of [page, other]) {
    await card(one, 'take-1b.txt').getByText('v2').waitFor()
    await card(one, 'take-1.txt').waitFor({ state: 'detached' })
  }
  await dropFromDisk(page, [onDisk('take-1c.txt', 30)], card(page, 'take-1b.txt'))
  await card(page, 'take-1c.txt').getByText('v3').waitFor()
  await card(page, 'take-1b.txt').waitFor({ state: 'detached' })

  await inMenu(page, 'take-2.txt', 'Rename…')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('better take')
  await page.keyboard.press('Enter')
  for (const one of [page, other]) await card(one, 'better take.txt').waitFor()

  await page.getByRole('button', { name: 'Status of better take.txt: Needs review' }).click()
  await page.getByRole('menuitemradio', { name: 'Approved' }).click()
  for (const one of [page, other]) await card(one, 'better take.txt').getByText('Approved').waitFor()

  await inMenu(page, 'take-3.txt', 'Delete…')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  for (const one of [page, other]) await card(one, 'take-3.txt').waitFor({ state: 'detached' })

  // After deleting a revision, the previous one is the newest.
  await inMenu(page, 'take-1c.txt', 'Delete…')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  for (const one of [page, other]) await card(one, 'take-1b.txt').getByText('v2').waitFor()

  await page.keyboard.press('/')
  await page.keyboard.type('betetr')
  await card(page, 'better take.txt').waitFor()
  await card(page, 'take-1b.txt').waitFor({ state: 'detached' })
  await card(page, 'better take.txt').getByRole('link').click()
  await page.waitForURL(/\/files\/FX/)
})

test(
  'folders are created, dropped, filled and moved; deleting a full one asks again',
  needsBrowser,
  async () => {
    const { id, owner } = await world.project({ name: 'Ferry' })
    // A card may request the state of a file that is deleted at that moment: 404.
    const page = await app.open(`/projects/${id}`, { user: owner, allow: [/status of (404|409)/] })
    const folders = page.getByRole('list', { name: 'Folders' })
    const crumbs = page.getByRole('navigation', { name: 'Folders' })

    await page.getByRole('button', { name: 'More to add' }).click()
    await page.getByRole('menuitem', { name: 'New folder…' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('Day 1')
    await page.keyboard.press('Enter')
    await folders.getByRole('link', { name: 'Day 1' }).waitFor()

    // Its folders are created; an existing one is reused.
    mkdirSync(join(disk, 'Day 1', 'Sound'), { recursive: true })
    onDisk('Day 1/a.txt', 10)
    onDisk('Day 1/.DS_Store', 10)
    onDisk('Day 1/Sound/b.txt', 10)
    await dropFromDisk(page, [join(disk, 'Day 1'), onDisk('c.txt', 10), onDisk('d.txt', 10)])
    await uploadsBar(page).getByRole('button', { name: 'Show the files' }).click()
    await uploadsBar(page).getByText('4 files uploaded').waitFor()
    await card(page, 'c.txt').waitFor()
    assert.equal(await folders.getByRole('listitem').count(), 1)

    // axe finds no problems on uploaded and selected files, nor in the dialog to move them.
    await page.getByLabel('Select c.txt').check()
    await requireAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Move…' }).click()
    await page.getByRole('dialog').waitFor()
    await requireAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByLabel('Select c.txt').uncheck()
    await uploadsBar(page).getByRole('button', { name: 'Dismiss uploads' }).click()

    await folders.getByRole('link', { name: 'Day 1' }).click()
    await card(page, 'a.txt').waitFor()
    await folders.getByRole('link', { name: 'Sound' }).click()
    await card(page, 'b.txt').waitFor()
    assert.deepEqual(await crumbs.getByRole('listitem').allInnerTexts(), ['All files', 'Day 1', 'Sound'])
    await crumbs.getByRole('link', { name: 'All files' }).click()

    // Two at once into the folder, and back.
    await page.getByLabel('Select d.txt').check()
    await page.getByLabel('Select c.txt').click({ modifiers: ['Shift'] })
    await page.getByText('2 selected').waitFor()
    await card(page, 'd.txt').dragTo(folders.getByRole('listitem'))
    await card(page, 'd.txt').waitFor({ state: 'detached' })
    await card(page, 'c.txt').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await card(page, 'c.txt').waitFor()
    await card(page, 'd.txt').waitFor()
    await inMenu(page, 'c.txt', 'Move…')
    await page.getByRole('dialog').getByText('Sound').click()
    await page.getByRole('button', { name: 'Move here' }).click()
    await card(page, 'c.txt').waitFor({ state: 'detached' })

    await inMenu(page, 'Day 1', 'Delete…')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog', { name: 'Day 1 is not empty' }).waitFor()
    await page.getByRole('button', { name: 'Delete everything' }).click()
    await folders.waitFor({ state: 'detached' })
    await card(page, 'd.txt').waitFor()
  },
)

test('of 1,000 files only those near the viewport are rendered', needsBrowser, async () => {
  const { id, owner } = await world.project({ name: 'Long' })
  await world.database.sql`
    insert into files (id, project_id, name, mode, youtube_id, status, position, stack_id, stack_number, created_at)
    select 'FX' || left(md5(n::text), 22), ${id}, 'clip ' || n, 'YOUTUBE', 'x', 'UPLOADED', n,
      'FX' || left(md5(n::text), 22), 1, now() + n * interval '1 millisecond'
    from generate_series(1, 1000) n`
  const page = await app.open(`/projects/${id}`, { user: owner })
  const cards = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await cards.first().waitFor()
  const most = await page.evaluate(scrollToEnd, 'clip 1')
  assert.ok(most > 0 && most <= 100, `${most} cards`)
  assert.equal(await cards.last().getAttribute('aria-setsize'), '1000')
  // Back at the top without loading anything again.
  await page.keyboard.press('Home')
  await card(page, 'clip 1000').waitFor()
  assert.ok((await cards.count()) <= 100)
  // The scroll position is restored after a visit to a file. The card with the focus stays rendered, so the last card
  // is checked. Home may still be scrolling.
  await page.waitForFunction(() => {
    scrollTo(0, 9000)
    const last = [...document.querySelectorAll('ul[aria-label=Files] [aria-posinset]')].at(-1)
    return Number(last?.getAttribute('aria-posinset')) > 200
  })
  const name = await cards.nth(-20).getByRole('link').first().textContent()
  const middle = page.getByRole('link', { name: name!, exact: true })
  await middle.click()
  await page.waitForURL(/\/files\//)
  await page.goBack()
  await middle.waitFor()
  // The table renders a bounded number of rows, too.
  await page.getByRole('button', { name: 'Show as list' }).click()
  const rows = page.getByRole('table', { name: 'Files' }).getByRole('row')
  await rows.nth(10).waitFor()
  assert.ok((await rows.count()) <= 100)
})

test('a reviewer sees files but no actions that change them', needsBrowser, async () => {
  const { id } = await world.project({ name: 'Shared' })
  const reviewer = await world.member(id, 'PROJECT_REVIEWER')
  await world.database.sql`
    insert into files (id, project_id, name, mode, youtube_id, status, position, stack_id, stack_number)
    values ('FX0000000000000000000001', ${id}, 'clip', 'YOUTUBE', 'x', 'UPLOADED', 1, 'FX0000000000000000000001', 1)`
  const page = await app.open(`/projects/${id}`, { user: reviewer, size: 'phone' })
  await card(page, 'clip').waitFor()
  assert.equal(await card(page, 'clip').getByText('Needs review').count(), 0, 'the default status is silent')
  for (const name of ['Upload', 'Generate', 'Share', 'Select files', 'More to add', /^Status of/])
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, String(name))
  assert.equal(await page.getByRole('checkbox').count(), 0)
  await page.getByRole('button', { name: 'Options for clip' }).click()
  await page.getByRole('menuitem', { name: 'Open' }).waitFor()
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['Open', 'Mute notifications'])
})

/** Runs in the page: scrolls down whenever it changes, until this file is shown. Returns the largest number of cards. */
function scrollToEnd(name: string): Promise<number> {
  return new Promise((done) => {
    let most = 0
    const look = () => {
      most = Math.max(most, document.querySelectorAll('ul[aria-label=Files] [aria-posinset]').length)
      const links = [...document.querySelectorAll('ul[aria-label=Files] a')]
      if (!links.some(({ textContent }) => textContent === name))
        return scrollTo(0, document.documentElement.scrollHeight)
      observer.disconnect()
      done(most)
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
    look()
  })
}

/** Drops real files and folders, as from a file manager, onto an element or the page. */
async function dropFromDisk(page: Page, files: string[], onto = page.locator('main')): Promise<void> {
  const box = (await onto.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 60)]
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x, y, data })
  await session.detach()
}
