// Presence and typing signs for two people, in two windows and on a phone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { newFile } from '../../server/test/worlds/samples.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { field, panel, thread } from './comment-page.ts'
import { faults } from './room-page.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app
const { id: projectId, owner } = await world.project({ owner: await world.person({ name: 'Ann Lee' }) })
const bo = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Bo Lindqvist' })
const cleo = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Cleo Mar' })
const fileId = await newFile(world, projectId, owner)
const body = { content: 'Is this final?' }
await world.call(`POST /api/files/${fileId}/comments`, { key: owner.key, body })

const room = `/files/${fileId}`
const looking = (page: Page, names: string) =>
  page.getByRole('button', { name: `Looking now: ${names}`, exact: true })
const nobody = (page: Page) =>
  page.getByRole('button', { name: /^Looking now/ }).waitFor({ state: 'detached' })

test(
  'a person arrives, types a comment and a reply, and leaves: the other sees it without a reload',
  needsBrowser,
  async (t) => {
    const ann = await app.open(room, { user: owner })
    await thread(ann, 'Is this final?').waitFor()
    const other = await app.open(room, { user: bo })
    await looking(ann, 'Bo Lindqvist').waitFor()
    await looking(other, 'Ann Lee').waitFor()

    await t.test('a new comment', async () => {
      await field(other).pressSequentially('Not yet')
      await panel(ann).getByText('Bo Lindqvist is typing…').waitFor()
      await field(other).press('Control+Enter')
      await thread(ann, 'Not yet').waitFor()
      await panel(ann).getByText('is typing…').waitFor({ state: 'detached' })
    })

    await t.test('a reply, whose sign is in its thread', async () => {
      await thread(other, 'Is this final?').getByRole('button', { name: 'Reply' }).click()
      await other.getByRole('textbox', { name: 'Reply' }).pressSequentially('Wait')
      await thread(ann, 'Is this final?').getByText('Bo Lindqvist is typing…').waitFor()
      assert.equal(await panel(ann).getByText('is typing…').count(), 1)
      await requireAccessibleInBothThemes(ann)
      await other.getByRole('textbox', { name: 'Reply' }).fill('')
      await panel(ann).getByText('is typing…').waitFor({ state: 'detached' })
    })

    await t.test(
      'a second tab of the same person is no second viewer, and leaving one of them changes nothing',
      async () => {
        const second = await app.open(room, { beside: other })
        await looking(second, 'Ann Lee').waitFor()
        await field(second).pressSequentially('From here')
        await panel(ann).getByText('Bo Lindqvist is typing…').waitFor()
        assert.equal(await looking(ann, 'Bo Lindqvist').count(), 1)
        await second.goto('about:blank')
        await panel(ann).getByText('is typing…').waitFor({ state: 'detached' })
        await looking(ann, 'Bo Lindqvist').waitFor()
        await second.close()
      },
    )

    await t.test('the person leaves the page', async () => {
      await other.goto('about:blank')
      await nobody(ann)
    })
  },
)

test('on a phone: one avatar and a number, the names in a popover', needsBrowser, async () => {
  const phone = await app.open(room, { user: owner, size: 'phone' })
  for (const user of [bo, cleo]) {
    const page = await app.open(room, { user })
    await looking(page, user === bo ? 'Ann Lee' : 'Ann Lee, Bo Lindqvist')
      .first()
      .waitFor()
  }
  const button = looking(phone, 'Bo Lindqvist, Cleo Mar')
  await button.waitFor()
  await button.getByText('+1').waitFor()
  assert.deepEqual(await faults(phone), [])
  const { width, height } = (await button.boundingBox())!
  assert.ok(width >= 40 && height >= 40, `${width} × ${height}`)
  await button.click()
  const list = phone.getByRole('list', { name: 'People who are looking at this file' })
  await list.getByText('Cleo Mar').waitFor()
  await requireAccessibleInBothThemes(phone)
  await phone.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
})

test(
  'a guest by link is shown with the name that they gave, and sees the members',
  needsBrowser,
  async () => {
    const asOwner = new Dailies({ baseUrl: world.url, token: owner.key })
    const link = await asOwner.accessLinks.create(projectId, { role: 'PROJECT_REVIEWER' })
    const { accessKey } = await asOwner.accessLinks.get(link.id)
    const ann = await app.open(room, { user: owner })
    const guest = await app.open(`/join/${accessKey}`)
    await guest.getByLabel('Your name').fill('Gus the guest')
    await guest.getByRole('button', { name: 'Join' }).click()
    await guest.waitForURL(`**/projects/${projectId}`)
    await guest.goto(room)
    await looking(ann, 'Gus the guest').waitFor()
    await looking(guest, 'Ann Lee').waitFor()
  },
)
