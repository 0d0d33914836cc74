// The production build in a real browser: a world of its own that serves the app, and pages of people in it.
import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { buildWhenStale } from '../../server/src/surfaces/web/build.ts'
import { needsBrowser, startBrowser } from '../../server/test/helpers/browser.ts'
import { type Person, startWorld, type WorldOptions } from '../../server/test/worlds/world.ts'

/** Goes into the options of a test: `test('…', needsBrowser, async () => …)`. */
export { needsBrowser }

export const sizes = {
  phone: { width: 375, height: 812 },
  landscape: { width: 812, height: 375 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
}

export const themes = ['light', 'dark'] as const

/** Every size in both themes: `for (const view of views) await test.test(nameOf(view), …open(path, { user, ...view }))`. */
export const views = Object.keys(sizes).flatMap((size) =>
  themes.map((theme) => ({ size: size as keyof typeof sizes, theme })),
)

export const nameOf = ({ size, theme }: (typeof views)[number]) => `${size}, ${theme}`

export type OpenOptions = {
  /** Who is signed in; without, nobody. */
  user?: Pick<Person, 'userId'>
  /** Where they are signed in, when not in the world's own workspace. */
  workspaceId?: string
  theme?: (typeof themes)[number]
  size?: keyof typeof sizes | { width: number; height: number }
  /** In the browser of this page, beside it: a second tab. Who is signed in stays as it is. */
  beside?: Page
  /** What a page may complain of: answers that a test asks for, such as /status of 409/, are complaints in Chromium. */
  allow?: RegExp[]
}

export type App = Awaited<ReturnType<typeof startApp>>

/** Once in a test file, at its top. Pages last until the end of the test that opened them, which fails if they complained. */
export async function startApp(options: WorldOptions = {}) {
  await buildWhenStale()
  // Browsers have the limits of production: no page may need more.
  const world = await startWorld({ ...options, env: { SESSION_RATE_LIMITS: '', ...options.env } })
  const origin = world.url.replace('127.0.0.1', 'localhost')
  const browser = 'skip' in needsBrowser ? undefined : await startBrowser()
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
    opened.add(context)
    if (user) {
      const value = (await world.session(user.userId, workspaceId)).replace('session:', '')
      await context.addCookies([{ name: 'dailies', value, url: origin }])
    }
    return context
  }

  /** A page at the path, loaded. What it complains of, policy violations among it, fails the test. */
  async function open(path: string, openOptions: OpenOptions = {}): Promise<Page> {
    const { allow = [], beside } = openOptions
    const context = beside?.context() ?? (await newContext(openOptions))
    const page = await context.newPage()
    const complain = (text: string) => {
      if (!allow.some((pattern) => pattern.test(text))) complaints.push(`${path}: ${text}`)
    }
    page.on('pageerror', (error) => complain(error.stack ?? String(error)))
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
