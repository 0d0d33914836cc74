// Selecting files and searching them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser, setSize, sizes, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app
const { id: projectId, owner } = await world.project({ name: 'The Last Ferry' })

/** The first in the list has the last name: the newest come first. */
async function insertFiles(project: string, names: readonly string[]): Promise<void> {
  await world.database.sql`
    insert into files (id, project_id, name, mode, youtube_id, status, position, stack_id, stack_number, created_at)
    select 'FX' || left(md5(${project} || n), 22), ${project}, name, 'YOUTUBE', 'x', 'UPLOADED', n,
      'FX' || left(md5(${project} || n), 22), 1, now() + n * interval '1 millisecond'
    from unnest(${names as string[]}::text[]) with ordinality as given (name, n)`
}

await insertFiles(
  projectId,
  Array.from({ length: 60 }, (_, i) => `shot ${60 - i}`),
)
const { id: searched } = await world.project({ owner, name: 'Search' })
await insertFiles(searched, [
  'fery.mp4',
  'The last ferry.mp4',
  'ferry crossing.mp4',
  'ferry.mp4',
  'harbour.mp4',
])

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected files' })
const selected = (page: Page, count: number) => bar(page).getByText(`${count} selected`, { exact: true })

/** The position of each rendered card on the page, independent of scrolling. */
const placesOf = (page: Page) =>
  page.getByRole('list', { name: 'Files' }).evaluate((list) => {
    const cards = [...list.querySelectorAll<HTMLElement>('[data-index]')]
    const placeOf = (card: HTMLElement) => {
      const { x, y, width, height } = card.getBoundingClientRect()
      return [x, Math.round(y + scrollY), width, height].join(' ')
    }
    return Object.fromEntries(cards.map((card) => [card.dataset.index, placeOf(card)]))
  })

async function requireUnmoved(page: Page, before: Record<string, string>): Promise<void> {
  const after = await placesOf(page)
  const both = Object.keys(before).filter((index) => index in after)
  assert.ok(both.length > 0)
  for (const index of both) assert.equal(after[index], before[index], `card ${index}`)
}

test('selecting and searching with a mouse and keys', needsBrowser, async (t) => {
  const page = await app.open(`/projects/${projectId}`, { user: owner })
  for (const size of ['desktop', 'tablet'] as const) {
    await t.test(`a tick moves nothing: ${size}`, async () => {
      await setSize(page, sizes[size])
      await requireTickMovesNothing(page, () => page.getByLabel('Select shot 1', { exact: true }).check())
    })
  }
  await setSize(page, sizes.desktop)
  await t.test('Shift+click selects a range', async () => {
    await page.getByLabel('Select shot 1', { exact: true }).check()
    await selectRange(page)
  })
  await t.test('arrows move the focus, x and Space select, Enter opens', () => useKeys(page))
  await t.test('search keeps the order of the server, and its address', () => search(page))
})

test('selecting and searching by touch', needsBrowser, async (t) => {
  const page = await app.open(`/projects/${projectId}`, { user: owner, size: 'phone' })
  const selectFirst = async () => {
    await page.getByRole('button', { name: 'Select files' }).tap()
    await link(page, 'shot 1').tap()
  }
  for (const size of ['landscape', 'phone'] as const) {
    await t.test(`a tick moves nothing: ${size}`, async () => {
      await setSize(page, sizes[size])
      await requireTickMovesNothing(page, selectFirst)
    })
  }
  await t.test('a range is selected', async () => {
    await selectFirst()
    await selectRange(page)
  })
  await t.test('a long press selects on touch, and the next taps too', async () => {
    const { x, y } = (await link(page, 'shot 1').boundingBox())!
    const at = { x: x + 5, y: y + 5 }
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    await selected(page, 1).waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await link(page, 'shot 2').tap()
    await selected(page, 2).waitFor()
    assert.equal(new URL(page.url()).pathname, `/projects/${projectId}`)
  })
  await t.test('search keeps the order of the server, and its address', () => search(page))
})

async function requireTickMovesNothing(page: Page, tick: () => Promise<void>): Promise<void> {
  await link(page, 'shot 1').waitFor()
  const before = await placesOf(page)
  await tick()
  await selected(page, 1).waitFor()
  await requireUnmoved(page, before)
  // Files that were not loaded yet are selected, too.
  await page.keyboard.press('Control+a')
  await selected(page, 60).waitFor()
  await requireUnmoved(page, before)
  await bar(page).getByRole('button', { name: 'Clear the selection' }).click()
  await bar(page).waitFor({ state: 'detached' })
}

