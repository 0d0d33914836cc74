// Comments as markers for editing programs, and markers as comments, in the review room.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { playableClip, uploadClips, withProbedVideos } from './frame-numbers.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: withProbedVideos() })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const folder = mkdtempSync(join(tmpdir(), 'dailies-markers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('markers go to an editing program and come back, each once', options, async () => {
  const [cut] = await uploadClips(client, projectId, [{ ...playableClip, name: 'Cut', frames: 100 }])
  const { id } = cut!
  await client.comments.createOnFile(id, { content: 'Too dark', frame: 25 })

  const page = await app.open(`/files/${id}`, { user: owner })
  const menu = page.getByRole('button', { name: 'Export comments' })
  await menu.click()
  await page.getByRole('group', { name: 'DaVinci Resolve' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Timeline markers (EDL)' }).click(),
  ])
  const exported = Buffer.concat(await (await download.createReadStream()).toArray()).toString()
  assert.match(exported, /01:00:01:00 01:00:01:01\r\nToo dark \|C:ResolveColorRed/)

  const edited = `${exported}002  001      V     C        01:00:02:00 01:00:02:01 01:00:02:00 01:00:02:01
Fixed the sky |C:ResolveColorGreen |M:Zoë |D:1

003  001      V     C        05:00:00:00 05:00:00:01 05:00:00:00 05:00:00:01
Too late |C:ResolveColorBlue |M:Marker 3 |D:1
`
  writeFileSync(join(folder, 'edited.edl'), `\ufeff${edited}`, 'utf16le')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Import markers…' }).click()
  await page.getByLabel('Marker file').setInputFiles(join(folder, 'edited.edl'))
  const dialog = page.getByRole('dialog', { name: 'Import markers' })
  const row = (text: string) => dialog.getByRole('row', { name: text })
  await row('Too dark').getByText('Already here').waitFor()
  await row('Fixed the sky').getByText('New, resolved').waitFor()
  await row('Too late').getByText('Outside the file').waitFor()
  await requireAccessibleInBothThemes(page)
  await dialog.getByRole('combobox', { name: 'Marker names' }).click()
  await page.getByRole('option', { name: 'Authors', exact: true }).click()
  await row('Fixed the sky').getByRole('cell', { name: 'Zoë' }).waitFor()
  await dialog.getByRole('button', { name: 'Import 1 marker' }).click()
  await page.getByText('1 comment imported.').waitFor()
  await page.getByRole('complementary').getByText('Fixed the sky').click()
  await page.getByRole('complementary').getByText('Imported by').waitFor()

  const { data } = await client.comments.listOnFile(id).page()
  const made = data.find(({ content }) => content === 'Fixed the sky')!
  assert.deepEqual([made.frame, made.imported], [50, { format: 'edl', author: 'Zoë' }])
  assert.ok(made.resolvedAt !== null)
})
