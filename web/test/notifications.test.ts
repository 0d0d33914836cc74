// Notifications in the app: the bell, its popover, the page, levels and mutes. Real events, written by the real notifier.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies, mention } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { newFile } from '../../server/test/worlds/samples.ts'
import { requireAccessible, requireAccessibleInBothThemes } from './axe.ts'
import { panel, requireFrame, thread } from './comment-page.ts'
import { choose } from './controls.ts'
import { playableClip, uploadClips, withoutEncoding } from './frame-numbers.ts'
import { faults } from './room-page.ts'
import { follow, needsBrowser, startApp } from './start-app.ts'

const app = await startApp({ work: true, findProcessor: withoutEncoding })
const { world } = app
const ann = await world.person({ name: 'Ann Lee' })
const { id: projectId } = await world.project({ name: 'Harbour', owner: ann })
const asAnn = new Dailies({ baseUrl: world.url, token: ann.key })
const newPerson = (name: string) => world.member(projectId, 'PROJECT_MEMBER', { name })
const you = ({ userId }: { userId: string }) => mention({ id: userId, name: 'Bo' })

/** The bell, with this number; none for 0. */
const bell = (page: Page, unread: number) =>
  page.getByRole('button', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
    exact: true,
  })
const popover = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const list = (page: Page) => page.getByRole('list', { name: 'Notifications' })
const row = (page: Page, text: string) => list(page).getByRole('listitem').filter({ hasText: text })

test(
  'a mention rings the bell without a reload, and opening it shows the frame and the comment',
  missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser,
  async () => {
    const bo = await newPerson('Bo Lindqvist')
    const [video] = await uploadClips(asAnn, projectId, [playableClip])
    const page = await app.open('/', { user: bo })
    await bell(page, 0).waitFor()
    await asAnn.comments.createOnFile(video!.id, { content: `Too dark, ${you(bo)}?`, frame: 7 })
    await bell(page, 1).click()
    const item = popover(page).getByRole('listitem').filter({ hasText: 'Ann Lee mentioned you on' })
    await item.getByText('Too dark, @Bo?').waitFor()
    await item.getByText('Harbour').waitFor()
    await requireAccessibleInBothThemes(page)
    await item.getByRole('link').click()
    await requireFrame(page, 7)
    await thread(page, 'Too dark').waitFor()
    assert.match(page.url(), /\/files\/.*comment=/)
    await bell(page, 0).waitFor()
    await popover(page).waitFor({ state: 'detached' })
  },
)

test(
  'reading in one tab clears the number in another tab, on a page of the project',
  needsBrowser,
  async () => {
    const bo = await newPerson('Bo Lindqvist')
    const first = await app.open('/', { user: bo })
    const second = await app.open(`/projects/${projectId}`, { beside: first })
    await asAnn.comments.createOnProject(projectId, { content: `Hello ${you(bo)}` })
    await asAnn.comments.createOnFile(await newFile(world, projectId, ann), {
      content: `And here, ${you(bo)}`,
    })
    await bell(second, 2).waitFor()
    // A hidden tab has no stream; it catches up when it is shown.
    await first.bringToFront()
    await bell(first, 2).click()
    await popover(first).getByRole('button', { name: 'Mark as read' }).first().click()
    await bell(first, 1).waitFor()
    await popover(first).getByRole('button', { name: 'Mark all as read' }).click()
    await bell(first, 0).waitFor()
    await second.bringToFront()
    await bell(second, 0).waitFor()
    await bell(first, 0).click()
    await popover(first).waitFor({ state: 'detached' })
  },
)

