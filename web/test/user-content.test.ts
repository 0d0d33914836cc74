// Uploaded files are served from our origin and never run there, whatever they contain; and yet the app can show them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })

const attack = `document.title = 'ran'; fetch('/api/ran')`
const page = `<script>${attack}</script><img src="x" onerror="${attack}"><svg onload="${attack}"></svg>`
const pdf = `%PDF-1.7
1 0 obj <</Type /Catalog /Pages 2 0 R /OpenAction <</S /JavaScript /JS (app.alert(1); this.getURL("javascript:${attack}"))>>>> endobj
2 0 obj <</Type /Pages /Kids [] /Count 0>> endobj
trailer <</Root 1 0 R>>`

const files: Record<string, string> = {
  'page.html': `<!doctype html><html><body>${page}</body></html>`,
  'picture.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" onload="${attack}"><script>${attack}</script><rect width="40" height="30"/></svg>`,
  'page.xhtml': `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>${page}</body></html>`,
  'page.xml': `<?xml version="1.0"?><r xmlns:h="http://www.w3.org/1999/xhtml"><h:script>${attack}</h:script></r>`,
  'page.png': `<!doctype html>${page}`,
  'script.js': attack,
  'document.pdf': pdf,
}

/** The URL of each file's bytes. */
const urls = new Map<string, string>()
for (const [name, content] of Object.entries(files)) {
  const { id } = await client.files.upload(projectId, new File([content], name))
  await client.files.waitFor(id)
  const { url } = (await app.world.call(`GET /api/files/${id}/download`, { key: owner.key })).body.data
  urls.set(name, url)
}

/** An attack would change the title or call the API. */
async function calm(at: Page, act: () => Promise<unknown>): Promise<void> {
  const called: string[] = []
  at.on('request', (request) => called.push(new URL(request.url()).pathname))
  await act()
  assert.notEqual(await at.title(), 'ran')
  assert.ok(!called.includes('/api/ran'))
}

test('opening an uploaded file downloads it instead of showing it', needsBrowser, async (t) => {
  const at = await app.open('/forgot', { user: owner })
  for (const [name, url] of urls)
    await t.test(name, async () => {
      const saving = at.waitForEvent('download')
      await calm(at, async () => {
        await at.goto(url).catch(() => {})
        assert.equal((await saving).suggestedFilename(), name)
      })
    })
})

test('a browser that shows an uploaded file anyway runs no scripts', needsBrowser, async (t) => {
  const at = await app.open('/forgot', { user: owner, allow: [/./] })
  for (const name of ['page.html', 'picture.svg', 'page.xhtml', 'page.xml', 'page.png'])
    await t.test(name, async () => {
      const url = urls.get(name)!
      await at.route(url, async (route) => {
        const response = await route.fetch()
        const { 'content-disposition': _left, ...headers } = response.headers()
        await route.fulfill({ response, headers })
      })
      await calm(at, async () => {
        await at.goto(url)
        await at.waitForLoadState('load')
      })
      assert.equal(await at.evaluate('origin'), 'null')
    })
})

test(
  'in the app, an SVG is an image, a PDF can be read, and neither runs scripts',
  needsBrowser,
  async () => {
    const [svg, pdf] = [urls.get('picture.svg')!, urls.get('document.pdf')!]
    const at = await app.open('/', { user: owner })
    await calm(at, async () => {
      const seen = await at.evaluate(
        async ([svg, pdf]) => {
          const image = new Image()
          image.src = svg
          document.body.append(image)
          await image.decode()
          const bytes = await (await fetch(pdf)).arrayBuffer()
          return { width: image.naturalWidth, height: image.naturalHeight, length: bytes.byteLength }
        },
        [svg, pdf] as const,
      )
      assert.deepEqual(seen, { width: 40, height: 30, length: files['document.pdf']!.length })
    })
  },
)

test('in the app, an uploaded script cannot run as a script of the app', needsBrowser, async () => {
  const url = urls.get('script.js')!
  const at = await app.open('/', { user: owner, allow: [/MIME type/] })
  await calm(at, async () => {
    const outcome = await at.evaluate(
      (src) =>
        new Promise((done) => {
          const script = document.createElement('script')
          Object.assign(script, { src, onload: () => done('ran'), onerror: () => done('refused') })
          document.body.append(script)
        }),
      url,
    )
    assert.equal(outcome, 'refused')
  })
})
