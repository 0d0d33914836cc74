// Push in the settings and in the service worker. The push service of a browser's vendor is on the internet, so a stand-in
// takes its place: it gives the page an endpoint at a local receiver, and hands what that receives to the real service
// worker by the DevTools protocol.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { decryptMessage, newBrowserKeys } from '../../server/src/notifications/push/fixtures/browser-keys.ts'
import { newFile } from '../../server/test/worlds/samples.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { needsWholeBrowser, startApp } from './start-app.ts'

const service = await startPushService()
const app = await startApp({ wholeBrowser: true, work: true, env: { WEBHOOK_ALLOW_HOSTS: service.host } })
const { world } = app
const { id: projectId, owner } = await world.project({ owner: await world.person({ name: 'Ann Lee' }) })
const bo = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Bo Lindqvist' })
const fileId = await newFile(world, projectId, owner)
const keys = newBrowserKeys()

const setting = (page: Page) => page.getByRole('region', { name: 'Push notifications' })
const subscriptions = () => world.database.sql<{ endpoint: string }>`select endpoint from push_subscriptions`

/** A page of Ann at the setting, whose browser has the stand-in as its push service. */
async function openSetting(permissions: string[]): Promise<Page> {
  const page = await app.open('about:blank', { user: owner })
  await page.context().grantPermissions(permissions, { origin: app.origin })
  await page.addInitScript(standInPushService, {
    endpoint: `http://${service.host}/ann`,
    p256dh: keys.p256dh.toString('base64url'),
    auth: keys.auth.toString('base64url'),
  })
  await page.goto('/settings/notifications')
  return page
}

test(
  'turned on, a comment arrives, a click opens it in the open tab, and signing out ends it',
  needsWholeBrowser,
  async (t) => {
    const page = await openSetting(['notifications'])

    await t.test('off by default, without a service worker', async () => {
      await setting(page).getByText('Show notifications on this device').waitFor()
      assert.equal(
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
        0,
      )
      await requireAccessibleInBothThemes(page)
    })

    await t.test('turned on', async () => {
      await setting(page).getByRole('button', { name: 'Turn on' }).click()
      await setting(page).getByText('Push is on').waitFor()
      assert.deepEqual(await subscriptions(), [{ endpoint: `http://${service.host}/ann` }])
      // The service worker controls no page.
      await page.reload()
      await setting(page).getByText('Push is on').waitFor()
      assert.equal(await page.evaluate(() => navigator.serviceWorker.controller), null)
      await requireAccessibleInBothThemes(page)
    })

    await t.test('a comment is shown, and a click opens it', async () => {
      const content = 'Brighter, please'
      const { body } = await world.call(`POST /api/files/${fileId}/comments`, {
        key: bo.key,
        body: { content },
      })
      const message = decryptMessage(await service.next(), keys).toString()
      await deliver(page, message)
      const shown = await notifications(page)
      assert.match(shown[0]!.title, /^Bo Lindqvist commented on /)
      assert.deepEqual([shown.length, shown[0]!.body], [1, content])
      const path = `/files/${fileId}?comment=${body.data.id}`
      await click(page)
      await page.waitForURL(`**${path}`)
      assert.equal(page.context().pages().length, 1)
      assert.deepEqual(await notifications(page, 0), [])
    })

    await t.test(
      'a message that cannot be read, or leads to another site, opens the first page',
      async () => {
        for (const message of [
          'nonsense',
          JSON.stringify({ title: 'x', body: '', path: 'https://example.com/', tag: 'x' }),
        ]) {
          await deliver(page, message)
          assert.deepEqual(
            (await notifications(page)).map(({ title, path }) => [title, path]),
            [['You have a new notification', '/']],
          )
        }
        await click(page)
        await page.waitForURL(`${app.origin}/`)
      },
    )

    await t.test('signing out', async () => {
      await page.getByRole('button', { name: /^Ann Lee/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.waitForURL('**/sign-in**')
      assert.deepEqual(await subscriptions(), [])
      assert.equal(
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
        0,
      )
      assert.equal(await page.evaluate(() => localStorage.getItem('dailies:push')), null)
    })
  },
)

test('turned off again; a new session of the same browser renews what is on', needsWholeBrowser, async () => {
  const page = await openSetting(['notifications'])
  await setting(page).getByRole('button', { name: 'Turn on' }).click()
  await setting(page).getByText('Push is on').waitFor()
  const value = (await world.session(owner.userId)).replace('session:', '')
  await page.context().addCookies([{ name: 'dailies', value, url: app.origin }])
  await world.database.sql`delete from push_subscriptions`
  const renewed = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.goto('/')
  assert.equal((await renewed).status(), 204)
  await page.goto('/settings/notifications')
  await setting(page).getByRole('button', { name: 'Turn off' }).click()
  await setting(page).getByRole('button', { name: 'Turn on' }).waitFor()
  assert.deepEqual(await subscriptions(), [])
})

test('a browser that blocks notifications says so', needsWholeBrowser, async () => {
  const page = await openSetting([])
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await page.reload()
  await setting(page).getByText('blocked in this browser').waitFor()
  assert.equal(await setting(page).getByRole('button').count(), 0)
  await requireAccessibleInBothThemes(page)
})

/** Runs in the page, instead of the vendor's service. */
function standInPushService({ endpoint, ...pair }: { endpoint: string; p256dh: string; auth: string }) {
  const name = 'stand-in push service'
  const subscription = (key: string) => ({
    endpoint,
    options: {
      applicationServerKey: Uint8Array.from(
        atob(key.replaceAll('-', '+').replaceAll('_', '/')),
        (character) => character.charCodeAt(0),
      ).buffer,
    },
    toJSON: () => ({ endpoint, keys: pair }),
    unsubscribe: async () => localStorage.removeItem(name),
  })
  Object.assign(PushManager.prototype, {
    async getSubscription() {
      const key = localStorage.getItem(name)
      return key === null ? null : subscription(key)
    },
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      localStorage.setItem(name, applicationServerKey)
      return subscription(applicationServerKey)
    },
  })
}

/** Delivers the message to the service worker as the browser does. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((done) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) =>
      done(one!.registrationId),
    )
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await session.send('ServiceWorker.deliverPushMessage', { origin: app.origin, registrationId, data })
  await session.detach()
}

/** The notifications that are shown, once there are so many. */
async function notifications(page: Page, count = 1) {
  await page.waitForFunction(async (count) => {
    const [registration] = await navigator.serviceWorker.getRegistrations()
    return (await registration!.getNotifications()).length === count
  }, count)
  return page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations()
    const shown = await registration!.getNotifications()
    return shown.map(({ title, body, data }) => ({ title, body, path: data.path as string }))
  })
}

/** As a click of a person, except that it may not focus or open a window. */
async function click(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers()
  await worker!.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget
    const [notification] = await scope.registration.getNotifications()
    const Click = Reflect.get(globalThis, 'NotificationEvent')
    scope.dispatchEvent(new Click('notificationclick', { notification }))
  })
}

async function startPushService() {
  let arrived = Promise.withResolvers<Buffer>()
  const server = createServer(async (request, response) => {
    arrived.resolve(await buffer(request))
    response.writeHead(201).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    /** The next message. */
    async next(): Promise<Buffer> {
      const message = await arrived.promise
      arrived = Promise.withResolvers()
      return message
    },
  }
}
