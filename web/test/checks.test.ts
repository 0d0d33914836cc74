// Checks in the review room: the strip on the timeline, exact frames, notes, and waivers over revisions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { checkTask } from '../../server/src/queue/check-tasks.ts'
import { addTask } from '../../server/src/queue/tasks.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { pdf } from '../../server/test/media-corpus/stills.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { checksTab, first, frameAt, last, panelOf, ready, startChecks } from './checks-world.ts'
import { readFrame } from './frame-numbers.ts'
import { needsBrowser, resize, sizes } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const { app, projectId, client, checked, upload, unchanged, open } = await startChecks()
const { sql } = app.world.database

/** Black frames have no number: the frames around them show that the place is exact. */
async function requireFirstBlack(page: Page) {
  const video = page.locator('main video')
  await frameAt(page, first)
  assert.equal(await readFrame(video), 0)
  await page.keyboard.press('ArrowLeft')
  await frameAt(page, first - 1)
  assert.equal(await readFrame(video), first - 1)
}

test(
  'the strip and the list show the black stretch; a click and Enter seek to its first frame',
  options,
  async () => {
    const page = await open(await unchanged())
    await ready(page)
    const stretch = page.locator('[data-strip] [data-level=PROBLEM]')
    await stretch.waitFor()
    assert.equal(await stretch.getAttribute('data-frames'), `${first}-${last}`)
    const { x, width } = (await stretch.boundingBox())!
    const track = (await page.getByRole('slider', { name: 'Position' }).boundingBox())!
    assert.ok(Math.abs((x - track.x) / track.width - first / 150) < 0.01)
    assert.ok(Math.abs(width / track.width - (last - first + 1) / 150) < 0.01)
    await stretch.click()
    await requireFirstBlack(page)

    await checksTab(page).click()
    const panel = panelOf(page)
    await panel.getByText('Delivery version 3').waitFor()
    const finding = panel.getByRole('button', { name: /^Black/ })
    await finding.getByText('00:00:02:10 – 00:00:03:09').waitFor()
    await finding.focus()
    await page.keyboard.press('Enter')
    await requireFirstBlack(page)
    // Arrow keys still belong to the player.
    await page.keyboard.press('ArrowRight')
    await frameAt(page, first)
    assert.equal(await panel.locator('[aria-current]').count(), 1)
  },
)

test(
  'rules that were not measured have a reason and no check mark; passed ones have one',
  options,
  async () => {
    const page = await open(await unchanged(), {}, '?panel=checks')
    const panel = panelOf(page)
    const unknown = panel.locator('[data-outcome=NOT_APPLICABLE], [data-outcome=NOT_MEASURED]')
    await unknown.getByText('Loudness').waitFor()
    assert.match((await unknown.textContent())!, /Not (applicable|measured): ./)
    await panel.getByText('Passed').click()
    const passed = panel.locator('[data-outcome=PASSED]')
    await passed.getByText('Frame rate').waitFor()
    const marks = (locator: typeof passed) => locator.locator('svg path').first().getAttribute('d')
    assert.notEqual(await marks(unknown), await marks(passed))
  },
)

test('a finding becomes a comment on its frames, and links to it', options, async () => {
  const file = await upload()
  const page = await open(file, {}, '?panel=checks')
  await ready(page)
  const panel = panelOf(page)
  const problems = panel.getByRole('region', { name: 'Problems' })
  await problems.getByRole('button', { name: 'Make it a note' }).click()
  await problems.getByRole('button', { name: 'Show the note' }).click()
  const comments = page.getByRole('complementary', { name: `Comments on ${file.name}` })
  await comments.getByText('00:00:02:10 – 00:00:03:09').first().waitFor()
  await frameAt(page, first)
  const { data } = await client.comments.listOnFile(file.id).page()
  assert.equal(data.length, 1)
  assert.deepEqual(
    [data[0]!.frame, data[0]!.anchor, data[0]!.duration],
    [first, first * 40, (last - first + 1) * 40],
  )
  // C leads from the checks to the comments.
  await checksTab(page).click()
  await panel.waitFor()
  await page.keyboard.press('c')
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
})

