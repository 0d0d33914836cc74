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
  const page = await app.open(`/projects/${id}`, {
    user: owner,
    // The last part may arrive at the last moment: then there is nothing left to resume, a 409.
    allow: [/net::ERR_/, /status of 409/],
  })
  const path = onDisk('film.bin', 30 * MB)
  // All parts but one arrive before the page is reloaded.
  const sent: string[] = []
  const held = Promise.withResolvers<void>()
  await page.route('**', async (route) => {
    const request = route.request()
    if (request.method() !== 'PUT') return route.fallback()
    sent.push(request.url())
    if (sent.length > 3) {
      held.resolve()
      return
    }
    return route.continue()
  })
  // Requests in flight when the network is lost would be retried, and held.
  let stored = 0
  const arrived = Promise.withResolvers<void>()
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT' && ++stored === 3) arrived.resolve()
  })
  await chooseFiles(page, [path])
  await held.promise
  await arrived.promise
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
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const sentAgain: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sentAgain.push(request.url()))
  await page.reload()
  assert.equal(await asked, 'beforeunload')

  const unfinished = page.getByRole('region', { name: 'Unfinished uploads' })
  await unfinished.getByText('film.bin').waitFor()
  await unfinished.locator('input').setInputFiles(path)
  await uploadsBar(page).getByText('1 file uploaded').waitFor()
  await unfinished.waitFor({ state: 'detached' })
  // The missing part may have been stored at the last moment.
  assert.ok(sentAgain.length <= 1, 'only the part that was missing is sent')
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
