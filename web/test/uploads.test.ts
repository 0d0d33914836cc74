// Uploads: of empty files, through the loss of the network and a reload, and cancelled.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { card, chooseFiles, MB, temporaryFiles, uploadsBar } from './files-page.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app
const { onDisk } = temporaryFiles()

test('an empty file is uploaded, and its page says that it is empty', needsBrowser, async () => {
  const { id, owner } = await world.project({ name: 'Empty' })
  const page = await app.open(`/projects/${id}`, { user: owner })
  await page.getByRole('heading', { name: 'Drop your first files here' }).waitFor()
  await chooseFiles(page, [onDisk('empty.mp4', 0)])
  await uploadsBar(page).getByText('1 file uploaded').waitFor()
  await card(page, 'empty.mp4').getByRole('link').first().click()
  await page.getByText('This file is empty.').waitFor()
})

test('an upload survives the loss of the network and a reload', needsBrowser, async () => {
  const { id, owner } = await world.project({ name: 'Ferry' })
  const page = await app.open(`/projects/${id}`, { user: owner, allow: [/net::ERR_/] })
  // Two parts: the first one arrives; the second is held, until the reload cancels it.
  const path = onDisk('film.bin', 11 * MB)
  let sent = 0
  let isHolding = true
  const held = Promise.withResolvers<void>()
  await page.route('**', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    sent++
    if (!isHolding || sent === 1) return route.continue()
    held.resolve()
  })
  const arrived = page.waitForEvent('requestfinished', (request) => request.method() === 'PUT')
  await chooseFiles(page, [path])
  await held.promise
  await arrived
  await card(page, 'film.bin')
    .getByText(/^Uploading \d+ %$/)
    .waitFor()

  await page.context().setOffline(true)
  await uploadsBar(page).getByText('Offline. Uploads continue when the connection is back.').waitFor()
  await page.context().setOffline(false)
  await uploadsBar(page).getByText('Uploading 1 file').waitFor()

  // Another page of the app does not interrupt it; leaving the app asks first.
  await page.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  await uploadsBar(page).getByText('Uploading 1 file').waitFor()
  await page.goBack()
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.type())
      void dialog.accept()
    }),
  )
  await page.reload()
  assert.equal(await asked, 'beforeunload')

  isHolding = false
  const sentBefore = sent
  const unfinished = page.getByRole('region', { name: 'Unfinished uploads' })
  await unfinished.getByText('film.bin').waitFor()
  await unfinished.locator('input').setInputFiles(path)
  await uploadsBar(page).getByText('1 file uploaded').waitFor()
  await unfinished.waitFor({ state: 'detached' })
  assert.equal(sent - sentBefore, 1, 'only the part that was missing is sent')
  await card(page, 'film.bin').getByText('Uploading').waitFor({ state: 'detached' })
})

test('a cancelled upload leaves nothing behind', needsBrowser, async () => {
  const { id, owner } = await world.project({ name: 'Ferry' })
  const page = await app.open(`/projects/${id}`, { user: owner, allow: [/ERR_FAILED/] })
  await page.route('**', (route) => (route.request().method() === 'PUT' ? undefined : route.fallback()))
  await chooseFiles(page, [onDisk('oops.bin', 1000)])
  await card(page, 'oops.bin').waitFor()
  await uploadsBar(page).getByRole('button', { name: 'Show the files' }).click()
  await uploadsBar(page).getByRole('button', { name: 'Cancel oops.bin' }).click()
  await uploadsBar(page).waitFor({ state: 'detached' })
  await card(page, 'oops.bin').waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
