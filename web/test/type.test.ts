// The fonts and the style sheets: small, steady while they load, and nothing that does not come from the tokens.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { dist, readBuild, root } from '../../server/src/surfaces/web/sources.ts'
import { nameOf, needsBrowser, startApp, views } from './start-app.ts'

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
  'figures are as wide as each other where they are tabular, and names of Europe are in the font',
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

/** The sum of all layout shifts since the page began. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as (PerformanceEntry & { value: number })[]
          done(entries.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // An observer without entries is never called.
        setTimeout(() => done(0), 500)
      }),
  )

test(
  'nothing moves when the fonts come late, on the first load of the projects and of the room',
  needsBrowser,
  async (t) => {
    const { id, owner } = await app.world.project({ name: 'Harbour at night, second unit' })
    const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
    const still = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#356' } })
      .png()
      .toBuffer()
    const file = await client.files.upload(id, still, { name: 'Still.png' })
    for (const view of views)
      await t.test(nameOf(view), async () => {
        for (const path of ['/', `/files/${file.id}`]) {
          const page = await app.open('about:blank', { user: owner, ...view })
          let release = () => {}
          const shown = new Promise<void>((done) => {
            release = done
          })
          await page.route('**/*.woff2', async (route) => {
            await shown
            await route.continue()
          })
          await page.goto(path, { waitUntil: 'commit' })
          const text = path === '/' ? 'Harbour at night, second unit' : 'Still.png'
          await page.getByText(text).first().waitFor()
          release()
          await page.waitForFunction(() => document.fonts.check('400 16px Inter', 'Dailies'))
          const sum = await shifts(page)
          assert.ok(sum < 0.02, `${path}: ${sum}`)
          await page.close()
        }
      })
  },
)

const sheets = globSync('web/src/**/*.css', { cwd: root })
  .filter((path) => !/ui\/(tokens|fonts)\.css$/.test(path))
  .map((path) => ({ path, css: readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '') }))

/** Where a colour is about the picture or a test pattern, and not about the app. */
const ownColours: Record<string, string> = {
  'web/src/room/viewers/image-viewer.module.css': 'the checkerboard behind transparent pictures',
  'web/src/room/viewers/model-viewer.module.css': 'the backdrop that 3D models are lit against',
  'web/src/room/document/page.module.css': 'the selection on paper, which is white in every theme',
}

test('style sheets know two weights, no size in pixels for text, and no colour of their own', () => {
  const found = sheets.flatMap(({ path, css }) =>
    [
      ...(css.match(/font-weight: (?!var\(--(regular|strong)\)|400|600|inherit)[^;]+/g) ?? []),
      ...(css.match(/font(-size)?: [^;]*\dpx[^;]*/g) ?? []),
      ...(path in ownColours
        ? []
        : (css.match(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|oklab)a?\([^)]*\)/gi) ?? [])),
    ].map((line) => `${path}: ${line}`),
  )
  assert.deepEqual(found, [])
})

test('the page of tokens is no part of the build', async () => {
  const built = Object.keys(readBuild()!.files).filter((path) => path.endsWith('.js'))
  for (const path of built)
    assert.ok(!readFileSync(join(dist, path), 'utf8').includes('Tokens and controls'), path)
  const { owner } = await app.world.project()
  assert.equal(
    (await app.world.call('GET /dev/tokens', { key: await app.world.session(owner.userId) })).status,
    404,
  )
})
