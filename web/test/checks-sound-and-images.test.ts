// Checks of audio and images in the review room, measured by the service itself.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { FileDetails } from '@dailies/sdk'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { panelOf, startChecks } from './checks-world.ts'
import { temporaryFiles } from './files-page.ts'
import { needsBrowser, setSize, sizes } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const { app, projectId, client, checked, open } = await startChecks()
const { disk } = temporaryFiles()

/** Uploads what ffmpeg makes of an input, and waits for its checks. */
async function upload(name: string, input: string, ...args: string[]): Promise<Pick<FileDetails, 'id'>> {
  const path = join(disk, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', input, ...args, path])
  const { id } = await client.files.upload(projectId, readFileSync(path), { name })
  await checked({ id })
  return { id }
}

async function setRules(rules: object): Promise<void> {
  const text = JSON.stringify(rules)
  await app.world.database
    .sql`update check_profile_versions set rules = ${text}::jsonb where profile_id = 'delivery'`
}

test(
  'audio: the strip shows the silence, and a click on the finding seeks to its beginning',
  options,
  async () => {
    await setRules({
      silence: { level: 'PROBLEM', seconds: 1, level_dB: -60, allowedHead: 0, allowedTail: 0 },
    })
    const tone = "aevalsrc='if(between(t,2,4.5),0,0.3*sin(440*2*PI*t))':d=8:s=48000"
    const page = await open(await upload('Voice.wav', tone), {}, '?panel=checks')
    const stretch = page.locator('[data-strip] [data-level=PROBLEM]')
    await stretch.waitFor()
    const { x, width } = (await stretch.boundingBox())!
    const track = (await page.getByRole('slider', { name: 'Position' }).boundingBox())!
    assert.ok(Math.abs((x - track.x) / track.width - 2 / 8) < 0.01)
    assert.ok(Math.abs(width / track.width - 2.5 / 8) < 0.01)
    const finding = panelOf(page).getByRole('button', { name: /^Silence/ })
    await finding.getByText('00:02.000 – 00:04.500').waitFor()
    await finding.click()
    await page.locator('[aria-valuenow="2000"]').waitFor()
    await panelOf(page).locator('[aria-current]').getByText('Silence').waitFor()
    await requireAccessibleInBothThemes(page)
    await setSize(page, sizes.phone)
    await stretch.waitFor()
  },
)

test('images: a finding about the whole file has a limit and no place', options, async () => {
  await setRules({ imageSize: { level: 'WARNING', sizes: ['1920x1080'] } })
  const page = await open(
    await upload('Still.png', 'testsrc=size=640x360', '-frames:v', '1'),
    {},
    '?panel=checks',
  )
  await panelOf(page).getByText('Whole file').waitFor()
  await requireAccessibleInBothThemes(page)
  await setSize(page, sizes.phone)
  await panelOf(page).getByText('Whole file').waitFor()
})