/** After the first file was selected. */
async function selectRange(page: Page): Promise<void> {
  await selected(page, 1).waitFor()
  await link(page, 'shot 4').click({ modifiers: ['Shift'] })
  await selected(page, 4).waitFor()
  await link(page, 'shot 2').click({ modifiers: ['Control'] })
  await selected(page, 3).waitFor()
  assert.equal(await page.getByLabel('Select shot 2', { exact: true }).isChecked(), false)
  assert.equal(new URL(page.url()).pathname, `/projects/${projectId}`, 'no file was opened')
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })
}

async function useKeys(page: Page): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await link(page, 'shot 1').focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await focused(), 'shot 2')
  await page.keyboard.press('x')
  await selected(page, 1).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await selected(page, 2).waitFor()
  await page.keyboard.press('Shift+ArrowRight')
  await selected(page, 3).waitFor()
  await page.keyboard.press('End')
  await page.waitForFunction(() => document.activeElement?.textContent === 'shot 60')
  await page.keyboard.press('Home')
  await page.waitForFunction(() => document.activeElement?.textContent === 'shot 1')
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })
  // The same in the table, with one row per file.
  await page.getByRole('button', { name: 'Show as list' }).click()
  await page.getByRole('table', { name: 'Files' }).waitFor()
  await link(page, 'shot 1').focus()
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(), 'shot 2')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/files\//)
}

async function search(page: Page): Promise<void> {
  await page.goto(`/projects/${searched}`)
  const names = () => page.getByRole('list', { name: 'Files' }).getByRole('heading').allInnerTexts()
  await link(page, 'harbour.mp4').waitFor()
  await page.getByRole('searchbox').fill('ferry')
  await page.waitForURL(/\?q=ferry$/)
  await link(page, 'harbour.mp4').waitFor({ state: 'detached' })
  await page.getByText('3 found for “ferry”').waitFor()
  assert.deepEqual(await names(), ['ferry.mp4', 'ferry crossing.mp4', 'The last ferry.mp4'])
  await page.reload()
  await link(page, 'ferry.mp4').waitFor()
  assert.equal((await names()).length, 3)
  await page.getByRole('searchbox').fill('nothing like this')
  await page.getByRole('heading', { name: 'No files match “nothing like this”' }).waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await link(page, 'harbour.mp4').waitFor()
  assert.equal(new URL(page.url()).search, '')
  assert.equal(await page.getByRole('searchbox').inputValue(), '')
}

test('many files change in one action; a failure names its files', needsBrowser, async () => {
  const { id } = await world.project({ owner, name: 'Bulk' })
  await insertFiles(
    id,
    Array.from({ length: 120 }, (_, i) => `take ${120 - i}`),
  )
  const page = await app.open(`/projects/${id}`, { user: owner, allow: [/status of 400/] })
  await link(page, 'take 1').waitFor()
  const requests: string[] = []
  const both = Promise.withResolvers<void>()
  page.on('requestfinished', (request) => {
    if (request.method() === 'PATCH' && requests.push(request.url()) === 2) both.resolve()
  })
  await page.keyboard.press('Control+a')
  await selected(page, 120).waitFor()
  const setStatus = async (name: string) => {
    await bar(page).getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await setStatus('Approved')
  const card = page.getByRole('listitem').filter({ has: link(page, 'take 1') })
  await card.getByText('Approved').waitFor()
  await both.promise
  const [{ count }] = (await world.database.sql`
    select count(*)::integer as count from files where project_id = ${id} and tag = 'APPROVED'`) as [
    { count: number },
  ]
  assert.equal(count, 120)
  assert.equal(requests.length, 2, 'a request for each hundred')

  // One of them was deleted, and the page does not know it yet.
  let sent = 0
  await page.route('**/api/projects/*/files', (route) => {
    if (route.request().method() !== 'PATCH' || sent++ > 0) return route.fallback()
    const body = JSON.parse(route.request().postData()!)
    body.files[0] = { id: 'FXgone00000000000000000000' }
    return route.continue({ postData: JSON.stringify(body) })
  })
  await setStatus('On hold')
  await page.getByText('1 of 120 files could not be changed: take 1. It stays selected.').first().waitFor()
  await selected(page, 1).waitFor()
  assert.ok(await page.getByLabel('Select take 1', { exact: true }).isChecked())
})
