// Passkeys with a virtual authenticator in a real browser, and what the server refuses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser, startBrowser } from '../../../test/browser.ts'
import { pageClient } from '../../../test/page-client.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const { sql } = world.database
const origin = world.url.replace('127.0.0.1', 'localhost')

/** A browser with an authenticator that says yes; what the page complains about is collected. */
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

async function signOut(page: Page): Promise<void> {
  await page.click('text=Sign out')
  await page.waitForURL('**/sign-in')
}

test('added in the settings, used to sign in, deleted and then refused', needsBrowser, async () => {
  const { userId } = await world.person({ name: 'Ann' })
  const { page, complaints, doubt } = await openBrowser(await world.session(userId))
  await page.goto(`${origin}/settings/passkeys`)
  await page.fill('#name', 'Test key')
  await page.click('text=Add a passkey >> visible=true >> nth=-1')
  await page.waitForURL('**/settings/passkeys?done=added')
  assert.match((await page.textContent('main'))!, /Test key/)
  await signOut(page)

  await page.goto(`${origin}/sign-in?next=/settings/sessions`)
  await page.click('text=Sign in with a passkey')
  await page.waitForURL(`${origin}/settings/sessions`)
  assert.match((await page.textContent('header'))!, /Ann · Studio/)
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
  await page.waitForSelector('text=does not let you in')
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
  await page.goto(`${origin}/settings/profile`)
  assert.match((await page.textContent('header'))!, /Nora · Studio/)
  const [user] = await sql`
    select u.password_hash, m.role, (select count(*)::integer from passkeys p where p.user_id = u.id) as passkeys
    from users u join workspace_members m on m.user_id = u.id where u.email = 'nora@example.com'`
  assert.deepEqual(user, { password_hash: null, role: 'MEMBER', passkeys: 1 })
  await signOut(page)
  await page.click('text=Sign in with a passkey')
  await page.waitForURL(`${origin}/`)
})

test('an answer works once: sent again, it is refused', needsBrowser, async () => {
  const { userId } = await world.person()
  const { page } = await openBrowser(await world.session(userId))
  await page.goto(`${origin}/settings/passkeys`)
  await page.click('text=Add a passkey >> visible=true >> nth=-1')
  await page.waitForURL('**/settings/passkeys?done=added')
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

test('403: nonsense, another origin, and guests by link', async () => {
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
  assert.equal((await world.call('POST /passkeys/add.options', { headers })).status, 401)

  const { id, owner } = await world.project()
  const body = { role: 'PROJECT_REVIEWER' }
  const made = await world.call(`POST /api/projects/${id}/access-links`, { key: owner.key, body })
  const read = await world.call(`GET /api/project-access-links/${made.body.data.id}`, { key: owner.key })
  const guest = pageClient(world.url)
  await guest.post(`/join/${read.body.data.accessKey}`, { name: 'Gus' })
  const key = `session:${guest.token()}`
  assert.equal((await world.call('POST /passkeys/add.options', { key })).status, 403)
})

test('429: asking for options again and again', async () => {
  const stingy = await startWorld({ env: { RATE_LIMITS: 'auth=2' } })
  const headers = { Origin: stingy.url.replace('127.0.0.1', 'localhost') }
  const statuses = []
  for (let i = 0; i < 3; i++) {
    statuses.push((await stingy.call('POST /passkeys/sign-in.options', { headers })).status)
  }
  assert.deepEqual(statuses, [200, 200, 429])
})
