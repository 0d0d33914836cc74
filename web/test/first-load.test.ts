// How much script a reviewer loads before their projects, and the files of one, are visible.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dist, readBuild } from '../../server/src/surfaces/web/sources.ts'
import { needsBrowser, startApp } from './start-app.ts'

const maxBytes = 200_000

const app = await startApp()

/** Everything the page has loaded when its first content is visible: path → gzip size in bytes. */
async function scripts(page: Page): Promise<Map<string, number>> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const paths = urls.map((url) => new URL(url).pathname).filter((path) => /^\/assets\/.*\.m?js$/.test(path))
  return new Map(paths.map((path) => [path, sizeOf(path)]))
}

/** Responses too small to compress are sent uncompressed. */
function sizeOf(path: string): number {
  const { size, encodings } = readBuild()!.files[path.slice(1)]!
  return encodings.includes('gzip') ? statSync(join(dist, `${path}.gz`)).size : size
}

test('at most 200 KB of scripts before the review room', needsBrowser, async () => {
  const { id, owner } = await app.world.project()
  const page = await app.open('/', { user: owner })
  const first = await scripts(page)
  await page.goto(`/projects/${id}`)
  const sizes = new Map([...first, ...(await scripts(page))])
  assert.ok(sizes.size > 0)
  const sum = [...sizes.values()].reduce((total, size) => total + size, 0)
  assert.ok(sum <= maxBytes, `${sum} bytes: ${JSON.stringify(Object.fromEntries(sizes), undefined, 1)}`)
})
