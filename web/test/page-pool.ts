// Browser pages that the tests of a file use one after another. A page of the app costs 0.5 s of CPU in a renderer that has
// loaded the app before, and 1.1 s in a new one.
import type { BrowserContext, Page } from 'playwright-core'

export type PooledPage = {
  page: Page
  hasTouch: boolean
  /** The path that the test opened, for messages about it. */
  path: string
  /** Console errors that the test expects. */
  allow: RegExp[]
  /** Whether the test set up something that outlasts a navigation: such a page is not used again. */
  isAltered: boolean
}

/** Methods of a page and of a context whose effect outlasts a navigation. */
const lasting =
  'addInitScript exposeBinding exposeFunction on once route routeFromHAR routeWebSocket setDefaultTimeout setExtraHTTPHeaders'
const lastingOfPage = `${lasting} addLocatorHandler`
const lastingOfContext = `${lasting} grantPermissions newCDPSession newPage setGeolocation setOffline`

export function watchPage(page: Page, hasTouch: boolean): PooledPage {
  const pooled: PooledPage = { page, hasTouch, path: '', allow: [], isAltered: false }
  const watch = (target: Page | BrowserContext, names: string) => {
    const methods = target as unknown as Record<string, (...args: unknown[]) => unknown>
    for (const name of names.split(' ')) {
      const call = methods[name]!.bind(target)
      methods[name] = (...args) => {
        pooled.isAltered = true
        return call(...args)
      }
    }
  }
  watch(page, lastingOfPage)
  watch(page.context(), lastingOfContext)
  return pooled
}

/**
 * Leaves the app, and forgets the session and all that the page stored. False if the page cannot be used again. The app
 * is left for another page of the server: for a blank one, Chromium would start a new renderer. Errors that the app logs
 * while it is left belong to no test.
 */
export async function cleanPage(pooled: PooledPage): Promise<boolean> {
  const { page } = pooled
  if (pooled.isAltered || page.isClosed() || page.context().pages().length !== 1) return false
  try {
    // An answer of the page comes after the errors that it logged before.
    await page.evaluate('')
    pooled.allow = [/^/]
    await page.goto('/healthz')
    await page.evaluate(async () => {
      sessionStorage.clear()
      localStorage.clear()
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
    })
    await page.context().clearCookies()
    // Out of the window: the next page has no pointer over it.
    await page.mouse.move(-1, -1)
    return true
  } catch {
    // The server of the file may be closed.
    return false
  }
}
