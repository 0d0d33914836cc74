// People who click fast, and many small files, under the rate limits of production.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { World } from '../../server/test/worlds/world.ts'
import { devices, follow, needsBrowser, resize, startApp } from './start-app.ts'

const app = await startApp({ env: { RATE_LIMITS: '' } })

/** A quarter of the limits of production: 75 files then mean as much as 300. */
const strict = await startApp({ env: { SESSION_RATE_LIMITS: 'default=300,tier2=10,tier3=75,tier4=300' } })

/** Existing stills; the first one created is the first in the list. */
async function projectOfStills(world: World, count: number) {
  const { id, owner } = await world.project({ name: 'Contact sheet' })
  const files = await world.database.sql<{ id: string }>`
    insert into files (id, project_id, name, mode, youtube_id, status, position, stack_id, stack_number, created_at)
    select 'FX' || left(md5(${id} || n), 22), ${id}, 'still ' || n, 'YOUTUBE', 'x', 'UPLOADED', n,
      'FX' || left(md5(${id} || n), 22), 1, now() - n * interval '1 second'
    from generate_series(1, ${count}::integer) n
    returning id`
  return { id, owner, files: files.map((file) => file.id) }
}

/** Every response of the API from now on. */
function recordAnswers(page: Page) {
  const answers: { route: string; status: number }[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const route = pathname.replace(/\/(FX\w+|[0-9a-f-]{36})/g, '/:id')
    if (route.startsWith('/api/')) answers.push({ route, status: response.status() })
  })
  return {
    answers,
    refused: () => answers.filter(({ status }) => status === 429),
    count: (pattern: RegExp) => answers.filter(({ route }) => pattern.test(route)).length,
  }
}

const uploadsBar = (page: Page) => page.getByRole('complementary', { name: 'Uploads' })
const roomHeading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1 }).filter({ hasText: new RegExp(`^${name}$`) })

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const chooseStills = (page: Page, count: number) =>
  page
    .locator('input[aria-label="Files to upload"]')
    .first()
    .setInputFiles(
      Array.from({ length: count }, (_, i) => ({ name: `new ${i}.png`, mimeType: 'image/png', buffer: png })),
    )

const options = { ...needsBrowser, timeout: 300_000 }
test('pressing ] through a folder causes no 429, and loads each file once', options, async () => {
  const { id, owner, files } = await projectOfStills(strict.world, 76)
  const page = await strict.open(`/projects/${id}`, { user: owner })
  const { answers, refused, count } = recordAnswers(page)
  await page.getByRole('link', { name: 'still 1', exact: true }).click()
  await roomHeading(page, 'still 1').waitFor()
  await page.evaluate(pressThroughFiles, files.length)
  await roomHeading(page, 'still 76').waitFor()
  assert.deepEqual(refused(), [])
  assert.equal(count(/^\/api\/files\/:id$/), files.length, 'each file is read once')
  // The pages of the folder beyond those that the grid had loaded, and no request per file.
  assert.ok(count(/\/files$/) <= 5, `${count(/\/files$/)} reads of the list`)
  assert.ok(count(/\/versions$/) <= 2, `${count(/\/versions$/)} reads of reviews`)
  // A file that is shown for a second is reported, and left.
  assert.ok(count(/\/presence$/) <= 2 * files.length)
  const perFile = (answers.length - count(/\/presence$/)) / files.length
  assert.ok(perFile < 2.5, `${perFile} requests for each file`)
})

test('150 small files are uploaded in a few requests, without a 429', needsBrowser, async () => {
  const { id, owner } = await app.world.project({ name: 'Shoot' })
  const page = await app.open(`/projects/${id}`, { user: owner })
  const { refused, count } = recordAnswers(page)
  await chooseStills(page, 150)
  await uploadsBar(page).getByText('150 files uploaded').waitFor()
  const [stored] = await app.world.database.sql<{ count: number }>`
    select count(*)::integer from files where project_id = ${id} and status = 'UPLOADED'`
  assert.equal(stored!.count, 150)
  assert.deepEqual(refused(), [])
  assert.ok(count(/upload\.batch$/) < 30 && count(/upload\.complete\.batch$/) < 30)
  assert.equal(count(/upload\.(multipart|complete)$/), 0)
  await page.getByRole('list', { name: 'Files' }).getByText('new 149.png').first().waitFor()
})

test('a 429 is waited out: the page shows the file, and no error', needsBrowser, async () => {
  const { id, owner, files } = await projectOfStills(app.world, 1)
  const page = await app.open(`/projects/${id}`, { user: owner, allow: [/status of 429/] })
  let limited = 0
  await page.route('**/api/files/*', (route) => {
    if (limited++ > 0) return route.continue()
    const problem = {
      status: 429,
      code: 'rate_limited',
      message: 'Too many requests.',
      requestId: 'x',
      errors: [],
    }
    return route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: problem })
  })
  await page.goto(`/files/${files[0]}`)
  await roomHeading(page, 'still 1').waitFor()
  assert.ok(limited > 1)
})

for (const { device, views } of devices) {
  test(
    `the upload bar covers nothing, does not appear in the review room and collapses: ${device}`,
    needsBrowser,
    async () => {
      const { id, owner, files } = await projectOfStills(app.world, 30)
      const page = await app.open(`/projects/${id}`, { user: owner, ...views[0], allow: [/ERR_FAILED/] })
      const release = Promise.withResolvers<void>()
      await page.route('**', async (route) => {
        if (route.request().method() === 'PUT') await release.promise
        return route.fallback()
      })
      await chooseStills(page, 2)
      for (const view of views) {
        await resize(page, view)
        await uploadsBar(page).getByText('Uploading 2 files').waitFor()
        assert.equal(await uploadsBar(page).getByRole('list').count(), 0, 'folded')
        assert.deepEqual(await page.evaluate(coveredByBar), [], view.size)

        await follow(page, `/files/${files[0]}`)
        await roomHeading(page, 'still 1').waitFor()
        assert.equal(await uploadsBar(page).count(), 0)
        await page.goBack()
      }
      await uploadsBar(page).getByText('Uploading 2 files').waitFor()

      release.resolve()
      await uploadsBar(page).getByText('2 files uploaded').waitFor()
      await uploadsBar(page).waitFor({ state: 'detached' })
      for (const view of views) {
        await resize(page, view)
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
      }
    },
  )
}

/**
 * Presses ] as soon as the page offers the next file, up to the last. Runs in the page: no person is faster. A key that is
 * pressed before the page has registered its shortcuts for the file has no effect, so it is pressed again in every frame.
 */
async function pressThroughFiles(count: number): Promise<void> {
  const nextFrame = () => new Promise(requestAnimationFrame)
  for (let n = 2; n <= count; n++) {
    while (!document.querySelector(`[aria-label="Next: still ${n}"]`)) await nextFrame()
    while (document.querySelector('h1')?.textContent !== `still ${n}`) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ']', bubbles: true }))
      await nextFrame()
    }
  }
}

/** The controls of the page that are always covered by the bar, even after scrolling. */
function coveredByBar(): string[] {
  const bar = document.querySelector('[data-dock]')!
  const controls = document.querySelectorAll<HTMLElement>('main :is(a, button, input)')
  return [...controls].flatMap((control) => {
    if (control.offsetParent === null) return []
    control.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = control.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return hit && bar.contains(hit) ? [control.getAttribute('aria-label') ?? control.innerText] : []
  })
}
