// The fonts and the style sheets: small, stable while they load, and without values that are not tokens.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { dist, readBuild, root } from '../../server/src/surfaces/web/sources.ts'
import { devices, needsBrowser, setSize, sizes, startApp } from './start-app.ts'

const app = await startApp()

const fonts = () => Object.entries(readBuild()!.files).filter(([path]) => path.endsWith('.woff2'))

test('all fonts together are at most 120 KB', () => {
  const sizes = fonts().map(([, { size }]) => size)
  assert.equal(sizes.length, 4)
  const sum = sizes.reduce((total, size) => total + size, 0)
  assert.ok(sum <= 120_000, `${sum} bytes`)
})

test('the text font is preloaded, and cached for ever', needsBrowser, async () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const [, path] = /<link rel="preload" href="([^"]+\.woff2)" as="font"/.exec(html)!
  const answer = await fetch(app.world.url + path)
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')],
    [200, 'font/woff2', 'public, max-age=31536000, immutable'],
  )
})

test(
  'tabular figures have equal widths, and European names are covered by the font',
  needsBrowser,
  async () => {
    const { owner } = await app.world.project()
    const page = await app.open('/', { user: owner })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const measured = await page.evaluate(async () => {
      const width = (text: string, style: string) => {
        const span = document.createElement('span')
        span.style.cssText = `position: absolute; font-size: 100px; white-space: nowrap; ${style}`
        span.textContent = text
        document.body.append(span)
        const { width } = span.getBoundingClientRect()
        span.remove()
        return width
      }
      const loaded = async (text: string) => (await document.fonts.load('400 16px Inter', text)).length > 0
      return {
        named: await Promise.all(['Zoë', 'Łukasz Şahin', 'Nguyễn'].map(loaded)),
        mono: (await document.fonts.load('400 16px "Geist Mono"', '01:02')).length,
        tabular: ['1111', '0000'].map((text) => width(text, 'font-variant-numeric: tabular-nums')),
        weights: [400, 600].map((weight) => width('Dailies', `font-weight: ${weight}`)),
      }
    })
    assert.deepEqual(measured.named, [true, true, true])
    assert.equal(measured.mono, 1)
    assert.equal(measured.tabular[0], measured.tabular[1])
    assert.ok(measured.weights[0]! < measured.weights[1]!, 'two weights')
  },
)

/** Sums up the layout shifts of the page from its beginning, in `window.shifts`. */
function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shifts: number }).shifts += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Settles when the last rendered frame was counted. */
const shifts = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    return (window as unknown as { shifts: number }).shifts
  })

test(
  'fonts that load late shift nothing on the projects page and in the review room',
  needsBrowser,
  async (t) => {
    const { id, owner } = await app.world.project({ name: 'Harbour at night, second unit' })
    const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
    // No image: loading it would move the layout, too.
    const file = await client.files.upload(id, Buffer.from([1, 2, 3]), { name: 'Project.bin' })
    for (const { device, views } of devices)
      await t.test(device, async () => {
        const page = await app.open('about:blank', { user: owner, ...views[0] })
        await watchShifts(page)
        let heldFonts = 0
        let shown = Promise.withResolvers<void>()
        await page.route('**/*.woff2', async (route) => {
          heldFonts++
          await shown.promise
          await route.continue()
        })
        for (const view of views)
          for (const path of ['/', `/files/${file.id}`]) {
            heldFonts = 0
            shown = Promise.withResolvers()
            await setSize(page, sizes[view.size])
            await page.goto(path, { waitUntil: 'commit' })
            const text = path === '/' ? 'Harbour at night, second unit' : 'Project.bin'
            await page.getByText(text).first().waitFor()
            if (path !== '/') {
              await page.getByRole('button', { name: 'Request review' }).waitFor()
              await page.getByText('No comments yet').waitFor({ state: 'attached' })
            }
            assert.ok(heldFonts > 0, 'the page is shown before its fonts are loaded')
            // Only shifts by the fonts are counted, not those by loaded data.
            const before = await shifts(page)
            shown.resolve()
            await page.waitForFunction(() => document.fonts.check('400 16px Inter', 'Dailies'))
            const sum = (await shifts(page)) - before
            // Half of the “good” threshold of Web Vitals. On a tablet, one sentence that wraps only in the fallback font
            // counts 0.028.
            assert.ok(sum < 0.05, `${view.size}, ${path}: ${sum}`)
          }
      })
  },
)

