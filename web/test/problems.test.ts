// Pages that cannot be shown: they keep the header, say what happened and what to try, and retry by themselves.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { needsBrowser, setSize, sizes, startApp } from './start-app.ts'

const app = await startApp()
const { id, owner } = await app.world.project({ name: 'Harbour' })

const allow = [/status of (403|404|429|500|503|507)/, /Failed to load resource/, /net::ERR/, /DailiesError/]

/** Returns this response for every request for the path. */
async function refuse(page: Page, path: string, status: number, code: string, retryAfter?: number) {
  const message = 'Wait as many seconds as Retry-After says, and send the header again.'
  await page.route(path, (route) =>
    route.fulfill({
      status,
      headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
      json: { status, code, message, requestId: 'r-1' },
    }),
  )
}

/** A header that links back, one heading, and no HTTP terms: at every size. */
async function requirePage(page: Page, title: string | RegExp) {
  for (const [name, size] of Object.entries(sizes)) {
    await setSize(page, size)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.locator('header').getByRole('link', { name: 'Projects' }).waitFor()
    const text = await page.locator('body').innerText()
    assert.doesNotMatch(text, /header|Retry-After|HTTP|JSON|429|503/i)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(overflow <= 0, `${name}: ${overflow} px too wide`)
  }
}

/** The SDK waits between its attempts, and each wait begins only after a response. */
async function waitOut(page: Page, seen: Locator) {
  for (let turns = 0; turns < 30 && !(await seen.isVisible()); turns++) await page.clock.runFor(10_000)
}

const problems = [
  ['file', 403, 'insufficient_scope', 'Page not found', 'All projects'],
  ['file', 404, 'not_found', 'Page not found', 'All projects'],
  ['file', 500, 'internal', 'Something went wrong on the server', 'Try again'],
  ['file', 507, 'disk_full', 'The disk of the server is full', 'Try again'],
  ['file', 503, 'restored_copy', 'This server is a restored copy', 'Try again'],
  ['project', 404, 'not_found', 'Page not found', 'All projects'],
  ['account', 500, 'internal', 'Something went wrong on the server', 'Try again'],
] as const

const places = {
  file: ['/files/01a1e125-b324-77b3-a8c1-633d3ddecb72', '**/api/files/**'],
  project: [`/projects/${id}`, `**/api/projects/${id}`],
  account: ['/', '**/api/account'],
} as const

test('each kind of failure keeps the header and says what to try', needsBrowser, async (t) => {
  const page = await app.open('about:blank', { user: owner, allow })
  await page.clock.install()
  for (const [place, status, code, title, action] of problems)
    await t.test(`${place}: ${code}`, async () => {
      const [path, api] = places[place]
      await refuse(page, api, status, code)
      await page.goto(path)
      await waitOut(page, page.getByRole('heading', { level: 1, name: title }))
      await requirePage(page, title)
      await page.locator('main').locator(`text="${action}"`).waitFor()
      await page.unroute(api)
    })
})

test('a busy server: the page counts down, retries and loads', needsBrowser, async () => {
  const page = await app.open('about:blank', { user: owner, allow })
  await page.clock.install()
  const api = `**/api/projects/${id}`
  // Longer than the SDK waits by itself.
  await refuse(page, api, 503, 'unavailable', 120)
  await page.goto(`/projects/${id}`)
  await requirePage(page, 'The server is busy')
  await page.getByText(/^Trying again in \d+ s$/).waitFor()
  await page.unroute(api)
  const heading = page.getByRole('heading', { name: 'Harbour' })
  await waitOut(page, heading)
  await heading.waitFor()
})

test(
  'a script that an upgrade removed reloads the page once, then shows an error',
  needsBrowser,
  async () => {
    const page = await app.open('/', { user: owner, allow: [/./] })
    await page.getByRole('link', { name: 'Skills' }).waitFor()
    let loads = 0
    page.on('load', () => loads++)
    await page.route('**/assets/skills-page-*.js', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Skills' }).click()
    // A page that is about to be loaded again cannot be resized.
    await page.getByRole('heading', { name: 'Dailies was updated' }).waitFor()
    await requirePage(page, 'Dailies was updated')
    // The router may reload once for its own chunk.
    assert.ok(loads >= 1 && loads <= 2, `${loads} loads`)
    await page.unroute('**/assets/skills-page-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { level: 1, name: /skills/i }).waitFor()
  },
)
