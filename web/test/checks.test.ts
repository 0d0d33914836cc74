// Checks in the review room: the strip on the timeline, exact frames, notes, waivers over revisions, and reviews that require them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Dailies, type FileDetails } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { pdf } from '../../server/test/media-corpus/stills.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { playableClip, readFrame, uploadClips } from './frame-numbers.ts'
import { needsBrowser, resize, sizes, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const { sql } = app.world.database

const rules = {
  black: { level: 'PROBLEM', seconds: 0.4, allowedHead: 0, allowedTail: 0 },
  size: { level: 'WARNING', sizes: ['1920x1080'] },
  frameRate: { level: 'PROBLEM', rates: ['25'] },
  loudness: { level: 'INFO', target: -14, tolerance: 2, gating: 'PROGRAMME' },
}
await sql`
  with own as (
    insert into check_profiles (id, workspace_id, name, version)
    select 'delivery', workspace_id, 'Delivery', 3 from projects where id = ${projectId} returning id, workspace_id
  ), versioned as (
    insert into check_profile_versions (profile_id, version, rules) select id, 3, ${JSON.stringify(rules)}::jsonb from own
  )
  insert into check_settings (workspace_id, project_id, profile_id) select workspace_id, ${projectId}, id from own`

/** The number of each frame is in its pixels, but for frames 60 to 84, which are black. */
const [first, last] = [60, 84]
const faulty = {
  ...playableClip,
  name: 'Ferry',
  frames: 150,
  filters: `scale=out_color_matrix=bt601:out_range=tv,format=yuv420p,drawbox=x=0:y=0:w=iw:h=ih:c=black:t=fill:enable='between(n,${first},${last})'`,
}

async function checked(file: Pick<FileDetails, 'id'>): Promise<void> {
  for (;;) {
    const { state, failure } = await client.checks.get(file.id)
    assert.notEqual(state, 'FAILED', String(failure?.message))
    if (state === 'READY') return
    await setTimeout(50)
  }
}

async function upload(replaces?: FileDetails): Promise<FileDetails> {
  const [file] = await uploadClips(client, projectId, [faulty], replaces ? [replaces] : [])
  await checked(file!)
  return file!
}

const open = (file: Pick<FileDetails, 'id'>, more: Parameters<typeof app.open>[1] = {}, search = '') =>
  app.open(`/files/${file.id}${search}`, { user: owner, ...more })

const ready = (page: Page) => page.locator('[aria-busy=false] [data-frame]').waitFor()
const panelOf = (page: Page) => page.getByRole('tabpanel', { name: /^Checks of/ })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })

async function frameAt(page: Page, frame: number) {
  await page.locator('[aria-busy=false] [data-frame]').getByText(String(frame), { exact: true }).waitFor()
}

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
    const page = await open(await upload())
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

    await tab(page, /^Checks/).click()
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
    const page = await open(await upload(), {}, '?panel=checks')
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
  await tab(page, /^Checks/).click()
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
  'a review that requires checks says why it cannot be approved, with a link to the findings',
  options,
  async () => {
    const file = await upload()
    const page = await open(file)
    await page.getByRole('button', { name: 'Request review' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Require checks without open problems' }).check()
    await dialog.getByRole('button', { name: 'Request review' }).click()
    await dialog.getByText('is waiting for a decision').waitFor()
    await page.keyboard.press('Escape')
    const approve = page.getByRole('button', { name: 'Approve this file' })
    await approve.waitFor()
    assert.ok(await approve.isDisabled())
    await page.getByRole('link', { name: '1 open problem' }).click()
    const panel = panelOf(page)
    await panel.getByRole('button', { name: 'Waive…' }).first().click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Planned')
    await page.getByRole('button', { name: 'Waive', exact: true }).click()
    await page.waitForFunction(
      () => !document.querySelector<HTMLButtonElement>('button[title^=Approve]')?.disabled,
    )
    await approve.click()
    await page
      .getByText(/^Approved/)
      .first()
      .waitFor()
    const { data } = await client.versions.list(projectId, {}).page(1)
    assert.equal(data[0]!.status, 'APPROVED')
  },
)

test('the page of a review lists the files that keep it from approval', options, async () => {
  const file = await upload()
  const { id } = await client.versions.create(projectId, {
    name: 'Final',
    requireNoProblems: true,
    files: [{ id: file.id }],
  })
  const page = await app.open(`/projects/${projectId}/versions/${id}`, { user: owner })
  await page.getByText('needs checks without open problems').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Approve this file' }).isDisabled())
  await page.getByRole('listitem').filter({ hasText: '1 open problem' }).getByRole('link').click()
  await panelOf(page).getByRole('region', { name: 'Problems' }).waitFor()
})

test(
  'phones: the tab is reachable in portrait and landscape, and every control is 44 px high',
  options,
  async () => {
    const page = await open(await upload(), { size: 'phone' })
    await ready(page)
    for (const view of [
      { size: 'phone', theme: 'dark' },
      { size: 'landscape', theme: 'light' },
    ] as const) {
      await resize(page, view)
      const checks = tab(page, /^Checks/)
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

test('accessible: axe finds nothing in the panel, the dialog and the review', options, async () => {
  const page = await open(await upload(), {}, '?panel=checks')
  await panelOf(page).getByRole('button', { name: 'Waive…' }).first().waitFor()
  await requireAccessibleInBothThemes(page)
  await panelOf(page).getByRole('button', { name: 'Waive…' }).first().click()
  await page.getByRole('dialog').waitFor()
  await requireAccessibleInBothThemes(page)
})
