// The ways of counting in the review room: source timecode, record, frames and seconds.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { withProbedVideos } from './frame-numbers.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: withProbedVideos() })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const folder = mkdtempSync(join(tmpdir(), 'dailies-timecodes-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function uploaded(name: string, args: string): Promise<string> {
  const path = join(folder, name)
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args.split(' '), path])
  const { id } = await client.files.upload(projectId, readFileSync(path), { name })
  await client.files.waitFor(id, { until: 'processed' })
  return id
}

/** Like a proxy, which it becomes. */
const encoded = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -bf 0 -g 12'

const readout = (page: Page, text: string) =>
  page.locator('[aria-busy=false] [data-timecode]').getByText(text, { exact: true }).waitFor()

async function goTo(page: Page, text: string) {
  await page.keyboard.press('g')
  await page.getByRole('textbox', { name: 'to go to' }).fill(text)
  await page.keyboard.press('Enter')
}

test(
  'a video with drop-frame timecode: one click switches the counting, which is remembered',
  options,
  async () => {
    const id = await uploaded(
      'Camera.mov',
      `-f lavfi -i testsrc2=size=320x180:rate=30000/1001:duration=2 -timecode 10:00:59;20 ${encoded}`,
    )
    await client.comments.createOnFile(id, { content: 'Here', timecode: '10:01:00;02' })
    const page = await app.open(`/files/${id}`, { user: owner })
    await readout(page, '10:00:59;20')
    await goTo(page, '10:01:00;02')
    await readout(page, '10:01:00;02')
    await page.getByRole('complementary').getByText('10:01:00;02').first().waitFor()
    const counting = page.getByRole('button', { name: 'Time display' })
    await counting.click()
    await readout(page, '01:00:00;10')
    await page.getByRole('complementary').getByText('01:00:00;10').first().waitFor()
    await goTo(page, '01:00:01;00')
    await readout(page, '01:00:01;00')
    await counting.click()
    await readout(page, '30')
    await goTo(page, '45')
    await readout(page, '45')
    await page.keyboard.press('Shift+G')
    await readout(page, '1.501')
    await goTo(page, '0.5')
    await readout(page, '0.467')
    await page.reload()
    await readout(page, '0.000')
    assert.match((await counting.getAttribute('aria-label'))!, /Seconds/)
    await counting.click()
    await readout(page, '10:00:59;20')
  },
)

for (const [rate, start, minute, later, record] of [
  ['30000/1001', '10:00:59:28', '10:01:00:00', '10:01:00:15', '01:00:00:17'],
  ['60000/1001', '10:00:59:58', '10:01:00:00', '10:01:00:30', '01:00:00:32'],
] as const) {
  test(
    `${rate} without drop frames: no number is skipped, shown, typed and by the API`,
    options,
    async () => {
      const id = await uploaded(
        `Plain ${Number.parseInt(rate, 10)}.mov`,
        `-f lavfi -i testsrc2=size=320x180:rate=${rate}:duration=2 -timecode ${start} ${encoded}`,
      )
      const { media } = await client.files.get(id)
      assert.deepEqual([media!.timecode!.start, media!.timecode!.dropFrame], [start, false])
      const { id: commentId } = await client.comments.createOnFile(id, { content: 'Here', timecode: minute })
      const made = await client.comments.get(commentId)
      assert.deepEqual([made.frame, made.timecode], [2, minute])
      const page = await app.open(`/files/${id}`, {
        user: await app.world.member(projectId, 'PROJECT_MEMBER'),
      })
      await readout(page, start)
      await goTo(page, minute)
      await readout(page, minute)
      await goTo(page, later)
      await readout(page, later)
      await page.keyboard.press('Shift+G')
      await readout(page, record)
      // A timecode of the source is found while the record is shown.
      await goTo(page, minute)
      await readout(page, '01:00:00:02')
    },
  )
}

test('audio of Broadcast Wave shows its time of day, and a typed one seeks', options, async () => {
  const id = await uploaded(
    'Take.wav',
    '-f lavfi -i sine=duration=2:sample_rate=48000 -write_bext 1 -metadata time_reference=1728000000',
  )
  const page = await app.open(`/files/${id}`, { user: await app.world.member(projectId, 'PROJECT_MEMBER') })
  await readout(page, '10:00:00.000')
  await goTo(page, '10:00:01.500')
  await readout(page, '10:00:01.500')
  const counting = page.getByRole('button', { name: 'Time display' })
  await counting.click()
  await readout(page, '1:00:01.500')
  // Audio has no frames.
  await counting.click()
  await readout(page, '1.500')
})
