// Webhooks in the settings, with a receiver that gets the deliveries.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { verifyWebhook } from '@dailies/sdk'
import { requireAccessible } from './axe.ts'
import { choose } from './controls.ts'
import { button, dialog, shownOnce } from './settings-page.ts'
import { needsBrowser, startApp } from './start-app.ts'

const receiver = await startReceiver()
const app = await startApp({ work: true, env: { WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${receiver.port}` } })
const { world } = app

test('a webhook is created, tested, logged, redelivered, paused and deleted', needsBrowser, async () => {
  const workspaceId = await world.workspace('Hooks')
  const user = await world.person({ workspaceId, role: 'ADMIN' })
  const page = await app.open('/settings/webhooks', { user, workspaceId, allow: [/status of 400/] })
  await button(page, 'Create webhook').click()
  await page.getByLabel('URL').fill('http://example.com/')
  await page.getByLabel('All events').uncheck()
  await dialog(page).locator('summary', { hasText: 'Comments' }).click()
  await page.getByLabel('comment.created').check()
  await requireAccessible(page)
  await dialog(page).getByRole('button', { name: 'Create webhook' }).click()
  await dialog(page).getByText(/https/).last().waitFor()
  await page.getByLabel('URL').fill(receiver.url)
  await dialog(page).getByRole('button', { name: 'Create webhook' }).click()
  const secret = await shownOnce(page)
  assert.match(secret, /^whsec_/)
  await button(page, 'Done').click()
  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByText('Events: comment.created').waitFor()

  await button(page, 'Send test').click()
  const log = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
  const delivered = log.filter({ hasText: 'Delivered' })
  await delivered.getByRole('button', { name: 'Details' }).click()
  await log.getByRole('heading', { name: 'Attempt 1: status 200' }).waitFor()
  await log.getByText('answer 1').waitFor()
  await requireAccessible(page)
  const [first] = receiver.calls
  const event = await verifyWebhook(first!.body, first!.headers, secret)
  await log.getByText(`"type": "${event.type}"`).first().waitFor()
  await button(page, 'Send again').click()
  await delivered.getByText('2 attempts').waitFor()
  assert.equal(receiver.calls.length, 2)

  receiver.answerWith(410)
  await button(page, 'Send test').click()
  await log.filter({ hasText: 'the receiver returned 410' }).waitFor()
  await choose(page.getByLabel('Show'), 'Failed')
  await delivered.first().waitFor({ state: 'detached' })
  await log.first().waitFor()
  assert.equal(await log.count(), 1)
  await page.reload()
  await page.getByText('Disabled: it returned 410').waitFor()
  await button(page, 'Resume').click()
  await page.getByText('Active', { exact: true }).waitFor()

  await button(page, 'New secret').click()
  await button(page, 'Create new secret').click()
  const next = await shownOnce(page)
  assert.ok(next.startsWith('whsec_') && next !== secret)
  await button(page, 'Done').click()
  await button(page, 'Pause').click()
  await page.getByText('Paused', { exact: true }).waitFor()
  await button(page, 'Delete').click()
  await button(page, 'Delete webhook').click()
  await page.getByText('No webhooks yet.').waitFor()
})

test(
  'a webhook for a chat proposes events, shows what it reveals, and sends a readable test',
  needsBrowser,
  async () => {
    const workspaceId = await world.workspace('Chats')
    const user = await world.person({ workspaceId, role: 'ADMIN', name: 'Ada' })
    const page = await app.open('/settings/webhooks', { user, workspaceId })
    await button(page, 'Create webhook').click()
    await choose(page.getByLabel('Format'), 'ntfy')
    await dialog(page).getByText('to everybody in the chat').waitFor()
    await dialog(page).getByText('https://ntfy.sh/our-dailies').first().waitFor()
    assert.equal(await page.getByLabel('All events').isChecked(), false)
    await choose(page.getByLabel('Format'), 'Slack')
    await dialog(page).getByText('Incoming Webhooks').waitFor()
    await requireAccessible(page)
    receiver.answerWith(200)
    await page.getByLabel('URL').fill(receiver.url)
    await dialog(page).getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('Format: Slack').waitFor()
    await page.getByText('Messages show what Ada may see').waitFor()
    assert.equal(await button(page, 'New secret').count(), 0)
    await button(page, 'Send test').click()
    const log = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    await log.filter({ hasText: 'Delivered' }).getByRole('button', { name: 'Details' }).click()
    await log.getByText('"text": "Test message from Dailies"').waitFor()
    assert.equal(JSON.parse(receiver.calls.at(-1)!.body).text, 'Test message from Dailies')
    await requireAccessible(page)
  },
)

/** Records the requests it gets, and returns the configured response. */
async function startReceiver() {
  const calls: { headers: Record<string, string>; body: string }[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    calls.push({ headers: request.headers as Record<string, string>, body: await text(request) })
    response.writeHead(status).end(`answer ${calls.length}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return {
    calls,
    port,
    url: `http://127.0.0.1:${port}/in`,
    answerWith(next: number) {
      status = next
    },
  }
}