test(
  'a waiver with a reason: shown to others at once, kept by the next revision, and undone',
  options,
  async () => {
    const file = await upload()
    const watcher = await app.world.member(projectId, 'PROJECT_REVIEWER')
    const beside = await open(file, { user: watcher }, '?panel=checks')
    await panelOf(beside).getByRole('region', { name: 'Problems' }).waitFor()
    // Reviewers see findings and may comment on them; only members waive them.
    assert.equal(await beside.getByRole('button', { name: 'Waive…' }).count(), 0)
    const page = await open(file, {}, '?panel=checks')
    const panel = panelOf(page)
    await panel.getByRole('region', { name: 'Problems' }).getByRole('button', { name: 'Waive…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Waive this finding?' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A fade, as planned')
    await page.keyboard.press('Control+Enter')
    for (const one of [page, beside]) {
      const waived = panelOf(one).getByRole('region', { name: 'Waived' })
      await waived.getByText('A fade, as planned').waitFor()
      await waived.getByText('Waived by Someone').waitFor()
      await one.locator('[data-strip] [data-waived][data-level=PROBLEM]').waitFor()
    }
    const next = await upload(file)
    const later = await open(next, {}, '?panel=checks')
    const waived = panelOf(later).getByRole('region', { name: 'Waived' })
    await waived.getByText('on an earlier revision').waitFor()
    await waived.getByRole('button', { name: 'Undo the waiver' }).click()
    await panelOf(later).getByRole('region', { name: 'Problems' }).waitFor()
    assert.equal((await client.checks.get(next.id)).counts.problems, 1)
  },
)

test(
  'phones: the tab is reachable in portrait and landscape, and every control is 44 px high',
  options,
  async () => {
    const page = await open(await unchanged(), { size: 'phone' })
    await ready(page)
    for (const view of [
      { size: 'phone', theme: 'dark' },
      { size: 'landscape', theme: 'light' },
    ] as const) {
      await resize(page, view)
      const checks = checksTab(page)
      if (!(await checks.isVisible())) await page.getByRole('button', { name: 'Show comments' }).click()
      await checks.click()
      const controls = page.locator('[role=tablist] button, [role=tabpanel] :is(button, summary)')
      await panelOf(page).getByRole('button', { name: 'Waive…' }).first().waitFor()
      const low = await controls.evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent),
      )
      assert.deepEqual(low, [], view.size)
      const { width } = sizes[view.size]
      assert.ok(await page.evaluate((most) => document.documentElement.scrollWidth <= most, width), view.size)
      await panelOf(page)
        .getByRole('button', { name: /^Black/ })
        .click()
      await frameAt(page, first)
    }
  },
)

test('documents and images: findings have pages, or the whole file', options, async () => {
  const page1 = '/MediaBox [0 0 300 400]'
  const { id } = await client.files.upload(projectId, pdf([page1, page1]), { name: 'Script.pdf' })
  await client.files.waitFor(id, { until: 'processed' })
  await sql`
    insert into checks (file_id, revision, state, profile_id, profile_name, profile_version, measured_at)
    select file_id, revision, 'READY', 'delivery', 'Delivery', 3, now() from media where file_id = ${id}
    on conflict (file_id) do update set state = 'READY', failure_code = null, attempt = checks.attempt + 1`
  await sql`delete from findings where file_id = ${id}`
  await sql`
    insert into findings (id, file_id, position, rule, level, page, message, confidence)
    values (gen_random_uuid(), ${id}, 0, 'brokenLinks', 'PROBLEM', 2, 'A link leads nowhere.', 0.6),
      (gen_random_uuid(), ${id}, 1, 'pageSize', 'WARNING', null, 'The pages are not A4.', 1)`
  const page = await open({ id }, {}, '?panel=checks')
  await page.locator('[data-page="1"][data-shown]').waitFor()
  const panel = panelOf(page)
  const broken = panel.getByRole('button', { name: /^Broken links/ })
  await broken.getByText('Page 2').waitFor()
  await broken.getByText('Indicative, 60 % sure').waitFor()
  await broken.click()
  await panel.locator('[aria-current]').getByText('Page 2').waitFor()
  await panel.getByText('Whole file').waitFor()
  assert.equal(await panel.getByRole('button', { name: /^Page size/ }).count(), 0)
})

test('the progress of checks moves; failed checks say why, and run again', options, async () => {
  const file = await upload()
  // Checks without a task are resumed every minute: this one has a task that waits for longer than the test.
  await addTask(sql, checkTask(file.id, { afterSeconds: 3600 }))
  await sql`update checks set state = 'MEASURING', progress = 0.3, attempt = attempt + 1 where file_id = ${file.id}`
  const page = await open(file, {}, '?panel=checks')
  const panel = panelOf(page)
  await panel.getByText('30 %').waitFor()
  await sql`update checks set progress = 0.6 where file_id = ${file.id}`
  await panel.getByText('60 %').waitFor()
  assert.equal(await panel.getByRole('progressbar').getAttribute('value'), '60')
  await sql`
    update checks set state = 'FAILED', failure_code = 'timeout', failure_message = 'It took too long.',
      failure_retryable = true, progress = null where file_id = ${file.id}`
  await panel.getByText('It took too long.').waitFor()
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByText('The checks failed').waitFor({ state: 'detached' })
  await checked(file)
  await panel.getByRole('button', { name: 'Check again' }).waitFor()
})

test('accessible: axe finds nothing in the panel, the dialog and the review', options, async () => {
  const page = await open(await unchanged(), {}, '?panel=checks')
  await panelOf(page).getByRole('button', { name: 'Waive…' }).first().waitFor()
  await requireAccessibleInBothThemes(page)
  await panelOf(page).getByRole('button', { name: 'Waive…' }).first().click()
  await page.getByRole('dialog').waitFor()
  await requireAccessibleInBothThemes(page)
})
