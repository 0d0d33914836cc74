// Reviews that require checks without open problems, in the browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { panelOf, startChecks } from './checks-world.ts'
import { needsBrowser } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const { app, projectId, owner, client, upload, open } = await startChecks()

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
    const accepted = page.waitForResponse(
      (answer) => answer.url().endsWith('/status') && answer.status() === 204,
    )
    await approve.click()
    await accepted
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
