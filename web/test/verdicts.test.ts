// Review requests and the verdicts of several people, in the browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { namedOperations } from '../../server/src/core/operation.ts'
import * as operations from '../../server/src/operations/index.ts'
import { callToolByHand } from '../../server/test/helpers/mcp-client.ts'
import { requireAccessible, requireAccessibleInBothThemes } from './axe.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp({ work: true })
const { world } = app
const olga = await world.person({ name: 'Olga Owner' })
const { id: projectId } = await world.project({ owner: olga, name: 'Night Harbour' })
const ann = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Ann Lee' })
const bo = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Bo Lindqvist' })
const cy = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Cy Moreau' })
await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER', { name: 'Rae Hidden' })
const as = ({ key }: { key: string }) => new Dailies({ baseUrl: world.url, token: key })
const client = as(olga)

async function upload(name: string, replaces?: { id: string }): Promise<{ id: string }> {
  const bytes = new TextEncoder().encode(`${name} ${replaces?.id ?? ''}`)
  return client.files.upload(projectId, bytes, { name, replaces })
}

async function newReview(name: string, asked: { userId: string }[] = []) {
  const file = await upload(`${name}.txt`)
  const { id } = await client.versions.create(projectId, { name, files: [file] })
  if (asked.length > 0)
    await client.reviewRequests.create(id, { users: asked.map(({ userId }) => ({ id: userId })) })
  return { id, file, path: `/projects/${projectId}/versions/${id}` }
}

/** Gives a verdict through MCP. */
async function giveByTool(versionId: string, { key }: { key: string }, verdict: string): Promise<void> {
  const giveVerdict = namedOperations(operations).find(({ name }) => name === 'giveVerdict')!
  const target = { params: { versionId }, fields: { verdict } }
  const { body } = await callToolByHand(world.url, key, giveVerdict, target)
  assert.notEqual(body.result.isError, true)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Reviewers' }).getByRole('listitem').filter({ hasText: name })
const status = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /[a-z]/ })

test('three reviewers: the review is approved when all of them have approved', needsBrowser, async () => {
  const { id, path } = await newReview('Final cut')
  const page = await app.open(path, { user: olga, allow: [/status of 409/] })

  // The rule is chosen for this review.
  await button(page, 'Review options').click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  await page.getByRole('combobox', { name: 'Approved when' }).click()
  await page.getByRole('option', { name: 'As the project: one person approves' }).waitFor()
  await page.getByRole('option', { name: 'Everyone who was asked approves' }).click()
  await requireAccessible(page)
  await button(page, 'Save').click()
  await page.getByText('Nobody was asked yet: one approval is enough.').waitFor()

  // People are asked. A restricted reviewer cannot see the review, so they cannot be asked.
  await button(page, 'Ask people…').click()
  const dialog = page.getByRole('dialog', { name: 'Ask for a review' })
  const hidden = dialog.getByRole('checkbox', { name: 'Rae Hidden Cannot see this review: restricted' })
  assert.equal(await hidden.isDisabled(), true)
  await dialog.getByLabel('Search by name or email').fill('bo')
  await dialog.getByRole('checkbox', { name: 'Ann Lee' }).waitFor({ state: 'detached' })
  await dialog.getByRole('checkbox', { name: 'Bo Lindqvist' }).check()
  await dialog.getByLabel('Search by name or email').fill('')
  for (const name of ['Ann Lee', 'Cy Moreau']) await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByLabel('Due').fill('2030-01-31')
  await dialog.getByLabel('Message').fill('Is the grade final?')
  await requireAccessibleInBothThemes(page)
  await button(page, 'Ask 3 people').click()
  await page.getByText('Approved when everyone who was asked approves: 0 of 3.').waitFor()
  await row(page, 'Ann Lee').getByText('not opened yet').waitFor()
  await row(page, 'Ann Lee').getByText('Due 31 Jan 2030').waitFor()

  // Ann opens it: that is seen at once, and so is her approval. It does not decide alone.
  const hers = await app.open(path, { user: ann, size: 'phone', theme: 'light' })
  const request = hers.getByRole('region', { name: 'Request to you' })
  await request.getByText('Olga Owner asks you for a verdict.').waitFor()
  await request.getByText('Is the grade final?').waitFor()
  await row(page, 'Ann Lee').getByText('Opened it just now').waitFor()
  await requireAccessibleInBothThemes(hers)
  assert.equal(await hers.getByRole('button', { name: /^(Remind|Stop asking)/ }).count(), 0)
  await button(hers, 'Approve this file').click()
  await row(page, 'Ann Lee').getByText('Approved').waitFor()
  await page
    .getByText('1 of 3. Waiting for Cy Moreau and Bo Lindqvist.')
    .or(page.getByText('1 of 3. Waiting for Bo Lindqvist and Cy Moreau.'))
    .waitFor()
  await status(page).getByText('Needs review').waitFor()
  await hers.getByRole('button', { name: 'Approve this file', pressed: true }).waitFor()

  // Bo requests changes with a note, then replaces the verdict.
  await as(bo).verdicts.give(id, { verdict: 'NEED_EDIT', note: 'Too dark in the third shot.' })
  await status(page).getByText('Needs changes').waitFor()
  await row(page, 'Bo Lindqvist').getByText('Too dark in the third shot.').waitFor()
  await as(bo).verdicts.give(id, { verdict: 'APPROVED' })
  await page.getByText('2 of 3. Waiting for Cy Moreau.').waitFor()

  // A reminder, and a second one within the hour.
  await button(page, 'Remind Cy Moreau').click()
  await page.getByText('Cy Moreau was reminded.').waitFor()
  await row(page, 'Cy Moreau').getByText('Reminded just now').waitFor()
  await button(page, 'Remind Cy Moreau').click()
  await page.getByText('Cy Moreau was reminded less than an hour ago.').waitFor()

  await as(cy).verdicts.give(id, { verdict: 'APPROVED' })
  await status(page).getByText('Approved').waitFor()
  await page.getByText('Approved when everyone who was asked approves: 3 of 3.').waitFor()

  // Ann withdraws hers.
  await button(hers, 'Withdraw').click()
  await status(page).getByText('Needs review').waitFor()
  await hers.getByText('2 of 3. Waiting for you.').waitFor()

  // The review no longer waits for her, and the others have approved.
  await button(page, 'Stop asking Ann Lee').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop asking' }).click()
  await status(page).getByText('Approved').waitFor()
  await row(page, 'Ann Lee').waitFor({ state: 'detached' })
})

