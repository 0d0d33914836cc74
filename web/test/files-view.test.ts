// The view of a project's files: the header, the order, filters, groups, the table, the cover.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { requireAccessibleInBothThemes } from './axe.ts'
import { needsBrowser, setSize, sizes, startApp } from './start-app.ts'

const app = await startApp({ work: true, findProcessor: 'configured' })
const { world } = app
const owner = await world.person({ role: 'OWNER', name: 'Olga Marten' })
const { id: projectId } = await world.project({ owner, name: 'The Last Ferry' })
const colleague = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Bo Lindqvist' })
const client = new Dailies({ baseUrl: world.url, token: owner.key })
const his = new Dailies({ baseUrl: world.url, token: colleague.key })

const still = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#356' } })
  .png()
  .toBuffer()
await client.projects.update(projectId, { description: 'A first assembly. '.repeat(30) })
const shot10 = await client.files.upload(projectId, Buffer.from('ten letters'), { name: 'shot10.txt' })
const shot2 = await his.files.upload(projectId, Buffer.from('two'), { name: 'shot2.txt' })
const poster = await client.files.upload(projectId, still, { name: 'poster.png' })
await client.files.setTag(shot10.id, { tag: 'APPROVED' })
await client.comments.createOnFile(shot2.id, { content: 'Too dark.' })
await client.files.waitFor(poster.id, { until: 'processed' })

const cards = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem')
const shows = (page: Page, expected: string[]) =>
  page.waitForFunction(
    (wanted) => [...document.querySelectorAll('[data-index] a')].map((a) => a.textContent).join() === wanted,
    expected.join(),
  )

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Sort and group' }).click()
  await page.getByRole('menuitemradio', { name: item, exact: true }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

test('the files of a project', needsBrowser, async (t) => {
  const page = await app.open(`/projects/${projectId}`, { user: owner })
  await cards(page).first().waitFor()
  for (const size of ['tablet', 'desktop'] as const) {
    await t.test(`the project header takes less than 120 px: ${size}`, async () => {
      await setSize(page, sizes[size])
      await requireLowHeader(page)
    })
  }
  await t.test('a card shows uploader, date, open comments and status, but not the default status', () =>
    requireCards(page),
  )
  await t.test('a file becomes the project cover', () => setCover(page))
  await t.test('a review is requested for a selection', () => requestReview(page))
})

test('the files of a project on a phone', needsBrowser, async (t) => {
  const page = await app.open(`/projects/${projectId}`, { user: owner, size: 'phone' })
  await cards(page).first().waitFor()
  for (const size of ['landscape', 'phone'] as const) {
    await t.test(`the project header takes less than 120 px: ${size}`, async () => {
      await setSize(page, sizes[size])
      await requireLowHeader(page)
    })
  }
  await t.test('order and filters are stored in the URL', () => orderAndFilter(page))
})

test('order, filters and groups are stored in the URL and remembered', needsBrowser, async () => {
  const page = await app.open(`/projects/${projectId}`, { user: owner })
  await orderAndFilter(page)

  // A link shares the whole view; the project remembers the order, not the filters.
  const other = await app.open(page.url(), { user: colleague })
  await shows(other, ['shot10.txt'])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await shows(page, ['shot10.txt', 'shot2.txt', 'poster.png'])
  await page.goto(`/projects/${projectId}`)
  await shows(page, ['shot10.txt', 'shot2.txt', 'poster.png'])
  await page.waitForURL(/\?sort=name&direction=desc$/)

  await choose(page, 'Person')
  await page.getByRole('heading', { name: 'Bo Lindqvist' }).waitFor()
  await shows(page, ['shot2.txt', 'shot10.txt', 'poster.png'])
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Bo Lindqvist' }).click()
  await shows(page, ['shot2.txt'])
})

test('the table sorts by its headings and shows what a card shows', needsBrowser, async () => {
  const page = await app.open(`/projects/${projectId}?view=list`, { user: owner })
  const table = page.getByRole('table', { name: 'Files' })
  await table.getByRole('row').filter({ hasText: 'shot10.txt' }).getByText('11 bytes').waitFor()
  await table.getByRole('button', { name: 'Size' }).click()
  await page.waitForURL(/sort=size/)
  await shows(page, ['poster.png', 'shot10.txt', 'shot2.txt'])
  await table.getByRole('button', { name: 'Size' }).click()
  await shows(page, ['shot2.txt', 'shot10.txt', 'poster.png'])
  const size = table.getByRole('columnheader', { name: 'Size' })
  assert.equal(await size.getAttribute('aria-sort'), 'ascending')
  await requireAccessibleInBothThemes(page)
  // A file that somebody adds appears at its position in the order.
  const added = await his.files.upload(projectId, Buffer.from('seven'), { name: 'between.txt' })
  await shows(page, ['shot2.txt', 'between.txt', 'shot10.txt', 'poster.png'])
  await client.files.delete(added.id)
  await shows(page, ['shot2.txt', 'shot10.txt', 'poster.png'])
})

async function requireLowHeader(page: Page): Promise<void> {
  const header = page.locator('header').filter({ has: page.getByRole('navigation', { name: 'Project' }) })
  const { height } = (await header.boundingBox())!
  assert.ok(height < 120, `${height} px`)
  await header.getByRole('button', { name: 'Share' }).waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wide <= 0, `${wide} px too wide`)
}

