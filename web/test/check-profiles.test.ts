// Check profiles in the settings of the workspace and of a project: chosen, copied, edited by controls and as JSON, and tried on
// a file that was measured.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Locator, Page } from 'playwright-core'
import type { Person } from '../../server/test/worlds/world.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { choose } from './controls.ts'
import { withProbedVideos } from './frame-numbers.ts'
import { layoutFaults } from './layout-rules.ts'
import { button, dialog } from './settings-page.ts'
import { devices, nameOf, needsBrowser, resize, startApp } from './start-app.ts'

const app = await startApp({ work: true, findProcessor: withProbedVideos(), measure: 'configured' })
const { world } = app
const folder = mkdtempSync(join(tmpdir(), 'dailies-check-profiles-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Four seconds at 25 frames per second, black from frame 50 to 74: one second. */
function makeVideo(): Buffer {
  const path = join(folder, 'harbour.mp4')
  const source = 'testsrc2=size=320x180:rate=25,format=yuv420p'
  const black = "drawbox=color=black:t=fill:enable='between(n,50,74)'"
  const args = ['-y', '-v', 'error', '-f', 'lavfi', '-i', source, '-vf', black, '-frames:v', '100']
  execFileSync('ffmpeg', [...args, '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '16', path])
  return readFileSync(path)
}

async function newStudio() {
  const workspaceId = await world.workspace('North')
  const owner = await world.person({ workspaceId, role: 'OWNER', name: 'Ada Marten' })
  const { id: projectId } = await world.project({ workspaceId, owner, name: 'Harbour' })
  const client = new Dailies({ baseUrl: world.url, token: owner.key })
  return { workspaceId, owner, projectId, client }
}

/** A measured video in the project. */
async function addVideo(client: Dailies, projectId: string): Promise<string> {
  const { id } = await client.files.upload(projectId, makeVideo(), { name: 'harbour.mp4' })
  await client.files.waitFor(id, { until: 'processed' })
  for (;;) {
    const { state } = await client.checks.get(id)
    if (state === 'READY') return id
    assert.ok(state !== 'FAILED', 'the checks failed')
    await new Promise((later) => setTimeout(later, 100))
  }
}

const row = (page: Page, rule: string): Locator => page.locator(`[data-rule="${rule}"]`)
const setLevel = (page: Page, rule: string, level: string) =>
  row(page, rule).getByRole('radio', { name: level, exact: true }).check({ force: true })

test(
  'an administrator copies a built-in check profile, changes a limit, and makes it the default',
  needsBrowser,
  async () => {
    const { workspaceId, owner, client } = await newStudio()
    const page = await app.open('/settings/checks', { user: owner, workspaceId })
    const list = page.getByRole('list', { name: 'Check profiles' }).getByRole('listitem')
    await list.filter({ hasText: 'Web 1080p' }).getByText('In use').waitFor()
    assert.equal(await list.count(), 4)

    await page.getByRole('button', { name: 'Copy EBU broadcast' }).click()
    await dialog(page).getByLabel('Name').fill('Our broadcast')
    await button(page, 'Create check profile').click()
    await page.getByRole('heading', { level: 1, name: 'Our broadcast' }).waitFor()
    assert.ok(await button(page, 'Save').isDisabled())
    assert.equal(await row(page, 'loudness').getByLabel('Target').inputValue(), '-23')
    await row(page, 'loudness').getByLabel('Target').fill('-24')
    await setLevel(page, 'missingAudio', 'Off')
    await page.getByText('Not saved. Saving writes version 2.').waitFor()
    await button(page, 'Save').click()
    await page.getByText('Check profile saved as version 2.').waitFor()

    const [profile] = (await client.checkProfiles.list()).filter(({ builtIn }) => !builtIn)
    assert.equal(profile!.version, 2)
    assert.equal(profile!.rules.loudness?.target, -24)
    assert.equal(profile!.rules.missingAudio, undefined)
    const original = (await client.checkProfiles.get('ebu')).rules
    assert.equal(profile!.rules.black?.allowedHead, original.black?.allowedHead)

    await page.getByRole('link', { name: 'All check profiles' }).click()
    await choose(page.getByLabel('Default check profile'), 'Our broadcast')
    await list.filter({ hasText: 'Our broadcast' }).getByText('In use').waitFor()
    assert.equal((await client.checkSettings.getWorkspace()).profileId, profile!.id)

    await page.getByRole('button', { name: 'Delete Our broadcast' }).click()
    await dialog(page).getByText('It is the default of the workspace.').waitFor()
    await choose(dialog(page).getByLabel('Use instead'), 'VFX plate')
    await button(page, 'Delete check profile').click()
    await list.filter({ hasText: 'VFX plate' }).getByText('In use').waitFor()
    assert.equal((await client.checkSettings.getWorkspace()).profileId, 'vfx')
  },
)

test(
  'the findings in a measured file follow the edited limits, and stale answers are not shown',
  needsBrowser,
  async () => {
    const { workspaceId, owner, projectId, client } = await newStudio()
    const fileId = await addVideo(client, projectId)
    const rules = { black: { level: 'PROBLEM' as const, seconds: 0.5 } }
    const { id } = await client.checkProfiles.create({ name: 'Ours', rules, projectId })
    const page = await app.open(`/projects/${projectId}/checks?profile=${id}`, { user: owner, workspaceId })
    await button(page, 'Choose file').click()
    await dialog(page).getByLabel('harbour.mp4').check()
    await button(page, 'Use this file').click()

    const preview = page.getByRole('region', { name: 'Preview' })
    const outcome = row(page, 'black').locator('[data-outcome]:not([data-stale])')
    await preview.getByText('1 problem').waitFor()
    await outcome.getByText('1 finding').waitFor()
    const moment = outcome.getByRole('link', { name: '00:02.00' })
    assert.equal(await moment.getAttribute('title'), 'Frame 50')

    // The second of black is allowed by a longer limit, and no problem at a lower level.
    await setLevel(page, 'black', 'Warning')
    await preview.getByText('1 warning').waitFor()
    await row(page, 'black').getByLabel('From').fill('1.5')
    await preview.getByText('No findings').waitFor()
    await outcome.getByText('Passed').waitFor()

    // A value that is not valid keeps the last result, and cannot be saved.
    await row(page, 'black').getByLabel('From').fill('x')
    await row(page, 'black').getByText('Enter a number.').waitFor()
    assert.ok(await button(page, 'Save').isDisabled())
    await preview.getByText('No findings').waitFor()

    // The answer to the first of two changes arrives last, and is dropped.
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    await page.route('**/checks.preview', async (route) => {
      const { seconds } = route.request().postDataJSON().rules.black
      if (seconds === 0.25) await held
      await route.continue().catch(() => {})
    })
    const asked = page.waitForRequest((request) => request.postDataJSON()?.rules?.black?.seconds === 0.25)
    await row(page, 'black').getByLabel('From').fill('0.25')
    await asked
    await row(page, 'black').getByLabel('From').fill('2')
    await outcome.getByText('Passed').waitFor()
    release()
    await page.unroute('**/checks.preview')
    await row(page, 'black').getByLabel('From').fill('0.9')
    await outcome.getByText('1 finding').waitFor()
    await moment.click()
    await page.waitForURL(new RegExp(`/files/${fileId}\\?at=2000`))
  },
)

test('rules are edited as JSON, mistakes are named, and the controls follow', needsBrowser, async () => {
  const { workspaceId, owner, projectId, client } = await newStudio()
  const { id } = await client.checkProfiles.create({ name: 'Ours', rules: {}, projectId })
  const page = await app.open(`/projects/${projectId}/checks?profile=${id}`, { user: owner, workspaceId })
  await page.getByRole('radio', { name: 'JSON' }).check({ force: true })
  const json = page.getByLabel('Rules as JSON')
  await json.fill('{ "blue": {} }')
  await page.getByText('There is no rule “blue”.').waitFor()
  assert.ok(await button(page, 'Save').isDisabled())
  await json.fill('{ "levels": { "level": "PROBLEM", "share": 2 } }')
  await page.getByText('levels.share: From 0 to 100.').waitFor()
  await json.fill('{ "levels": { "level": "PROBLEM", "share": 0.02 } }')
  await page.getByRole('radio', { name: 'Rules' }).check({ force: true })
  assert.equal(await row(page, 'levels').getByLabel('Allowed part of the image').inputValue(), '2')
  await button(page, 'Save').click()
  await page.getByText('Check profile saved as version 2.').waitFor()
  assert.deepEqual((await client.checkProfiles.get(id)).rules, { levels: { level: 'PROBLEM', share: 0.02 } })

  await button(page, 'Show versions').click()
  await button(page, 'Load version 1').click()
  await page.getByText('Not saved. Saving writes version 3.').waitFor()
  await button(page, 'Save').click()
  await page.getByText('Check profile saved as version 3.').waitFor()
  assert.deepEqual((await client.checkProfiles.get(id)).rules, {})
})

test('a person who saves second sees the other version, and loses nothing', needsBrowser, async () => {
  const { workspaceId, owner, projectId, client } = await newStudio()
  const rules = { frozen: { level: 'INFO' as const, seconds: 1 } }
  const { id } = await client.checkProfiles.create({ name: 'Ours', rules, projectId })
  const page = await app.open(`/projects/${projectId}/checks?profile=${id}`, {
    ...{ user: owner, workspaceId },
    allow: [/status of 409/],
  })
  const limit = row(page, 'frozen').getByLabel('From')
  const byOther = (seconds: number, version: number) =>
    client.checkProfiles.update(id, { version, rules: { frozen: { level: 'INFO', seconds } } })
  await limit.fill('3')
  await byOther(2, 1)
  await button(page, 'Save').click()
  await page.getByText('Somebody saved version 2 while you were editing.').waitFor()
  assert.equal(await limit.inputValue(), '3')
  await button(page, 'Save mine as version 3').click()
  await page.getByText('Check profile saved as version 3.').waitFor()
  assert.equal((await client.checkProfiles.get(id)).rules.frozen?.seconds, 3)

  await limit.fill('4')
  await byOther(5, 3)
  await button(page, 'Save').click()
  await button(page, 'Load version 4').click()
  assert.equal(await limit.inputValue(), '5')
  assert.ok(await button(page, 'Save').isDisabled())
})

test('a reviewer reads the check profiles of a project, and changes none', needsBrowser, async () => {
  const { workspaceId, projectId, client } = await newStudio()
  const reviewer: Person = await world.member(projectId, 'PROJECT_REVIEWER', { workspaceId, name: 'Bo' })
  const { id } = await client.checkProfiles.create({ name: 'Ours', rules: {}, projectId })
  await client.checkSettings.set(projectId, { profileId: id, off: false })
  const page = await app.open(`/projects/${projectId}/checks`, { user: reviewer, workspaceId })
  await page.getByText('New files are judged by Ours.').waitFor()
  assert.ok(await page.getByLabel('Check profile of this project').isDisabled())
  assert.equal(await page.getByRole('button', { name: /Copy|Delete|New check profile/ }).count(), 0)
  await page.getByRole('link', { name: 'EBU broadcast' }).click()
  await page.getByRole('heading', { level: 1, name: 'EBU broadcast' }).waitFor()
  assert.equal(await page.getByRole('radio', { name: 'Problem' }).count(), 0)
  assert.equal(await button(page, 'Save').count(), 0)
})

for (const { device, views } of devices) {
  test(`the editor is accessible and fits: ${device}`, needsBrowser, async (t) => {
    const { workspaceId, owner, projectId, client } = await newStudio()
    const { rules } = await client.checkProfiles.get('ebu')
    const { id } = await client.checkProfiles.create({ name: 'Ours', rules, projectId })
    const { size, theme } = views[0]
    const page = await app.open(`/projects/${projectId}/checks?profile=${id}`, {
      user: owner,
      workspaceId,
      size,
      theme,
    })
    await button(page, 'Save').waitFor()
    await row(page, 'black').getByLabel('From').fill('x')
    for (const view of views) {
      await t.test(nameOf(view), async () => {
        await resize(page, view)
        assert.deepEqual(await layoutFaults(page, { touch: device === 'touch' }), [])
        await requireAccessibleInBothThemes(page)
      })
    }
  })
}