const sheets = globSync('web/src/**/*.css', { cwd: root })
  .filter((path) => !/ui\/(tokens|fonts)\.css$/.test(path))
  .map((path) => ({ path, css: readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '') }))

/**
 * Colours outside of the tokens: neutral ones in the review room, which shade the image and are dark in every theme;
 * elsewhere none. The one exception is the selection on paper, which is white in every theme.
 */
function ownColours(path: string, css: string): string[] {
  const all = css.match(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|oklab)a?\([^)]*\)/gi) ?? []
  if (!path.startsWith('web/src/room/')) return all
  return all.filter((colour) => !isNeutral(colour) && !path.endsWith('document/page.module.css'))
}

function isNeutral(colour: string): boolean {
  const channels = colour.startsWith('#')
    ? colour.length < 6
      ? [...colour.slice(1, 4)]
      : colour.slice(1, 7).match(/../g)!
    : colour.match(/[\d.]+/g)!.slice(0, 3)
  return colour.startsWith('#') || colour.startsWith('rgb') ? new Set(channels).size === 1 : false
}

test('style sheets use two weights, no text size in pixels and no literal colours', () => {
  const found = sheets.flatMap(({ path, css }) =>
    [
      ...(css.match(/font-weight: (?!var\(--(regular|strong)\)|400|600|inherit)[^;]+/g) ?? []),
      ...(css.match(/font(-size)?: [^;]*\dpx[^;]*/g) ?? []),
      ...ownColours(path, css),
    ].map((line) => `${path}: ${line}`),
  )
  assert.deepEqual(found, [])
})

test('a theme changes colours only: it is the color scheme, and nothing else depends on it', () => {
  const all = globSync(['web/src/**/*.{css,ts,tsx}', 'web/index.html', 'server/src/surfaces/page-style.ts'], {
    cwd: root,
  })
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/.*(?:prefers-color-scheme|data-theme|dataset\.theme|light-dark).*/g)].map(
        ([line]) => `${path}: ${line.trim()}`,
      ),
    )
  const allowed = [
    /^(web\/src\/ui\/tokens\.css|server\/src\/surfaces\/page-style\.ts): --[\w-]+: light-dark\(#\w+, #\w+\);$/,
    /^web\/src\/ui\/tokens\.css: :root\[data-theme="(light|dark)"\] \{$/,
    /^web\/src\/ui\/theme\.ts: document\.documentElement\.dataset\.theme = theme$/,
    /^web\/index\.html: <meta name="theme-color"/,
    // The share page has the accent colour of the workspace.
    /^web\/src\/share-page\/brand\.ts: '--[\w-]+': `light-dark\(\$\{light\.\w+\}, \$\{dark\.\w+\}\)`,$/,
    // The card follows the theme of the chat that shows it.
    /^web\/src\/card\/theme\.ts: if \(theme\) dataset\.theme = theme$/,
  ]
  assert.deepEqual(
    all.filter((line) => !allowed.some((pattern) => pattern.test(line))),
    [],
  )
  const tokens = readFileSync(join(root, 'web/src/ui/tokens.css'), 'utf8')
  const themes = [...tokens.matchAll(/:root\[data-theme="(\w+)"\] \{([^}]*)\}/g)]
  assert.deepEqual(
    themes.map(([, name, body]) => [name, body!.trim()]),
    [
      ['light', 'color-scheme: light;'],
      ['dark', 'color-scheme: dark;'],
    ],
  )
})

test('the page of design tokens is not part of the build', async () => {
  const built = Object.keys(readBuild()!.files).filter((path) => path.endsWith('.js'))
  for (const path of built)
    assert.ok(!readFileSync(join(dist, path), 'utf8').includes('Tokens and controls'), path)
  const { owner } = await app.world.project()
  assert.equal(
    (await app.world.call('GET /dev/tokens', { key: await app.world.session(owner.userId) })).status,
    404,
  )
})
