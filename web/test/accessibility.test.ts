// axe finds no problems on any page of the app, in either theme. The pages that the server renders are tested in
// server/src/surfaces/pages/accessibility.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { furnish } from './furnished-studio.ts'
import { misplacedVisits, nameOfVisit, type Visit, visit, visits } from './pages.ts'
import { needsBrowser, type sizes, startApp } from './start-app.ts'

test('visits are listed under the page that their URL belongs to', () => {
  // `/settings` alone redirects to the first section.
  assert.deepEqual(misplacedVisits(), ['/settings'])
})

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const made = 'skip' in options ? undefined : await furnish(app.world)

const atSize: [keyof typeof sizes, Visit[]][] = [
  ['desktop', visits],
  ['phone', visits.filter(({ phone }) => phone)],
]
for (const [size, some] of atSize) {
  test(`axe finds no problems on any page, in either theme: ${size}`, options, async (t) => {
    const { owner, ids } = made!
    const page = await app.open('/', { user: owner, size, allow: [/status of 404/] })
    for (const one of some) {
      await t.test(nameOfVisit(one), async () => {
        await visit(page, one, ids)
        await requireAccessibleInBothThemes(page)
      })
    }
  })
}