test(
  'a note is asked for, the verdict is replaced, and undo restores the last one',
  needsBrowser,
  async () => {
    const { id, file } = await newReview('Teaser', [ann])
    const page = await app.open(`/files/${file.id}?version=${id}`, { user: ann })
    await button(page, 'Request changes').click()
    await page.getByLabel('What should change? (optional)').fill('Shorter.')
    await requireAccessible(page)
    await page.keyboard.press('Control+Enter')
    // The toast: the status is shown before the server has answered.
    await page.getByText('Changes requested: Teaser').waitFor()
    const [request] = await client.reviewRequests.list(id)
    assert.deepEqual([request!.state, request!.verdict?.note], ['NEED_EDIT', 'Shorter.'])
    assert.notEqual(request!.seenAt, null)

    await button(page, 'Change verdict').click()
    await page.getByRole('button', { name: 'Request changes', pressed: true }).waitFor()
    await button(page, 'Approve this file').click()
    await page.getByText('Approved by Ann Lee').waitFor()
    const toast = page.getByRole('dialog').filter({ hasText: 'Your verdict is saved: Teaser' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Changes requested by Ann Lee').waitFor()
    const [verdict] = await client.verdicts.list(id)
    assert.deepEqual([verdict!.verdict, verdict!.note], ['NEED_EDIT', 'Shorter.'])

    // The reviewers are one click away.
    await button(page, 'Reviewers 0 of 1').click()
    await row(page, 'Ann Lee').getByText('Requested changes').waitFor()
    await row(page, 'Ann Lee').getByText('Shorter.').waitFor()
    await requireAccessible(page)
  },
)

test('a new revision makes a verdict stale, and the review shows it at once', needsBrowser, async () => {
  const { id, path, file } = await newReview('Grade')
  await as(bo).verdicts.give(id, { verdict: 'APPROVED' })
  const page = await app.open(path, { user: olga, size: 'phone' })
  await status(page).getByText('Approved by Bo Lindqvist').waitFor()
  assert.equal(await page.getByText('Stale').count(), 0)
  await upload('Grade.txt', file)
  await row(page, 'Bo Lindqvist').getByText('Stale').waitFor()
  await row(page, 'Bo Lindqvist').getByText('Does not count. A newer revision has arrived since.').waitFor()
  await page.getByText('The approvals are stale.').waitFor()
  await requireAccessibleInBothThemes(page)

  // Sent back to review, and approved by a tool: marked, and not counted.
  await button(page, 'Review options').click()
  await page.getByRole('menuitem', { name: 'Request review again' }).click()
  await row(page, 'Bo Lindqvist').getByText('The review was sent back since.').waitFor()
  await giveByTool(id, bo, 'APPROVED')
  await row(page, 'Bo Lindqvist').getByText('By a tool').waitFor()
  await row(page, 'Bo Lindqvist').getByText('Verdicts by tools do not count in this project.').waitFor()
})

test(
  'a verdict by a tool that starts to count is shown as its person’s, by a tool',
  needsBrowser,
  async () => {
    const { id, path } = await newReview('Trailer')
    const page = await app.open(path, { user: olga })
    const list = await app.open(`/projects/${projectId}/versions`, { user: olga })
    const listed = list.getByRole('listitem').filter({ hasText: 'Trailer' })
    await giveByTool(id, bo, 'APPROVED')
    await row(page, 'Bo Lindqvist').getByText('Verdicts by tools do not count in this project.').waitFor()
    await status(page).getByText('Needs review').waitFor()

    // Olga only changes a setting: the approval is Bo's.
    await client.projects.update(projectId, { agentVerdictsCount: true })
    await status(page).getByText('Approved by Bo Lindqvist (by a tool)').waitFor()
    await listed.getByText('Approved by Bo Lindqvist (by a tool)').waitFor()
    await requireAccessible(page)

    // Bo approves by hand, which replaces the verdict by the tool.
    await as(bo).verdicts.give(id, { verdict: 'APPROVED' })
    await status(page).getByText('Approved by Bo Lindqvist, ').waitFor()
    await listed.getByText('Approved by Bo Lindqvist, ').waitFor()
    await client.projects.update(projectId, { agentVerdictsCount: false })
  },
)

test('the rule of a project names one person, and counts verdicts by tools', needsBrowser, async () => {
  const { id, path } = await newReview('Poster')
  const page = await app.open(path, { user: olga })
  await button(page, 'Options for Night Harbour').click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  await page.getByRole('combobox', { name: 'Reviews are approved when' }).click()
  await page.getByRole('option', { name: 'A named person approves' }).click()
  await page.getByRole('combobox', { name: 'Who decides' }).click()
  await page.getByRole('option', { name: 'Ann Lee' }).click()
  await page.getByLabel('Verdicts by tools count').check()
  await requireAccessible(page)
  await button(page, 'Save').click()
  await page.getByText('Approved when Ann Lee approves. Waiting for Ann Lee.').waitFor()
  const { reviewRule, agentVerdictsCount } = await client.projects.get(projectId)
  assert.deepEqual(
    [reviewRule, agentVerdictsCount],
    [{ type: 'NAMED_PERSON', user: { id: ann.userId } }, true],
  )
  await giveByTool(id, ann, 'REJECTED')
  await status(page).getByText('Rejected by Ann Lee (by a tool)').waitFor()
  await client.projects.update(projectId, { reviewRule: null, agentVerdictsCount: false })
  await page.getByText('Approved when one person approves.').waitFor()
  await status(page).getByText('Needs review').waitFor()
})

test('everyone who joins by a link is asked; the receipt is downloaded', needsBrowser, async () => {
  const { id } = await newReview('For the client')
  const link = await client.accessLinks.create(projectId, {
    role: 'PROJECT_REVIEWER',
    description: 'The client',
  })
  const { accessKey } = await client.accessLinks.get(link.id)
  // The first request for a receipt computes the SHA-256 of the originals.
  const page = await app.open(`/projects/${projectId}/versions`, { user: olga, allow: [/status of 409/] })
  await button(page, 'Options for For the client').click()
  await page.getByRole('menuitem', { name: 'Ask people…' }).click()
  await page.getByRole('checkbox', { name: 'The client' }).check()
  await requireAccessible(page)
  await button(page, 'Ask').click()
  await page.getByText('Everyone who joins by the link will be asked.').waitFor()

  const guest = await app.open(`/join/${accessKey}?next=/projects/${projectId}/versions/${id}`, {
    size: 'phone',
  })
  await guest.getByLabel('Your name').fill('Gus')
  await button(guest, 'Join').click()
  await guest.getByRole('region', { name: 'Request to you' }).waitFor()
  await button(guest, 'Approve this file').click()
  await row(guest, 'Gus').getByText('Approved').waitFor()

  await button(guest, 'Review options').click()
  await guest.getByRole('menuitem').first().waitFor()
  assert.deepEqual(await guest.getByRole('menuitem').allInnerTexts(), [
    'Download files…',
    'Export comments…',
    'Download report (PDF)',
    'Download receipt…',
  ])
  await guest.keyboard.press('Escape')
  await button(page, 'Options for For the client').click()
  await page.getByRole('menuitem', { name: 'Download receipt…' }).click()
  await page.getByText('dailies verify receipt.pdf').waitFor()
  await requireAccessible(page)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download JSON').click()])
  assert.match(download.suggestedFilename(), /receipt\.json$/)
})
