// A manager shares a review, a client looks at it on a phone, comments, approves and uploads, and the manager sees it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { field, panel, requireFrame, thread } from './comment-page.ts'
import { choose } from './controls.ts'
import { card as fileCard, temporaryFiles } from './files-page.ts'
import { card, enter, openStudio, pathOf, title, videoShown } from './share-world.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { world } = app
const studio = 'skip' in options ? undefined : await openStudio(world)
const { onDisk } = temporaryFiles()

/** Chooses files in the files page, as a manager does. */
async function shareSelected(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await fileCard(page, name).getByRole('checkbox').check({ force: true })
  await page.getByRole('button', { name: 'Share…' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor()
}

test(
  'a manager shares a review, and a client on a phone comments, approves and uploads',
  options,
  async () => {
    const { ann, projectId, versionId, client, folderId } = studio!
    const manager = await app.open(`/projects/${projectId}/versions/${versionId}`, { user: ann })
    await manager.getByRole('button', { name: 'Review options' }).click()
    await manager.getByRole('menuitem', { name: 'Share with a client…' }).click()
    const dialog = manager.getByRole('dialog')
    await dialog.getByLabel('Welcome text').fill('Please look at the title.')
    await dialog.getByText('Password, expiry, uploads, watermark').click()
    await choose(dialog.getByRole('combobox', { name: 'Guests are asked for' }), 'Their name and their email')
    await dialog.getByLabel('Guests can upload files').check()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await manager.getByRole('dialog', { name: 'Link created' }).waitFor()
    const link = await manager.getByRole('dialog').getByLabel('Link').inputValue()
    assert.match(link, /\/s\/\w{20,}$/)

    const phone = await app.open(new URL(link).pathname, { size: 'phone' })
    await phone.getByText('Please look at the title.').waitFor()
    await phone.getByLabel('Your email').fill('gus@example.com')
    await enter(phone, 'Gus Client')
    await phone.getByRole('heading', { name: 'Trailer, cut 3', level: 1 }).waitFor()

    await card(phone, 'Trailer.mp4').tap()
    await phone.locator(videoShown).waitFor()
    await phone.keyboard.press('ArrowRight')
    await phone.keyboard.press('ArrowRight')
    await requireFrame(phone, 2)
    await phone.getByRole('button', { name: 'Comments' }).tap()
    await field(phone).fill('The title comes too early.')
    await panel(phone).getByRole('button', { name: 'Comment', exact: true }).tap()
    await thread(phone, 'The title comes too early.').getByText('just now').waitFor()
    await phone.getByRole('button', { name: 'Close comments' }).tap()

    await phone.getByRole('button', { name: 'Approve 2 files' }).tap()
    await phone.getByText('You approved this').waitFor()

    await phone.getByRole('button', { name: 'All files' }).tap()
    await phone.getByLabel('Files to send').setInputFiles([onDisk('Logo.png', 2000)])
    await phone.getByRole('region', { name: 'Your uploads' }).getByText('Logo.png').waitFor()

    // The team sees the same.
    const [comment] = (await client.comments.listOnFile(studio!.files.video.id).page()).data
    assert.deepEqual(
      [comment?.content, comment?.frame, comment?.author?.name],
      ['The title comes too early.', 2, 'Gus Client'],
    )
    assert.equal((await client.versions.get(versionId)).status, 'APPROVED')
    const uploaded = (await client.files.listAll(projectId)).find(({ name }) => name === 'Logo.png')
    assert.equal(uploaded?.folder?.id, folderId)

    await manager.getByRole('button', { name: 'Done' }).click()
    await manager.getByRole('link', { name: 'Shares' }).click()
    await manager.getByRole('link', { name: 'Trailer, cut 3' }).click()
    const guest = manager.getByRole('listitem').filter({ hasText: 'Gus Client' })
    await guest.getByText('gus@example.com').waitFor()
    await guest.getByText('Approved: Trailer, cut 3').waitFor()
    await guest.getByText('1 comment').waitFor()
    await guest.getByText('1 upload').waitFor()
    await guest.getByRole('cell', { name: 'Trailer.mp4' }).waitFor()
  },
)

test('selected files are shared in the order that the manager gave them', options, async () => {
  const { ann, projectId } = studio!
  const manager = await app.open(`/projects/${projectId}`, { user: ann })
  await shareSelected(manager, ['Still.png', 'Script.pdf'])
  const dialog = manager.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Two files')
  const items = dialog.getByRole('group', { name: 'Shows' }).getByRole('listitem')
  const first = await items.first().innerText()
  await items
    .first()
    .getByRole('button', { name: /^Move .* down$/ })
    .click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await manager.getByRole('dialog', { name: 'Link created' }).getByLabel('Link').inputValue()

  const phone = await app.open(new URL(link).pathname, { size: 'phone' })
  await enter(phone, 'Gus')
  await phone.getByText('2 files').waitFor()
  const names = await phone.getByRole('main').getByRole('listitem').allInnerTexts()
  assert.equal(names.length, 2)
  assert.ok(first.includes(names[1]!.split('\n').at(-1)!), `${first} came last: ${names}`)
})

test('two clients with two shares see different things, and only their own comments', options, async () => {
  const { share, files } = studio!
  const items = (...ids: string[]) => ids.map((id) => ({ kind: 'FILE' as const, id }))
  const one = await share({ name: 'For one', items: items(files.image.id, files.paper.id), comments: 'OWN' })
  const two = await share({ name: 'For two', items: items(files.image.id, files.secret.id), comments: 'OWN' })
  const first = await app.open(pathOf(one), { size: 'phone' })
  const second = await app.open(pathOf(two), { size: 'phone' })
  await enter(first, 'One')
  await enter(second, 'Two')
  await card(first, 'Script.pdf').waitFor()
  await card(second, 'Secret.png').waitFor()
  assert.equal(await first.getByText('Secret.png').count(), 0)
  assert.equal(await second.getByText('Script.pdf').count(), 0)

  await card(first, 'Still.png').tap()
  await first.getByRole('button', { name: 'Comments' }).tap()
  await field(first).fill('Only for the team')
  await panel(first).getByRole('button', { name: 'Comment', exact: true }).tap()
  await thread(first, 'Only for the team').getByText('just now').waitFor()
  await card(second, 'Still.png').tap()
  await second.getByRole('button', { name: 'Comments' }).tap()
  await second.getByText('No comments yet').waitFor()

  // A file of the other share does not open by its address, either.
  await second.goto(`${pathOf(two)}/${files.paper.id}`)
  await card(second, 'Secret.png').waitFor()
  assert.equal(await second.getByText('Script.pdf').count(), 0)
})

test('a share that is ended closes its page, and its link shows a friendly one', options, async () => {
  const { share, files, ann, projectId } = studio!
  const ended = await share({ name: 'Soon over', items: [{ kind: 'FILE', id: files.image.id }] })
  const phone = await app.open(pathOf(ended), { size: 'phone', allow: [/status of 401/] })
  await enter(phone, 'Gus Client')
  await title(phone, 'Still.png').waitFor()

  const manager = await app.open(`/projects/${projectId}/shares`, { user: ann })
  await manager.getByRole('button', { name: 'Options for Soon over' }).click()
  await manager.getByRole('menuitem', { name: 'End for everybody…' }).click()
  await manager.getByRole('dialog').getByRole('button', { name: 'End share' }).click()
  await manager.getByRole('listitem').filter({ hasText: 'Soon over' }).getByText('Ended').waitFor()

  // The page finds out with its next request.
  await phone.getByRole('button', { name: 'Comments' }).tap()
  await phone.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await phone.getByRole('heading', { name: 'This link has ended' }).waitFor()
  await phone.reload()
  await phone.getByRole('heading', { name: 'This link has ended' }).waitFor()
  const late = await app.open(pathOf(ended), { size: 'phone' })
  await late.getByText('ask the person who sent you the link').waitFor()
})

test('a share is ended for one guest; another one stays', options, async () => {
  const { share, files, ann, projectId } = studio!
  const { id, url } = await share({ name: 'Two guests', items: [{ kind: 'FILE', id: files.image.id }] })
  const path = new URL(url!).pathname
  const [gone, stays] = [
    await app.open(path, { size: 'phone', allow: [/status of 401/] }),
    await app.open(path, { size: 'phone' }),
  ]
  await enter(gone, 'Gone')
  await enter(stays, 'Stays')
  await title(gone, 'Still.png').waitFor()
  await title(stays, 'Still.png').waitFor()
  const manager = await app.open(`/projects/${projectId}/shares/${id}`, { user: ann })
  await manager.getByRole('button', { name: 'End for Gone' }).click()
  await manager.getByRole('dialog').getByRole('button', { name: 'End for this guest' }).click()
  await manager.getByRole('listitem').filter({ hasText: 'Gone' }).getByText('Ended').waitFor()
  await gone.reload()
  await gone.getByLabel('Your name').waitFor()
  await stays.reload()
  await title(stays, 'Still.png').waitFor()
})

test('a manager sees the share as the client does, without a trace', options, async () => {
  const { share, versionId, ann, projectId, client } = studio!
  const made = await share({
    name: 'Previewed',
    items: [{ kind: 'VERSION', id: versionId }],
    verdicts: true,
    password: 'secret',
  })
  const manager = await app.open(`/projects/${projectId}/shares/${made.id}`, { user: ann })
  await manager.getByText('Nobody opened it yet').first().waitFor()
  const [page] = await Promise.all([
    manager.context().waitForEvent('page'),
    manager.getByRole('link', { name: 'See it as the client does' }).click(),
  ])
  await page.getByText('You see this as a guest does.').waitFor()
  await card(page, 'Trailer.mp4').click()
  await page.locator(videoShown).waitFor()
  assert.ok(await page.getByRole('button', { name: /^Approve/ }).isDisabled())
  await page.getByRole('button', { name: 'Comments' }).click()
  await panel(page).waitFor()
  assert.equal(await field(page).count(), 0)
  assert.equal((await client.shares.get(made.id)).guestCount, 0)
})

test('a password is asked for, a wrong one is refused, and a name is asked for once', options, async () => {
  const { share, files } = studio!
  const locked = await share({
    items: [{ kind: 'FILE', id: files.image.id }],
    password: 'harbour',
    welcome: 'Hi',
  })
  const page = await app.open(pathOf(locked), { size: 'phone', allow: [/status of 40[13]/] })
  await page.getByRole('heading', { name: 'A private link' }).waitFor()
  assert.equal(await page.getByText('Night Harbour').count(), 0)
  await page.getByLabel('Password').fill('wrong')
  await enter(page, 'Gus')
  await page.getByText('This password does not open the link.').waitFor()
  await page.getByLabel('Password').fill('harbour')
  await page.getByRole('button', { name: 'Open' }).click()
  await title(page, 'Still.png').waitFor()
  await page.reload()
  await title(page, 'Still.png').waitFor()
  // Another share on the same device knows the name.
  const other = await share({ items: [{ kind: 'FILE', id: files.paper.id }] })
  await page.goto(pathOf(other))
  assert.equal(await page.getByLabel('Your name').inputValue(), 'Gus')
})
