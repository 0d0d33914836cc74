// Differences between the people who open the link of a share: clients behind a watermark, members of the project, and
// programs that only look at the address.
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { choose } from './controls.ts'
import { card as fileCard } from './files-page.ts'
import { card, enter, openStudio, pathOf, title, videoShown } from './share-world.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { world } = app
const studio = 'skip' in options ? undefined : await openStudio(world)

/** The middle of what is on the screen, in grey, always of the same size. */
async function middleOf(shown: Locator): Promise<Buffer> {
  const image = sharp(await shown.screenshot())
  const { width, height } = await image.metadata()
  const part = { width: Math.round(width * 0.6), height: Math.round(height * 0.4) }
  return image
    .extract({ ...part, left: Math.round(width * 0.2), top: Math.round(height * 0.3) })
    .resize(120, 48, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer()
}

/** The share of the pixels, from 0 to 1, that are clearly another grey. */
function differing(one: Buffer, other: Buffer): number {
  return one.filter((grey, i) => Math.abs(grey - other[i]!) > 40).length / one.length
}

/** Opens both files as a guest, and returns what is in the middle of each. */
async function look(page: Page, path: string): Promise<{ image: Buffer; video: Buffer }> {
  await page.goto(path)
  await enter(page, 'Gus Client')
  await card(page, 'Still.png').tap()
  await page.locator('img[alt="Still.png"]').waitFor()
  const image = await middleOf(page.locator('img[alt="Still.png"]'))
  await page.getByRole('button', { name: 'Next: Trailer.mp4' }).tap()
  await page.locator(videoShown).waitFor()
  return { image, video: await middleOf(page.locator('video')) }
}

test(
  'a watermark that a manager switches on is in the image and the video of the client',
  options,
  async () => {
    const { ann, projectId, share, files } = studio!
    const manager = await app.open(`/projects/${projectId}`, { user: ann })
    for (const name of ['Still.png', 'Trailer.mp4'])
      await fileCard(manager, name).getByRole('checkbox').check({ force: true })
    await manager.getByRole('button', { name: 'Share…' }).click()
    const dialog = manager.getByRole('dialog')
    await dialog.getByText('Password, expiry, uploads, watermark').click()
    await dialog.getByLabel('Draw a text into what guests see').check()
    await dialog.getByText('It does not prevent it.').waitFor()
    await dialog.getByLabel('Text', { exact: true }).fill('{name}')
    await choose(dialog.getByRole('combobox', { name: 'Place' }), 'In the middle')
    await choose(dialog.getByRole('combobox', { name: 'Size' }), 'Large')
    await dialog.getByRole('slider').fill('1')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await manager.getByRole('dialog', { name: 'Link created' }).getByLabel('Link').inputValue()
    const made = (await studio!.client.shares.list(projectId)).find(({ url }) => url === link)
    const chosen = [files.image, files.video].map(({ id }) => ({ kind: 'FILE' as const, id }))
    // The order is that of the page, which is not what this is about.
    await studio!.client.shares.update(made!.id, { items: chosen })
    const plain = await share({ name: 'Without', items: chosen })

    const phone = await app.open(pathOf(plain), { size: 'phone' })
    const before = await look(phone, pathOf(plain))
    const after = await look(phone, new URL(link).pathname)
    for (const kind of ['image', 'video'] as const) {
      const marked = differing(before[kind], after[kind])
      assert.ok(marked > 0.02 && marked < 0.9, `${kind}: ${marked} of the middle is marked`)
    }
  },
)

test(
  'a member who opens the link sees it as the client does, without a name and without a trace',
  options,
  async () => {
    const { share, files, ann, client } = studio!
    const { id, ...made } = await share({
      items: [{ kind: 'FILE', id: files.image.id }],
      email: 'REQUIRED',
    })
    const page = await app.open(pathOf({ id, ...made }), { user: ann })
    await page.getByText('You are a member of this project.').waitFor()
    assert.equal(await page.getByLabel('Your name').count(), 0)
    await page.getByRole('button', { name: 'See it as the client does' }).click()
    await page.getByText('You see this as a guest does.').waitFor()
    await title(page, 'Still.png').waitFor()
    await page.reload()
    await title(page, 'Still.png').waitFor()
    assert.equal((await client.shares.get(id)).guestCount, 0)
  },
)

test('link previews, crawlers and a page that nobody enters spend no view', options, async () => {
  const { share, files, client } = studio!
  const made = await share({ name: 'Confidential', items: [{ kind: 'FILE', id: files.image.id }] })
  for (const agent of ['facebookexternalhit/1.1', 'Slackbot-LinkExpanding 1.0', 'Googlebot/2.1']) {
    const answer = await fetch(new URL(pathOf(made), world.url), { headers: { 'User-Agent': agent } })
    assert.match(answer.headers.get('X-Robots-Tag') ?? '', /noindex/)
    const text = await answer.text()
    assert.match(text, /<meta name="robots" content="noindex/)
    assert.doesNotMatch(text, /Confidential|Still\.png/)
  }
  const page = await app.open(pathOf(made), { size: 'phone' })
  await page.getByRole('heading', { name: 'Confidential' }).waitFor()
  const { guestCount, lastOpenedAt } = await client.shares.get(made.id)
  assert.deepEqual([guestCount, lastOpenedAt], [0, null])
})

test('all files of a share are downloaded as one ZIP, where downloads are allowed', options, async () => {
  const { share, files } = studio!
  const items = [files.image, files.paper].map(({ id }) => ({ kind: 'FILE' as const, id }))
  const open = await share({ name: 'To keep', items, downloads: 'ORIGINAL' })
  const page = await app.open(pathOf(open), { size: 'phone' })
  await enter(page, 'Gus Client')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all' }).tap(),
  ])
  assert.match(download.suggestedFilename(), /\.zip$/)
  const bytes = await buffer(await download.createReadStream())
  assert.equal(bytes.subarray(0, 2).toString(), 'PK')
  for (const name of ['Still.png', 'Script.pdf']) assert.ok(bytes.includes(name), name)

  const closed = await share({ name: 'To look at', items })
  await page.goto(pathOf(closed))
  await enter(page, 'Gus Client')
  await card(page, 'Still.png').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Download/ }).count(), 0)
})
