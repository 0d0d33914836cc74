// A real browser: Debian's chromium (`apt-get install chromium`), driven by playwright-core. Without one, tests skip.
import { existsSync } from 'node:fs'
import { after } from 'node:test'
import type { Browser } from 'playwright-core'

export function findChromium(): string | undefined {
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
}

const path = findChromium()

/** Goes into the options of a test. */
export const needsBrowser =
  path === undefined ? { skip: 'there is no chromium: apt-get install chromium' } : {}

export async function startBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  // In containers its sandbox is not available, nor a graphics card; the pages are our own.
  const args = ['--no-sandbox', '--enable-unsafe-swiftshader']
  const browser = await chromium.launch({ executablePath: path!, args })
  after(() => browser.close())
  return browser
}
