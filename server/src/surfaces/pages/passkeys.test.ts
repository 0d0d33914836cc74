// Passkeys with a virtual authenticator in a real browser, and the requests that the server refuses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser, startBrowser } from '../../../test/helpers/browser.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database
const origin = world.url.replace('127.0.0.1', 'localhost')

/** Opens a browser with an authenticator that approves every request; collects the errors of the page. */
async function openBrowser(cookie?: string) {
  const context = await (await startBrowser()).newContext()
  if (cookie !== undefined) {
    await context.addCookies([{ name: 'dailies', value: cookie.replace('session:', ''), url: origin }])
  }
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const doubt = (isUserVerified: boolean) =>
    cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { page, context, complaints, doubt }
}

/** Adds a passkey with the requests of the app. The tests of the app itself use the settings page. */
async function addPasskey(page: Page): Promise<void> {
  const body = '<!doctype html><link rel="icon" href="data:,">'
  await page.route(`${origin}/page`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${origin}/page`)
  await page.evaluate(addPasskeyInPage)
}

const addPasskeyInPage = `(async () => {
  const post = async (path, body) => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()).data
  }
  const options = await post('/api/account/passkeys.start', {})
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey })
  await post('/api/account/passkeys', { name: 'Test key', response: credential.toJSON() })
})()`

/** Leaves the app first: without a session the app opens the sign-in page, which would interrupt `goto`. */
async function signOut(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(`${origin}/sign-in`)
}

async function whoIsIn(page: Page): Promise<string> {
  const { data } = await (await page.request.get(`${origin}/api/account`)).json()
  return `${data.name} · ${data.workspace.name}`
}

test('a passkey is added, signs in, is deleted, and is then refused', needsBrowser, async () => {
  const { userId } = await world.person({ name: 'Ann' })
  const { page, complaints, doubt } = await openBrowser(await world.session(userId))
  await addPasskey(page)
  await signOut(page)

  await page.goto(`${origin}/sign-in?next=/docs`)
  await page.click('text=Sign in with a passkey')
  await page.waitForURL(`${origin}/docs`)
  assert.equal(await whoIsIn(page), 'Ann · Studio')
  assert.deepEqual(complaints, [])
  const [used] = await sql`select last_used_at is not null as used from passkeys where user_id = ${userId}`
  assert.equal(used!.used, true)
  await signOut(page)

  await doubt(false)
  await page.goto(`${origin}/sign-in`)
  await page.click('text=Sign in with a passkey')
  await page.waitForSelector('[role=alert]:not(:empty)')
  assert.equal(new URL(page.url()).pathname, '/sign-in')
  await doubt(true)

  await sql`delete from passkeys where user_id = ${userId}`
  await page.goto(`${origin}/sign-in`)
  await page.click('text=Sign in with a passkey')
  await page.waitForSelector('text=The passkey was not accepted')
})

test('an invitation is accepted with a passkey and without a password', needsBrowser, async () => {
  const admin = await world.person({ role: 'ADMIN' })
  const made = await world.call('POST /api/workspace/invitations', {
    key: await world.session(admin.userId),
    body: { email: 'nora@example.com', role: 'MEMBER' },
  })
  const { page } = await openBrowser()
  await page.goto(made.body.data.url)
  await page.fill('#name', 'Nora')
  await page.click('text=Join with a passkey')
  await page.waitForURL(`${origin}/`)
  assert.equal(await whoIsIn(page), 'Nora · Studio')
  const [user] = await sql`
    select u.password_hash, m.role, (select count(*)::integer from passkeys p where p.user_id = u.id) as passkeys
    from users u join workspace_members m on m.user_id = u.id where u.email = 'nora@example.com'`
  assert.deepEqual(user, { password_hash: null, role: 'MEMBER', passkeys: 1 })
  await signOut(page)
  await page.click('text=Sign in with a passkey')
  await page.waitForURL(`${origin}/`)
})

test('the response of an authenticator works once', needsBrowser, async () => {
  const { userId } = await world.person()
  const { page } = await openBrowser(await world.session(userId))
  await addPasskey(page)
  await signOut(page)
  const sent = page.waitForRequest('**/passkeys/sign-in')
  await page.click('text=Sign in with a passkey')
  const body = (await sent).postData()!
  await page.waitForURL(`${origin}/`)
  const again = await world.call('POST /passkeys/sign-in', {
    body,
    headers: { Origin: origin, 'Content-Type': 'application/json' },
  })
  assert.deepEqual([again.status, again.body.code], [403, 'passkey_refused'])
  assert.deepEqual(again.headers.getSetCookie(), [])
})

test('403: an invalid response, and another origin', async () => {
  const headers = { Origin: origin }
  for (const response of [{ id: 'x' }, { id: 'x', response: {} }]) {
    const answer = await world.call('POST /passkeys/sign-in', { headers, body: { response } })
    assert.deepEqual([answer.status, answer.body.code], [403, 'passkey_refused'])
  }
  for (const body of [{}, { response: null }, { response: { id: 1 } }]) {
    assert.equal((await world.call('POST /passkeys/sign-in', { headers, body })).status, 400)
  }
  const foreign = { Origin: 'https://evil.example' }
  assert.equal(
    (await world.call('POST /passkeys/sign-in.options', { headers: foreign })).body.code,
    'foreign_origin',
  )
})

test('429: too many requests for options', async () => {
  const stingy = await startWorld({ env: { RATE_LIMITS: 'auth=2' } })
  const headers = { Origin: stingy.url.replace('127.0.0.1', 'localhost') }
  const statuses = []
  for (let i = 0; i < 3; i++) {
    statuses.push((await stingy.call('POST /passkeys/sign-in.options', { headers })).status)
  }
  assert.deepEqual(statuses, [200, 200, 429])
})
