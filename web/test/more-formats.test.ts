// Formats that are shown through another program, and formats that are not shown.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { Dailies } from '@dailies/sdk'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { tiffFile, tiffPage } from '../../server/test/media-corpus/tiffs.ts'
import { field, thread } from './comment-page.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const folder = mkdtempSync(join(tmpdir(), 'dailies-formats-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function uploaded(name: string, bytes: Buffer): Promise<string> {
  const { id } = await client.files.upload(projectId, bytes, { name })
  await client.files.waitFor(id, { until: 'processed' })
  return id
}

test(
  'a TIFF with several pages is read page by page, and a comment is on its page',
  needsBrowser,
  async () => {
    const pages = [tiffPage(600, 800, [230, 60, 60]), tiffPage(600, 800, [60, 160, 90])]
    const id = await uploaded('scan.tiff', tiffFile(pages))
    const page = await app.open(`/files/${id}`, { user: owner })
    await page.getByRole('img', { name: 'Page 1' }).waitFor()
    await field(page).fill('Stamp is missing')
    await page.keyboard.press('Control+Enter')
    await thread(page, 'Stamp is missing').getByText('just now').waitFor()
    const { data } = await client.comments.listOnFile(id).page()
    assert.deepEqual(
      data.map(({ anchor }) => anchor),
      [1],
    )
  },
)

test('FBX: the review room says which formats are shown instead', needsBrowser, async () => {
  const id = await uploaded('chair.fbx', Buffer.from('Kaydara FBX Binary  \0\x1a\0', 'latin1'))
  const page = await app.open(`/files/${id}`, { user: owner })
  await page.getByText('FBX models are not shown here. Export the model as GLB, glTF, OBJ or STL').waitFor()
})

test(
  'a Word document is shown as pages',
  missing('soffice') ? { skip: missing('soffice') } : needsBrowser,
  async () => {
    await writeFile(join(folder, 'script.txt'), 'Scene one\n\nA lighthouse at night.\n')
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const args = [
      profile,
      '--headless',
      '--convert-to',
      'docx',
      '--outdir',
      folder,
      join(folder, 'script.txt'),
    ]
    await promisify(execFile)('soffice', args)
    const id = await uploaded('script.docx', await readFile(join(folder, 'script.docx')))
    const file = await client.files.get(id)
    assert.deepEqual([file.media?.state, file.media?.kind, file.media?.pages], ['READY', 'DOCUMENT', 1])
    const page = await app.open(`/files/${id}`, { user: owner })
    await page.waitForFunction(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 1000))
  },
)

test('the menus offer a PDF report of a file and of a review', needsBrowser, async () => {
  const id = await uploaded('still.tiff', tiffFile([tiffPage(640, 360, [90, 120, 200])]))
  await client.comments.createOnFile(id, { content: 'Brighter, please.' })
  const version = await client.versions.create(projectId, { name: 'Reel one', files: [{ id }] })
  const page = await app.open(`/files/${id}`, { user: owner })
  await page.getByRole('button', { name: 'Export comments' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Report with stills (PDF)' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'still.tiff.pdf')
  assert.equal(await file.failure(), null)
  await page.getByText('The report is being made.').waitFor()
  const review = await app.open(`/projects/${projectId}/versions/${version.id}`, { user: owner })
  await review.getByRole('button', { name: 'Review options' }).click()
  const [report] = await Promise.all([
    review.waitForEvent('download'),
    review.getByRole('menuitem', { name: 'Download report (PDF)' }).click(),
  ])
  assert.equal(report.suggestedFilename(), 'Reel one.pdf')
  assert.equal(await report.failure(), null)
})
