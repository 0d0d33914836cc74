// The comments of both files beside a comparison.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { rateClips } from '../../server/test/media-corpus/clips.ts'
import { uploadClips } from './frame-numbers.ts'
import { nameOf, needsBrowser, startApp, views } from './start-app.ts'

const options = missing('ffprobe') ? { skip: missing('ffprobe') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const clip = rateClips.find(({ rate }) => rate === '25/1')!
const [first] = 'skip' in options ? [] : await uploadClips(client, projectId, [clip])
const [second] = first ? await uploadClips(client, projectId, [clip], [first]) : []
if (first && second) {
  await client.comments.createOnFile(first.id, { content: 'Too dark in v1', frame: 10 })
  await client.comments.createOnFile(second.id, { content: 'Better in v2', frame: 30 })
}

const panel = (page: Page, name: string) => page.getByRole('complementary', { name: `Comments on ${name}` })

for (const view of views) {
  test(
    `each side has its comments, and new ones go to the side shown: ${nameOf(view)}`,
    options,
    async () => {
      const page = await app.open(`/files/${second!.id}/compare`, { user: owner, ...view })
      await page.locator('[aria-busy=false] [data-frame]').first().waitFor()
      const show = page.getByRole('button', { name: 'Show comments' })
      if (view.size !== 'desktop') await show.click()
      await panel(page, 'v2').getByText('Better in v2').waitFor()
      assert.equal(await panel(page, 'v1').count(), 0)
      const text = `From ${nameOf(view)}`
      await page.getByRole('button', { name: 'Comments on v1' }).click()
      await panel(page, 'v1').getByText('Too dark in v1').waitFor()
      const field = panel(page, 'v1').getByRole('textbox', { name: 'Comment', exact: true })
      assert.equal(await field.getAttribute('placeholder'), 'Comment on v1…')
      await field.fill(text)
      await field.press('Control+Enter')
      const own = panel(page, 'v1').getByRole('listitem').filter({ hasText: text })
      await own.getByRole('button', { name: 'React' }).waitFor({ state: 'attached' })
      const { data } = await client.comments.listOnFile(first!.id).page()
      assert.equal(data.filter(({ content }) => content === text).length, 1)
      const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      assert.ok(sizes[0]! <= sizes[1]!, `${sizes}`)
    },
  )
}

test('a marker selects its comment, on its side', options, async () => {
  const page = await app.open(`/files/${second!.id}/compare`, { user: owner })
  await panel(page, 'v2').getByText('Better in v2').waitFor()
  const lane = page.getByRole('button', { name: /^Comment by .* at 00:00:00:10/ })
  await lane.click()
  await panel(page, 'v1').locator('li[aria-current]', { hasText: 'Too dark in v1' }).waitFor()
  await page.locator('[data-frame]').getByText('10', { exact: true }).first().waitFor()
})
