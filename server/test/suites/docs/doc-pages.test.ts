// The docs in a real browser: readable in both themes and at all widths, searchable, without resources of other sites.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { operations } from '../../../src/service.ts'
import { openapiDocument } from '../../../src/surfaces/openapi/document.ts'
import { needsBrowser, startBrowser } from '../../helpers/browser.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const faults = readFileSync(new URL('../../helpers/page-faults.js', import.meta.url), 'utf8')

test('guides have one heading, enough contrast, and no horizontal scrolling', needsBrowser, async () => {
  const { page, complaints } = await openPage(await startBrowser())
  for (const path of [
    '/docs',
    '/docs/start',
    '/docs/errors',
    '/docs/settings',
    '/docs/webhooks',
    '/docs/cli',
  ]) {
    for (const [colorScheme, widths] of [
      ['light', [375, 1440]],
      ['dark', [768, 1440]],
    ] as const) {
      // Loaded once per theme: after a change of the theme, colours fade.
      await page.emulateMedia({ colorScheme })
      await page.goto(world.url + path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        assert.deepEqual(await page.evaluate(faults), [], `${path} ${width} ${colorScheme}`)
      }
    }
  }
  assert.deepEqual(complaints, [])
})

test('the search finds a section, and code can be copied', needsBrowser, async () => {
  const browser = await startBrowser()
  const { page, complaints } = await openPage(browser)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${world.url}/docs/start`)
  await page.keyboard.press('/')
  await page.keyboard.type('folder_not_empty')
  await page.locator('#found a').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/errors#folder_not_empty')
  await page.goto(`${world.url}/docs/start`)
  await page.locator('.block button').nth(2).click()
  await page.getByText('Copied').waitFor()
  const copied = await page.evaluate('navigator.clipboard.readText()')
  assert.equal(copied, 'curl $DAILIES_URL/api/ping -H "Authorization: Bearer $DAILIES_API_KEY"')
  assert.deepEqual(complaints, [])
})

test('guides can be read without scripts', needsBrowser, async () => {
  const context = await (await startBrowser()).newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${world.url}/docs/start`)
  assert.equal(await page.locator('search').isVisible(), false)
  await page.getByRole('link', { name: 'Authentication' }).first().click()
  assert.equal(await page.locator('h1').textContent(), 'Authentication')
})

test('the API reference shows every operation, QUERY included, and finds them', needsBrowser, async () => {
  const { page, complaints } = await openPage(await startBrowser())
  await page.goto(`${world.url}/docs/api`)
  const sidebar = page.locator('#reference aside')
  await sidebar.getByText('Access links').first().waitFor()
  const closed = sidebar.locator('button[aria-expanded=false]')
  await closed.evaluateAll((buttons) => {
    for (const button of buttons) (button as unknown as { click(): void }).click()
  })
  await closed.first().waitFor({ state: 'detached' })
  const shown = await sidebar
    .locator('a')
    .evaluateAll((links) =>
      (links as unknown as { hash: string }[]).map(({ hash }) => /^#tag\/[^/]+\/([A-Z]+)(\/.*)$/.exec(hash)),
    )
  const { paths } = openapiDocument(operations, world.url)
  const declared = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const found = shown.flatMap((match) => (match ? [`${match[1]} ${decodeURI(match[2]!)}`] : []))
  assert.deepEqual(found.toSorted(), declared.toSorted())
  assert.ok(found.includes('QUERY /api/projects'))

  await sidebar.getByRole('button', { name: 'Open Search' }).click()
  await page.getByRole('combobox').fill('publish skill version')
  await page
    .getByRole('option', { name: /Publish skill version/ })
    .first()
    .click()
  await page.waitForURL(/skill/)
  await page.getByRole('heading', { name: 'Publish skill version' }).waitFor()
  assert.deepEqual(complaints, [])
})

/** A page that records violations: requests to other sites, policy violations, console errors. */
async function openPage(browser: Browser): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // The script of the reference is large, and the machine may be busy.
  page.setDefaultTimeout(120_000)
  const complaints: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== world.url && protocol !== 'data:') complaints.push(`loads ${request.url()}`)
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return { page, complaints }
}
