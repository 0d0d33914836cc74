// Mentions in the composer: suggested, chosen, deleted and sent, and shown to the mentioned person.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { requireAccessible, requireAccessibleInBothThemes } from './axe.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app
const { id: projectId, owner } = await world.project({ name: 'Harbour' })
const ann = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Ann Lee' })
const bo = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Bo Lindqvist' })
await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER', { name: 'Linn Berg' })
const asOwner = new Dailies({ baseUrl: world.url, token: owner.key })
const discussion = `/projects/${projectId}/comments`

const field = (page: Page) => page.getByRole('textbox', { name: 'Comment on the project' })
const thread = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const option = (page: Page, name: string) => page.getByRole('option', { name })
const newest = async () => (await asOwner.comments.listOnProject(projectId).page()).data.at(-1)!

/** The marked mentions of the field that has the focus, which are behind their names. */
async function marks(page: Page): Promise<string[]> {
  return page.locator('form mark').allInnerTexts()
}

for (const size of ['desktop', 'phone'] as const)
  test(`a mention is chosen, deleted, chosen again and sent by keyboard: ${size}`, needsBrowser, async () => {
    const page = await app.open(discussion, { user: ann, size })
    const other = await app.open(discussion, { user: bo, size, theme: 'light' })
    await field(other).waitFor()
    await field(page).focus()
    await page.keyboard.type('@')
    await option(page, 'Ann Lee').waitFor()
    await requireAccessible(page)
    // Escape closes the list and keeps the text; the next mention opens it again.
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await page.keyboard.press('Backspace')
    await page.keyboard.type('@lin')
    await option(page, 'Bo Lindqvist').and(page.locator('[aria-selected=true]')).waitFor()
    await page.keyboard.press('ArrowDown')
    await option(page, 'Linn Berg').and(page.locator('[aria-selected=true]')).waitFor()
    await page.keyboard.press('ArrowUp')
    await option(page, 'Bo Lindqvist').and(page.locator('[aria-selected=true]')).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(`look, ${size}`)
    assert.equal(await field(page).inputValue(), `@Bo Lindqvist look, ${size}`)
    assert.deepEqual(await marks(page), ['@Bo Lindqvist'])
    await requireAccessibleInBothThemes(page)

    // Backspace at the end of a name deletes the mention.
    await page.keyboard.press('Home')
    for (const _ of '@Bo Lindqvist') await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Backspace')
    assert.equal(await field(page).inputValue(), ` look, ${size}`)
    assert.deepEqual(await marks(page), [])
    await page.keyboard.type('Hey @bo')
    await option(page, 'Bo Lindqvist').click()
    assert.equal(await field(page).inputValue(), `Hey @Bo Lindqvist  look, ${size}`)
    await page.keyboard.press('Control+Enter')

    const seen = thread(other, `Hey @Bo Lindqvist look, ${size}`)
    await seen.getByText('@Bo Lindqvist', { exact: true }).and(other.locator('[data-me]')).waitFor()
    await requireAccessible(other)
    const { content, mentions } = await newest()
    assert.equal(content, `Hey @[Bo Lindqvist](user:${bo.userId})  look, ${size}`)
    assert.deepEqual(
      mentions.map(({ id }) => id),
      [bo.userId],
    )
  })

test('the marks lie behind the names, also in a long text that scrolls', needsBrowser, async () => {
  for (const size of ['desktop', 'phone'] as const) {
    const page = await app.open(discussion, { user: ann, size })
    await field(page).fill('A long line that wraps in the field, however wide it is. '.repeat(40))
    await page.keyboard.type('@bo')
    await option(page, 'Bo Lindqvist').click()
    const [mirror, text] = await field(page).evaluate((element) => {
      const area = element as HTMLTextAreaElement
      const behind = area.previousElementSibling!
      return [behind, area].map(({ scrollHeight, scrollTop, clientWidth }) => ({
        scrollHeight,
        scrollTop,
        clientWidth,
      }))
    })
    assert.deepEqual(mirror, text, size)
    assert.ok(text!.scrollTop > 0, 'the text scrolls')
  }
})

