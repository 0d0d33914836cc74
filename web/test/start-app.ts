// The production build in a real browser: a world that serves the app, and browser pages of its users.
import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { buildWhenStale } from '../../server/src/surfaces/web/build.ts'
import {
  needsBrowser,
  needsWholeBrowser,
  startBrowser,
  startWholeBrowser,
} from '../../server/test/helpers/browser.ts'
import { type Person, startWorld, type WorldOptions } from '../../server/test/worlds/world.ts'

/** Pass it as the options of a test: `test('…', needsBrowser, async () => …)`. */
export { needsBrowser, needsWholeBrowser }

export const sizes = {
  phone: { width: 375, height: 812 },
  landscape: { width: 812, height: 375 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
}

/** Only a failing test waits this long: a busy machine may take ten times as long as an idle one. */
const patienceMs = 120_000

export const themes = ['light', 'dark'] as const

/**
 * Every size: `for (const view of views) await test.test(nameOf(view), …open(path, { user, ...view }))`. A theme changes
 * colours only (type.test.ts), so that each size needs only one of them.
 */
export const views = [
  { size: 'phone', theme: 'dark' },
  { size: 'landscape', theme: 'light' },
  { size: 'tablet', theme: 'light' },
  { size: 'desktop', theme: 'dark' },
] as const

export const nameOf = ({ size, theme }: (typeof views)[number]) => `${size}, ${theme}`

/**
 * The same views by device. A page that must be checked at every size is loaded once per device and then resized with
 * `resize`, as a phone is rotated and a window becomes narrower: loading a page costs more than most tests.
 */
export const devices = [
  { device: 'touch', views: [views[0], views[1]] },
  { device: 'mouse', views: [views[3], views[2]] },
] as const

export async function resize(page: Page, { size, theme }: (typeof views)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await setSize(page, sizes[size])
}

/** Settles when the page has been rendered at the new size. */
export async function setSize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Opens another page of the app as a link does: without loading the document again. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

/** Leaves the page first, so that no element of it is taken for one of the next page. */
export async function followFromNowhere(page: Page, path: string): Promise<void> {
  await follow(page, '/skills/a/page/that/does/not/exist')
  // By text: an open overlay hides the page from roles.
  await page.getByText('Page not found').waitFor()
  // The only overlay that does not belong to a page.
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  if (await shortcuts.isVisible()) await page.keyboard.press('Escape')
  await shortcuts.waitFor({ state: 'detached' })
  await follow(page, path)
}

export type OpenOptions = {
  /** The signed-in user; undefined for nobody. */
  user?: Pick<Person, 'userId'>
  /** The workspace of the session, if it is not the world's own. */
  workspaceId?: string
  theme?: (typeof themes)[number]
  size?: keyof typeof sizes | { width: number; height: number }
  /** Opens a second tab in the browser of this page, with the same session. */
  beside?: Page
  /**
   * Console errors that the test expects: Chromium logs responses such as a 409 as errors, matched by /status of 409/.
   */
  allow?: RegExp[]
}

export type App = Awaited<ReturnType<typeof startApp>>

/** `wholeBrowser`: a Chromium of its own, for tests with `needsWholeBrowser`. */
export type AppOptions = WorldOptions & { wholeBrowser?: boolean }

/**
 * Call once at the top of a test file. Pages are closed at the end of the test that opened them, which fails if they
 * logged errors.
 */
export async function startApp({ wholeBrowser = false, ...options }: AppOptions = {}) {
  await buildWhenStale()
  // Browsers get the rate limits of production, which refill as they do there: no page may need more.
  const limits = { SESSION_RATE_LIMITS: '', ...options.env }
  const world = await startWorld({ limitClock: () => performance.now(), ...options, env: limits })
  const origin = world.url.replace('127.0.0.1', 'localhost')
  const [needs, start] = wholeBrowser ? [needsWholeBrowser, startWholeBrowser] : [needsBrowser, startBrowser]
  const browser = 'skip' in needs ? undefined : await start()
  const opened = new Set<BrowserContext>()
  const complaints: string[] = []

  async function newContext({ user, workspaceId, theme = 'dark', size = 'desktop' }: OpenOptions) {
    const viewport = typeof size === 'string' ? sizes[size] : size
    const context = await browser!.newContext({
      baseURL: origin,
      viewport,
      colorScheme: theme,
      reducedMotion: 'reduce',
      hasTouch: Math.min(viewport.width, viewport.height) < sizes.tablet.width,
    })
    context.setDefaultTimeout(patienceMs)
    opened.add(context)
    if (user) {
      const value = (await world.session(user.userId, workspaceId)).replace('session:', '')
      await context.addCookies([{ name: 'dailies', value, url: origin }])
    }
    return context
  }

  /**
   * Opens a page at the path and waits until it has loaded. Console errors, including policy violations, fail the test.
   */
  async function open(path: string, openOptions: OpenOptions = {}): Promise<Page> {
    const { allow = [], beside } = openOptions
    const context = beside?.context() ?? (await newContext(openOptions))
    const page = await context.newPage()
    const complain = (text: string) => {
      if (!allow.some((pattern) => pattern.test(text))) complaints.push(`${path}: ${text}`)
    }
    page.on('pageerror', (error) => complain(error.stack || String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') complain(`${message.text()} (${message.location().url})`)
    })
    await page.goto(path)
    return page
  }

  afterEach(async (test) => {
    // The steps of a test share its pages.
    if (test.fullName !== test.name) return
    for (const one of opened) await one.close()
    opened.clear()
    assert.deepEqual(complaints.splice(0), [], 'what the pages complained of')
  })

  return { world, browser, origin, open }
}
