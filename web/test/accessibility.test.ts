// Every page of the app, in both themes, is for everybody: axe finds nothing. The pages that the server writes itself are
// gone through in server/src/surfaces/pages/accessibility.test.ts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { furnish } from './furnished-studio.ts'
import { type Line, lines, nameOfLine, visit } from './pages.ts'
import { needsBrowser, type sizes, startApp } from './start-app.ts'

test('every route has its line', () => {
  const source = readFileSync(new URL('../src/app/router.tsx', import.meta.url), 'utf8')
  const routes = new Map([['root', '']])
  for (const [, name, parent, path] of source.matchAll(
    /const (\w+) = createRoute\(\{\s+getParentRoute: \(\) => (\w+),\s+path: '(.+)'/g,
  ))
    routes.set(name!, `${routes.get(parent!)}${path}`)
  assert.equal(routes.size - 1, source.match(/createRoute\(/g)!.length, 'all routes were found')
  const paths = lines.map(({ path }) => path.split('?')[0]!)
  for (const route of routes.values()) {
    const pattern = new RegExp(`^${route.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+')}/?$`)
    assert.ok(
      paths.some((path) => pattern.test(path)),
      route,
    )
  }
})

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const made = 'skip' in options ? undefined : await furnish(app.world)

const atSize: [keyof typeof sizes, Line[]][] = [
  ['desktop', lines],
  ['phone', lines.filter(({ phone }) => phone)],
]
for (const [size, some] of atSize) {
  test(`axe finds nothing on any page, in either theme: ${size}`, options, async (t) => {
    const { owner, ids } = made!
    const page = await app.open('/', { user: owner, size, allow: [/status of 404/] })
    for (const line of some) {
      await t.test(nameOfLine(line), async () => {
        await visit(page, line, ids)
        await requireAccessibleInBothThemes(page)
      })
    }
  })
}
