// A real browser: Debian's chromium (`apt-get install chromium`), driven by playwright-core. Without one, tests skip.
import { existsSync } from 'node:fs'
import { after } from 'node:test'
import type { Browser, BrowserServer, LaunchOptions } from 'playwright-core'

export function findChromium(): string | undefined {
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
}

/**
 * Tests prefer the headless shell (`apt-get install chromium-headless-shell`): opening a page costs it 0.1 s of CPU, and
 * Chromium itself, which makes a window for every page, 0.8 s.
 */
const headlessShell = '/usr/lib/chromium/chromium-headless-shell'
const path = existsSync(headlessShell) ? headlessShell : findChromium()

/** Goes into the options of a test. */
export const needsBrowser =
  path === undefined ? { skip: 'there is no chromium: apt-get install chromium' } : {}

/** For tests of what the headless shell lacks, such as notifications. */
export const needsWholeBrowser =
  findChromium() === undefined ? { skip: 'there is no chromium: apt-get install chromium' } : {}

/** Chromium's sandbox is not available in containers, nor a graphics card; the pages are our own. */
const options: LaunchOptions = {
  executablePath: path ?? '',
  args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
}

/** The browser of the test run, until the end of the file: contexts that the file has opened are closed with it. */
export async function startBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  const url = await sharedBrowserUrl()
  const browser = url ? await chromium.connect(url) : await chromium.launch(options)
  after(() => browser.close())
  return browser
}

/** A browser of this file alone, and not the headless shell. */
export async function startWholeBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ ...options, executablePath: findChromium()! })
  after(() => browser.close())
  return browser
}

/** One Chromium for all test files of a run: `scripts/test.ts` starts it when the first file asks for it. */
export async function startBrowserServer(): Promise<BrowserServer> {
  const { chromium } = await import('playwright-core')
  return chromium.launchServer(options)
}

export type BrowserRequest = { type: 'browser' }
export type BrowserReply = { type: 'browser'; url: string }

/** Undefined when the file does not run in the test pool, but for example in `npm run screenshots`. */
function sharedBrowserUrl(): Promise<string | undefined> | undefined {
  if (process.env.TEST_POOL !== '1' || !process.send) return undefined
  return new Promise((done) => {
    const onMessage = (message: BrowserReply) => {
      if (message.type !== 'browser') return
      process.off('message', onMessage)
      process.channel!.unref()
      done(message.url)
    }
    process.on('message', onMessage)
    process.channel!.ref()
    process.send!({ type: 'browser' } satisfies BrowserRequest)
  })
}