test('the page: live, filters, keys, and marks', needsBrowser, async (t) => {
  const bo = await newPerson('Bo Lindqvist')
  const other = await world.project({ name: 'Pier', owner: bo })
  await world.database.sql`
    insert into project_members (id, project_id, workspace_id, user_id, role)
    values (gen_random_uuid(), ${other.id}, ${world.workspaceId}, ${ann.userId}, 'PROJECT_MEMBER')`
  const page = await app.open('/notifications', { user: bo })
  await page.getByRole('heading', { name: 'No notifications yet' }).waitFor()

  await t.test('a notification appears without a reload', async () => {
    await asAnn.comments.createOnFile(await newFile(world, other.id, bo), { content: 'One' })
    await row(page, 'Ann Lee commented on').waitFor()
    await asAnn.comments.createOnProject(projectId, { content: `Two ${you(bo)}` })
    await row(page, 'Ann Lee mentioned you in Harbour').waitFor()
    await asAnn.comments.createOnProject(projectId, { content: `Three ${you(bo)}` })
    await row(page, 'Ann Lee mentioned you twice in Harbour').getByText('Three @Bo').waitFor()
    await bell(page, 2).waitFor()
    await requireAccessibleInBothThemes(page)
  })

  await t.test('filters by kind, project and unread', async () => {
    await choose(page.getByRole('combobox', { name: 'Kind' }), 'Mentions')
    await row(page, 'commented on').waitFor({ state: 'detached' })
    await row(page, 'mentioned you').waitFor()
    await choose(page.getByRole('combobox', { name: 'Project' }), 'Pier')
    await page.getByRole('heading', { name: 'No matching notifications' }).waitFor()
    await page.getByRole('button', { name: 'Show all notifications' }).click()
    await row(page, 'commented on').waitFor()
    await page.getByRole('radio', { name: 'Unread' }).check()
    assert.match(page.url(), /unread=true/)
  })

  await t.test('keys: the next one, mark as read, mark all as read, open', async () => {
    await row(page, 'mentioned you').waitFor()
    await page.getByRole('heading', { name: 'Notifications' }).click()
    await page.keyboard.press('j')
    await row(page, 'mentioned you').getByRole('link').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('e')
    await row(page, 'mentioned you').waitFor({ state: 'detached' })
    await bell(page, 1).waitFor()
    await row(page, 'commented on').getByRole('link').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Shift+E')
    await page.getByRole('heading', { name: 'You have read everything' }).waitFor()
    await bell(page, 0).waitFor()
    await page.getByRole('radio', { name: 'All' }).check()
    await row(page, 'commented on').waitFor()
    await page.keyboard.press('?')
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByText('Next notification')
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Notifications' }).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/comments\?comment=/)
    await page.getByText('Three @Bo').waitFor()
  })
})

test('on a phone the bell leads to the page, and opening a row to the comment', needsBrowser, async () => {
  const bo = await newPerson('Bo Lindqvist')
  const fileId = await newFile(world, projectId, bo)
  const page = await app.open('/', { user: bo, size: 'phone' })
  await asAnn.comments.createOnFile(fileId, { content: 'First' })
  await asAnn.comments.createOnFile(fileId, { content: 'Second' })
  const link = page.getByRole('link', { name: 'Notifications, 1 unread' })
  await link.waitFor()
  const { width, height } = (await link.boundingBox())!
  assert.ok(width >= 40 && height >= 40, `${width} × ${height}`)
  await link.click()
  await row(page, 'Ann Lee wrote 2 comments on').getByText('Second').waitFor()
  assert.deepEqual(await faults(page), [])
  await requireAccessible(page)
  await row(page, 'Ann Lee wrote 2 comments on').getByRole('link').click()
  await thread(page, 'Second').waitFor()
})

test('opening a file by hand marks its notifications as read', needsBrowser, async () => {
  const bo = await newPerson('Bo Lindqvist')
  const [file, other] = [await newFile(world, projectId, bo), await newFile(world, projectId, bo)]
  for (const id of [file, other]) await asAnn.comments.createOnFile(id, { content: 'Look' })
  const page = await app.open(`/projects/${projectId}`, { user: bo })
  await bell(page, 2).waitFor()
  await follow(page, `/files/${file}`)
  await thread(page, 'Look').waitFor()
  await bell(page, 1).waitFor()
})

test('the level of a project, and muting a file in its menus', needsBrowser, async () => {
  const bo = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Bo Lindqvist' })
  const asBo = new Dailies({ baseUrl: world.url, token: bo.key })
  const fileId = await newFile(world, projectId, ann)
  await asAnn.files.update(fileId, { name: 'Quiet.mov' })
  const page = await app.open(`/projects/${projectId}`, { user: bo })
  await page.getByRole('button', { name: 'Options for Harbour' }).click()
  await page.getByRole('menuitemradio', { name: 'What concerns me', checked: true }).waitFor()
  await requireAccessible(page)
  await page.getByRole('menuitemradio', { name: 'Mentions only' }).click()
  await page.getByText('Notifications of Harbour: mentions only').waitFor()
  assert.equal((await asBo.notifications.getLevel(projectId)).level, 'MENTIONS')

  await page.getByRole('button', { name: 'Options for Quiet.mov' }).click()
  await page.getByRole('menuitem', { name: 'Mute notifications' }).click()
  await page.getByText('Quiet.mov is muted: no more notifications').waitFor()
  assert.deepEqual(await asBo.notifications.getMute(fileId), { muted: true })

  await follow(page, `/files/${fileId}`)
  await panel(page).waitFor()
  const sign = page.getByRole('button', { name: 'Muted: unmute notifications of this file' })
  await sign.waitFor()
  await requireAccessible(page)
  await sign.click()
  await sign.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More about this file' }).click()
  await page.getByRole('menuitem', { name: 'Mute notifications' }).click()
  await sign.waitFor()
  assert.deepEqual(await asBo.notifications.getMute(fileId), { muted: true })
})
