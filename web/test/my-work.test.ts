// My work: the first page after signing in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import { newFile } from '../../server/test/worlds/samples.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { layoutFaults } from './layout-rules.ts'
import { needsBrowser, resize, startApp, views } from './start-app.ts'

const app = await startApp()
const { world } = app
const { id: projectId, owner } = await world.project({ name: 'Harbour' })
const asOwner = new Dailies({ baseUrl: world.url, token: owner.key })

test('a newcomer sees how to start, and then their projects', needsBrowser, async () => {
  const user = await world.person({ name: 'Ada' })
  const page = await app.open('/', { user, size: 'phone' })
  await page.getByRole('heading', { name: 'Start your first project' }).waitFor()
  await requireAccessibleInBothThemes(page)
  await world.project({ owner: user, name: 'The Last Ferry' })
  await page.reload()
  await page.getByRole('heading', { name: 'You are up to date' }).waitFor()
  await requireAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'The Last Ferry' }).click()
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/)
})

test('old addresses of the list of projects still work', needsBrowser, async () => {
  const page = await app.open('/?show=archived', { user: owner })
  await page.getByRole('heading', { name: 'Archived projects' }).waitFor()
  assert.equal(page.url(), `${app.origin}/projects?show=archived`)
})

test(
  'reviews, notes and uploads are listed, opened by keyboard, and leave when they are done',
  needsBrowser,
  async () => {
    const ann = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Ann Lee' })
    const fileId = await newFile(world, projectId, ann)
    const version = await asOwner.versions.create(projectId, { name: 'Second cut', files: [{ id: fileId }] })
    await asOwner.reviewRequests.create(version.id, { users: [{ id: ann.userId }], message: 'Colours only.' })
    const late = new Date(Date.now() - 2 * 86_400_000).toISOString()
    await world.database.sql`update review_requests set due_at = ${late} where version_id = ${version.id}`
    const content = `@[Ann Lee](user:${ann.userId}) Which take is this?`
    const note = await asOwner.comments.createOnFile(fileId, { content })

    const page = await app.open('/', { user: ann })
    const section = (name: string) => page.getByRole('region', { name })
    await section('Waiting for your verdict 1').getByText('2 days overdue').waitFor()
    await section('Notes for you 1').getByText('@Ann Lee Which take is this?').waitFor()
    await section('Unanswered notes on your files 1').getByText('1 note').waitFor()
    await section('Recent projects').getByRole('link', { name: 'Harbour' }).waitFor()
    await requireAccessibleInBothThemes(page)
    for (const view of views) {
      await resize(page, view)
      assert.deepEqual(await layoutFaults(page, { touch: false }), [], view.size)
    }

    // Another review appears when the person returns to the tab.
    const other = await asOwner.versions.create(projectId, { name: 'Trailer' })
    await asOwner.reviewRequests.create(other.id, { users: [{ id: ann.userId }] })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await section('Waiting for your verdict 2').getByRole('link', { name: 'Trailer' }).waitFor()

    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/versions/${version.id}`)
    await page.getByRole('button', { name: /^Approve/ }).click()
    await page.getByText('Approved by Ann Lee').first().waitFor()
    await page.getByRole('link', { name: 'My work' }).click()
    await section('Waiting for your verdict 1').getByRole('link', { name: 'Trailer' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Second cut' }).count(), 0)

    await section('Notes for you 1').getByRole('link').click()
    await page.waitForURL(`**/files/${fileId}?comment=${note.id}`)
    await page.getByText('Which take is this?').first().waitFor()
  },
)