test('a draft keeps its mentions when the page is loaded again', needsBrowser, async () => {
  const page = await app.open(discussion, { user: ann })
  await field(page).focus()
  await page.keyboard.type('@bo')
  await page.keyboard.press('Enter')
  await page.reload()
  assert.equal(await field(page).inputValue(), '@Bo Lindqvist ')
  assert.deepEqual(await marks(page), ['@Bo Lindqvist'])
  // Typing in the name makes it text.
  await field(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('x')
  assert.deepEqual(await marks(page), [])
})

test(
  'a renamed person is shown by the new name, also while the comment is edited',
  needsBrowser,
  async () => {
    const person = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Old Name' })
    const content = `Over to @[Old Name](user:${person.userId})`
    const { id } = await asOwner.comments.createOnProject(projectId, { content })
    await world.database.sql`update users set name = 'New Name' where id = ${person.userId}`
    const page = await app.open(discussion, { user: owner })
    const own = thread(page, 'Over to @New Name')
    await own.getByRole('button', { name: 'More about this comment' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = page.getByRole('textbox', { name: 'Text of the comment' })
    assert.equal(await edit.inputValue(), 'Over to @New Name')
    await edit.press('End')
    await page.keyboard.type(' and @ann')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await thread(page, 'Over to @New Name and @Ann Lee').waitFor()
    await edit.waitFor({ state: 'detached' })
    const { mentions } = await asOwner.comments.get(id)
    assert.deepEqual(
      mentions.map(({ name }) => name),
      ['Ann Lee', 'New Name'],
    )
  },
)

test('everyone is suggested to managers only', needsBrowser, async () => {
  const page = await app.open(discussion, { user: ann })
  await field(page).focus()
  await page.keyboard.type('@everyo')
  const managed = await app.open(discussion, { user: owner })
  await field(managed).focus()
  await managed.keyboard.type('@everyo')
  await option(managed, 'everyone').waitFor()
  await managed.keyboard.press('Enter')
  await managed.keyboard.type('the cut is locked')
  await managed.keyboard.press('Control+Enter')
  await thread(page, '@everyone the cut is locked').waitFor()
  assert.equal(await page.getByRole('listbox').count(), 0)
  assert.equal((await newest()).mentionsEveryone, true)
})

test(
  'on a file that is not marked for restricted reviewers, they are listed but cannot be chosen',
  needsBrowser,
  async () => {
    const source = new File(['Notes'], 'notes.txt', { type: 'text/plain' })
    const file = await asOwner.files.upload(projectId, source)
    const page = await app.open(`/files/${file.id}`, { user: ann })
    const text = page.getByRole('textbox', { name: 'Comment', exact: true })
    await text.focus()
    await page.keyboard.type('@linn')
    const greyed = option(page, 'Linn Berg')
    await greyed.and(page.locator('[aria-disabled=true]')).getByText('cannot see this file').waitFor()
    await requireAccessibleInBothThemes(page)
    await greyed.click({ force: true })
    await page.keyboard.press('Enter')
    assert.equal(await text.inputValue(), '@linn\n')
    await asOwner.files.update(file.id, { allowRestricted: true })
    await page.keyboard.press('Backspace')
    await greyed.and(page.locator('[aria-disabled=false]')).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await text.inputValue(), '@Linn Berg ')
  },
)

test(
  'a person of the workspace is listed: to choose in an open project, grey in others',
  needsBrowser,
  async () => {
    await world.person({ name: 'Olga Outside' })
    const open = await world.project({ owner, accessRange: 'ALLOW_WORKSPACE_MEMBER' })
    const [closed, opened] = [
      await app.open(discussion, { user: owner }),
      await app.open(`/projects/${open.id}/comments`, { user: owner }),
    ]
    for (const page of [closed, opened]) {
      await field(page).focus()
      await page.keyboard.type('@olg')
    }
    await option(closed, 'Olga Outside').getByText('cannot see this project').waitFor()
    await option(opened, 'Olga Outside').and(opened.locator('[aria-selected=true]')).waitFor()
    await opened.keyboard.press('Enter')
    assert.deepEqual(await marks(opened), ['@Olga Outside'])
  },
)

test('a mention that the server refuses stays unsent, with the reason', needsBrowser, async () => {
  const leaver = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Les Out' })
  const page = await app.open(discussion, { user: ann, allow: [/status of 400/] })
  await field(page).focus()
  await page.keyboard.type('@les')
  await page.keyboard.press('Enter')
  await world.database.sql`
    delete from project_members where project_id = ${projectId} and user_id = ${leaver.userId}`
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('Les Out cannot see this comment').waitFor()
  await thread(page, '@Les Out').getByRole('button', { name: 'Discard' }).click()
})
