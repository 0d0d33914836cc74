// Projects: creating, finding, changing, archiving, deleting.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choose } from './controls.ts'
import { follow, needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app

test(
  'a project is created, found, changed, archived and deleted, with an undo each time',
  needsBrowser,
  async () => {
    const user = await world.person({ name: 'Ada' })
    const page = await app.open('/projects', { user })
    const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    const menu = async (name: string, item: string) => {
      await page.getByRole('button', { name: `Options for ${name}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }

    await page.getByRole('heading', { name: 'Start your first project' }).waitFor()
    await page.keyboard.press('n')
    const form = page.getByRole('dialog', { name: 'New project' })
    await form.waitFor()
    await page.keyboard.type('The Last Ferry')
    await form.getByLabel('Description').fill('First assembly')
    await form.getByLabel('Deadline').fill('2031-05-04')
    await choose(form.getByLabel('Who can see it'), 'Everyone in the workspace, as reviewers')
    await form.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { name: 'The Last Ferry' }).waitFor()
    assert.match(page.url(), /\/projects\/[0-9a-f-]{36}$/)
    await page.getByText('Due 4 May 2031').waitFor()

    await menu('The Last Ferry', 'Edit…')
    await page.getByLabel('Name').fill('The First Ferry')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'The First Ferry' }).waitFor()

    await world.call('POST /api/projects', {
      key: user.key,
      body: { name: 'Harbour', accessRange: 'ONLY_PROJECT_MEMBER' },
    })
    await page.goto('/projects')
    await card('Harbour').waitFor()
    await card('The First Ferry').getByText('Workspace').waitFor({ state: 'attached' })

    // Sorted by relevance, with a typo, and stored in the URL.
    await page.keyboard.press('/')
    await page.keyboard.type('harbuor')
    await card('Ferry').waitFor({ state: 'detached' })
    await card('Harbour').waitFor()
    await page.waitForURL('/projects?q=harbuor')
    await page.reload()
    await card('Harbour').waitFor()
    assert.equal(await card('Ferry').count(), 0)
    await page.getByRole('searchbox').fill('nothing like this')
    await page.getByRole('link', { name: 'Clear search' }).click()
    await card('Ferry').waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), '')

    await menu('Harbour', 'Archive')
    await card('Harbour').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await card('Harbour').waitFor()
    await menu('Harbour', 'Archive')
    await card('Harbour').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Archive' }).click()
    await page.getByRole('heading', { name: 'Archived projects' }).waitFor()
    await menu('Harbour', 'Unarchive')
    await page.getByRole('heading', { name: 'The archive is empty' }).waitFor()
    await page.getByRole('link', { name: 'Back to projects' }).first().click()

    await menu('Harbour', 'Delete in 7 days')
    await card('Harbour')
      .getByText(/^Deleted on /)
      .waitFor()
    // Older toasts have an Undo too, and the newest appears shortly after the card has changed.
    const gone = page.getByRole('dialog').filter({ hasText: 'will be deleted in 7 days' })
    await gone.getByRole('button', { name: 'Undo' }).click()
    await card('Harbour').getByText('0 files').waitFor()
    await menu('Harbour', 'Delete in 7 days')
    await card('Harbour').getByRole('button', { name: 'Cancel deletion' }).click()
    await card('Harbour').getByText('0 files').waitFor()
  },
)

test('scrolling loads more projects', needsBrowser, async () => {
  const user = await world.person({ role: 'GUEST' })
  for (let i = 1; i <= 60; i++) await world.project({ owner: user, name: `Film ${i}` })
  const page = await app.open('/projects', { user })
  const cards = page.getByRole('list', { name: 'Projects' }).getByRole('listitem')
  await cards.first().waitFor()
  assert.equal(await cards.count(), 50)
  await page.mouse.wheel(0, 100_000)
  await page.getByRole('link', { name: 'Film 1', exact: true }).waitFor()
  assert.equal(await cards.count(), 60)
})

for (const size of ['desktop', 'phone'] as const) {
  test(`cards show activity, and recent projects come first: ${size}`, needsBrowser, async () => {
    const user = await world.person({ name: 'Ada' })
    const ids: string[] = []
    for (let i = 1; i <= 8; i++) ids.push((await world.project({ owner: user, name: `Film ${i}` })).id)
    await world.member(ids[0]!, 'PROJECT_REVIEWER', { name: 'Bo' })
    await world.call(`POST /api/projects/${ids[0]}/comments`, { key: user.key, body: { content: 'Soon?' } })
    const page = await app.open('/projects', { user, size })
    const list = page.getByRole('list', { name: 'Projects' })
    const names = () => list.getByRole('heading').allInnerTexts()
    await list.getByRole('link', { name: 'Film 1' }).waitFor()
    // The comment is the latest activity.
    assert.equal((await names())[0], 'Film 1')
    const card = list.getByRole('listitem').filter({ hasText: 'Film 1' })
    await card.getByText('1 open comment').waitFor({ state: 'attached' })
    await card.getByText('2 people').waitFor({ state: 'attached' })
    assert.equal(await page.getByRole('region', { name: 'Recent' }).count(), 0)

    await page.getByRole('button', { name: 'Sort projects' }).click()
    await page.getByRole('menuitemradio', { name: 'Date created' }).click()
    await page.waitForURL('/projects?sort=created')
    await page.waitForFunction(
      () => document.querySelector('[aria-label=Projects] h2')?.textContent === 'Film 8',
    )
    for (const number of [3, 5]) {
      const id = ids[number - 1]!
      await follow(page, `/projects/${id}`)
      await page.getByRole('heading', { name: `Film ${number}` }).waitFor()
      // The page remembers the project after it has shown it.
      await page.waitForFunction((id) => localStorage.getItem('dailies:recent-projects')?.includes(id), id)
    }
    await page.goto('/projects')
    const recent = page.getByRole('region', { name: 'Recent' })
    await recent.getByRole('link').nth(1).waitFor()
    assert.deepEqual(await recent.getByRole('link').allInnerTexts(), ['Film 5', 'Film 3'])
    // A deleted project leaves no trace.
    await world.database.sql`update projects set archived_at = now() where id = ${ids[4]!}`
    await page.reload()
    await recent.getByRole('link').first().waitFor()
    assert.deepEqual(await recent.getByRole('link').allInnerTexts(), ['Film 3'])
  })
}

test('a reviewer sees no actions that would fail, and ? lists the shortcuts', needsBrowser, async () => {
  const { id } = await world.project({ name: 'Shared' })
  const guest = await world.member(id, 'PROJECT_REVIEWER', { role: 'GUEST', name: 'Guest' })
  const page = await app.open('/projects', { user: guest, size: 'phone' })
  const open = page.getByRole('button', { name: 'Options for Shared' })
  const members = page.waitForResponse(/\/members$/)
  await open.click()
  await members
  await page.getByRole('menuitemradio', { name: 'What concerns me', checked: true }).waitFor()
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['Open', 'People'])
  await page.keyboard.press('Escape')
  // While the menu closes, it still receives keys.
  await page.getByRole('menu').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('button', { name: 'New project' }).count(), 0)

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Search projects').waitFor()
  assert.equal(await help.getByText('New project').count(), 0)
})

test('a refused change shows the error with its request ID', needsBrowser, async () => {
  const user = await world.person()
  const page = await app.open('/projects', { user, allow: [/status of 400/] })
  await page.route('**/api/projects', (route) => {
    const body = { ...JSON.parse(route.request().postData()!), name: 'x'.repeat(101) }
    return route.continue({ postData: JSON.stringify(body) })
  })
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByLabel('Name').fill('Fine')
  await page.getByRole('button', { name: 'Create project' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Request' })
  await alert.waitFor()
  assert.match(await alert.innerText(), /Request\s+\S{8,}/)
})

test('a page that failed to load is retried, and a lost project shows a notice', needsBrowser, async () => {
  const { id, owner } = await world.project({ name: 'Harbour' })
  const user = await world.member(id, 'PROJECT_REVIEWER')
  const page = await app.open('/projects', { user, allow: [/status of (404|500)/, /DailiesError/] })
  const path = `**/api/projects/${id}`
  const requestId = '00000000-0000-4000-8000-000000000000'
  const json = { status: 500, code: 'internal', message: 'It broke.', requestId, errors: [] }
  await page.route(path, (route) => route.fulfill({ status: 500, json }))
  await page.goto(`/projects/${id}/versions`)
  await page.getByText(requestId).waitFor()
  assert.equal(await page.title(), 'Something went wrong on the server · Dailies')
  await page.unroute(path)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No reviews yet' }).waitFor()
  assert.equal(await page.title(), 'Reviews · Harbour · Dailies')

  const { body } = await world.call(`GET /api/projects/${id}/members`, { key: owner.key })
  const member = body.data.find((one: { user: { id: string } }) => one.user.id === user.userId)
  await world.call(`DELETE /api/project-members/${member.id}`, { key: owner.key })
  await page.getByRole('heading', { name: 'This project is no longer available' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Reviews' }).count(), 0)
})
