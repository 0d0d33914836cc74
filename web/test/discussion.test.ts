import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { requireAccessible } from './axe.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app

// The page requests the deleted comment once more.
const allow = [/status of 404 .*api\/comments/]

const thread = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test(
  'comments, replies, reactions and deletions in a discussion appear live for others',
  needsBrowser,
  async () => {
    const { id, owner } = await world.project({ name: 'Harbour', accessRange: 'ALLOW_WORKSPACE_MEMBER' })
    const reviewer = await world.member(id, 'PROJECT_REVIEWER', { name: 'Orson' })
    const page = await app.open(`/projects/${id}/comments`, { user: owner, allow })
    const theirs = await app.open(`/projects/${id}/comments`, {
      user: reviewer,
      theme: 'light',
      size: 'phone',
      allow,
    })
    await theirs.getByText('No comments yet').waitFor()
    for (const text of ['Delivery is on Friday.', 'Sound comes on Monday.']) {
      await page.getByRole('textbox', { name: 'Comment on the project' }).fill(text)
      await page.keyboard.press('Control+Enter')
      await thread(theirs, text).waitFor()
    }
    // The newest is on top.
    assert.match(await theirs.getByRole('listitem').first().innerText(), /Sound comes/)

    const friday = thread(theirs, 'Delivery is on Friday.')
    await friday.getByRole('button', { name: 'Reply' }).click()
    await friday.getByRole('textbox', { name: 'Reply' }).fill('Too early for me.')
    await theirs.keyboard.press('Control+Enter')
    await page.getByText('Too early for me.').waitFor()
    await requireAccessible(theirs)
    await requireAccessible(page)

    const { body } = await world.call(`GET /api/projects/${id}/comments`, { key: owner.key })
    const [first] = body.data as { id: string }[]
    await world.call(`POST /api/comments/${first!.id}/reactions`, { key: reviewer.key, body: { type: '🎬' } })
    await thread(page, 'Delivery is on Friday.').getByRole('button', { name: '🎬 1 from Orson' }).waitFor()

    // A workspace member who can see the project without being a member of it.
    const { key } = await world.person({ name: 'Greta' })
    await world.call(`POST /api/projects/${id}/comments`, { key, body: { content: 'Good luck!' } })
    await thread(page, 'Good luck!').waitFor()
    await world.call(`POST /api/comments/${first!.id}/reactions`, { key, body: { type: '🎬' } })
    await thread(page, 'Delivery is on Friday.')
      .getByRole('button', { name: '🎬 2 from Orson and Greta' })
      .waitFor()

    // A link to a reply selects it in its thread.
    const replies = await world.call(`GET /api/comments/${first!.id}/replies`, { key: owner.key })
    const linked = await app.open(`/projects/${id}/comments?comment=${replies.body.data[0].id}`, {
      user: owner,
      allow,
    })
    await linked.getByText('Too early for me.').waitFor()

    await thread(page, 'Sound comes').getByRole('button', { name: 'More about this comment' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await thread(theirs, 'Sound comes').waitFor({ state: 'detached' })
  },
)