async function requireCards(page: Page): Promise<void> {
  const card = (name: string) => cards(page).filter({ hasText: name })
  await card('shot2.txt').getByText('Bo Lindqvist').waitFor()
  await card('shot2.txt').getByText('1 open comment').waitFor({ state: 'attached' })
  await card('shot10.txt').getByText('Approved').waitFor()
  assert.equal(await card('poster.png').getByText('Needs review').count(), 0)
  // Comments and verdicts of others appear without a reload.
  await his.comments.createOnFile(poster.id, { content: 'Nice.' })
  await card('poster.png').getByText('1 open comment').waitFor({ state: 'attached' })
  await his.files.setTag(shot2.id, { tag: 'NEED_EDIT' })
  await card('shot2.txt').getByText('Needs changes').waitFor()
  await his.files.setTag(shot2.id, { tag: 'NEED_REVIEW' })
  await card('shot2.txt').getByText('Needs changes').waitFor({ state: 'detached' })
}

async function setCover(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Options for poster.png' }).click()
  await page.getByRole('menuitem', { name: 'Use as project cover' }).click()
  await page.getByText('poster.png is the project cover').first().waitFor()
  assert.equal((await client.projects.get(projectId)).cover?.file.id, poster.id)
}

async function requestReview(page: Page): Promise<void> {
  await page.getByLabel('Select shot2.txt').check()
  await page.getByLabel('Select shot10.txt').check()
  await page.getByRole('button', { name: 'Request review…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Round of shots')
  await page.getByRole('dialog').getByRole('button', { name: 'Request review' }).click()
  await page.getByRole('dialog', { name: 'Review requested' }).waitFor()
  const { data } = await client.versions.list(projectId, {}).page()
  assert.deepEqual(
    data.map(({ name }) => name),
    ['Round of shots'],
  )
}

async function orderAndFilter(page: Page): Promise<void> {
  await shows(page, ['poster.png', 'shot2.txt', 'shot10.txt'])
  await choose(page, 'Name')
  await shows(page, ['poster.png', 'shot2.txt', 'shot10.txt'])
  await choose(page, 'Z to A')
  await shows(page, ['shot10.txt', 'shot2.txt', 'poster.png'])
  assert.equal(new URL(page.url()).search, '?sort=name&direction=desc')

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Document' }).click()
  await shows(page, ['shot10.txt', 'shot2.txt'])
  await page.getByRole('menuitemcheckbox', { name: 'Approved' }).click()
  await shows(page, ['shot10.txt'])
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}
