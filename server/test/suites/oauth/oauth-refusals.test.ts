import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'openid-client'
import { createAuthenticator } from '../../../src/auth/credentials.ts'
import { createSession } from '../../../src/auth/sessions.ts'
import { authorizeUrl, consent, redeem, redirectUri, startOAuthWorld } from '../../worlds/oauth-world.ts'

const world = await startOAuthWorld()
const { sql } = world.database
const person = await world.person()
const browser = await world.browser(person.userId)
const config = await world.register()
const clientId = config.clientMetadata().client_id

/** The server caches tokens for less than a second. */
async function isOut(token: string): Promise<boolean> {
  world.passSecond()
  return (await world.call('GET /api/ping', { key: token })).status === 401
}

async function connected(options: Parameters<typeof authorizeUrl>[1] = {}) {
  const callback = await consent(browser, await authorizeUrl(config, options))
  return { callback, tokens: await redeem(config, callback) }
}

/** The error that the app gets at its callback. */
async function errorOf(change: (query: URLSearchParams) => void) {
  const url = await authorizeUrl(config, { scope: 'files:read' })
  change(url.searchParams)
  const location = (await browser.go(url.href)).headers.get('location') ?? ''
  assert.ok(location.startsWith(redirectUri), location)
  // When a token was requested, even the error is in the fragment.
  const searchParams = new URLSearchParams(location.slice(redirectUri.length + 1))
  assert.deepEqual([searchParams.get('state'), searchParams.get('iss')], ['state', world.base])
  return searchParams.get('error')
}

test('an authorization without PKCE or with a plain challenge is refused', async () => {
  const none = (query: URLSearchParams) => {
    query.delete('code_challenge')
    query.delete('code_challenge_method')
  }
  assert.equal(await errorOf(none), 'invalid_request')
  assert.equal(await errorOf((query) => query.set('code_challenge_method', 'plain')), 'invalid_request')
  assert.equal(await errorOf((query) => query.delete('code_challenge_method')), 'invalid_request')
})

test('only codes are issued, in the query string', async () => {
  for (const type of ['token', 'id_token', 'code id_token'])
    assert.equal(await errorOf((query) => query.set('response_type', type)), 'invalid_request', type)
  const url = await authorizeUrl(config, { extra: { response_mode: 'form_post' } })
  assert.doesNotMatch(await (await browser.go(url.href)).text(), /name="code"/)
})

test('a code with the wrong verifier, callback or app is refused', async () => {
  const callback = await consent(browser, await authorizeUrl(config))
  await assert.rejects(redeem(config, callback, 'w'.repeat(43)), { error: 'invalid_grant' })
  const elsewhere = new URL(callback)
  elsewhere.port = '4711'
  await assert.rejects(redeem(config, elsewhere), { error: 'invalid_grant' })
  await assert.rejects(redeem(await world.register(), callback), { error: 'invalid_grant' })
  await redeem(config, callback)
})

test('a code that is used twice revokes its tokens', async () => {
  const { callback, tokens } = await connected()
  await assert.rejects(redeem(config, callback), { error: 'invalid_grant' })
  assert.ok(await isOut(tokens.access_token))
  await assert.rejects(oauth.refreshTokenGrant(config, tokens.refresh_token!), { error: 'invalid_grant' })
})

test('a refresh token that is used twice revokes the whole family', async () => {
  const { tokens } = await connected()
  const second = await oauth.refreshTokenGrant(config, tokens.refresh_token!)
  await assert.rejects(oauth.refreshTokenGrant(config, tokens.refresh_token!), { error: 'invalid_grant' })
  await assert.rejects(oauth.refreshTokenGrant(config, second.refresh_token!), { error: 'invalid_grant' })
  assert.deepEqual([await isOut(tokens.access_token), await isOut(second.access_token)], [true, true])
})

test('concurrent use of one refresh token revokes all resulting tokens', async () => {
  const { tokens } = await connected()
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, () => oauth.refreshTokenGrant(config, tokens.refresh_token!)),
  )
  const won = tries.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  assert.ok(won.length <= 1, `${won.length} won`)
  assert.ok(await isOut(won[0]?.access_token ?? tokens.access_token))
  assert.deepEqual(await sql`select from oauth_grants where client_id = ${clientId}`, [])
})

test('an unregistered callback gets no response', async () => {
  for (const uri of [
    'https://evil.example/callback',
    'http://127.0.0.1/other',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost/callback',
    'https://127.0.0.1/callback',
  ]) {
    const answer = await browser.go((await authorizeUrl(config, { redirectUri: uri })).href)
    assert.deepEqual([answer.status, answer.headers.get('location')], [400, null], uri)
    assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'/)
    assert.match(await answer.text(), /The app could not be connected/)
  }
})

test('callbacks that would leak the code cannot be registered', async () => {
  for (const uri of ['http://app.example/callback', 'javascript:alert(1)', 'https://app.example/#x'])
    await assert.rejects(world.register({ redirect_uris: [uri] }), { error: /invalid_/ }, uri)
  const web = { redirect_uris: ['http://app.example/callback'], application_type: 'web' }
  await assert.rejects(world.register(web), { error: /invalid_/ })
  await world.register({ redirect_uris: ['https://app.example/callback', 'com.example.app:/callback'] })
})

test('a token is valid only at the resource that it was issued for', async () => {
  const { tokens } = await connected({ resource: world.mcp })
  assert.equal((await oauth.tokenIntrospection(config, tokens.access_token)).aud, world.mcp)
  const refused = await world.call('GET /api/ping', { key: tokens.access_token })
  assert.equal(refused.status, 401)
  assert.match(refused.headers.get('www-authenticate')!, /error="invalid_token"/)
  const { authenticate } = createAuthenticator(world.database, world.base, assert.fail)
  const caller = await authenticate(tokens.access_token, 'mcp')
  assert.deepEqual([caller?.kind, caller?.agent, caller?.userId], ['oauth', true, person.userId])
  assert.equal(await authenticate(tokens.access_token), undefined)
  await assert.rejects(oauth.refreshTokenGrant(config, tokens.refresh_token!, { resource: world.api }), {
    error: 'invalid_target',
  })
})

test('an app that was authorized for both resources requests a token for each', async () => {
  const url = await authorizeUrl(config, { resource: world.api })
  url.searchParams.append('resource', world.mcp)
  const tokens = await redeem(config, await consent(browser, url))
  assert.equal((await oauth.tokenIntrospection(config, tokens.access_token)).aud, world.api)
  const second = await oauth.refreshTokenGrant(config, tokens.refresh_token!, { resource: world.mcp })
  assert.equal((await oauth.tokenIntrospection(config, second.access_token)).aud, world.mcp)
})

test('a resource of another server is refused', async () => {
  for (const resource of ['https://elsewhere.example/mcp', `${world.base}/`, `${world.mcp}/`, 'mcp'])
    assert.equal(await errorOf((query) => query.set('resource', resource)), 'invalid_target', resource)
})

test('expired access tokens and refresh tokens are refused', async () => {
  const { tokens } = await connected()
  await sql`update oauth_artifacts set expires_at = now()`
  assert.ok(await isOut(tokens.access_token))
  await sql`update oauth_artifacts set payload = payload::jsonb || '{"exp": 1}'`
  await assert.rejects(oauth.refreshTokenGrant(config, tokens.refresh_token!), { error: 'invalid_grant' })
})

test('a malformed token returns 401', async () => {
  for (const token of ['rva_', `rva_${'0'.repeat(36)}`, `rvr_${'0'.repeat(36)}`, 'rva_\u00e9'])
    assert.equal(
      (await world.call('GET /api/ping', { headers: { Authorization: `Bearer ${encodeURI(token)}` } }))
        .status,
      401,
    )
  const { tokens } = await connected()
  assert.equal((await world.call('GET /api/ping', { key: tokens.refresh_token! })).status, 401)
})

test('odd values are refused or ignored, and none causes a 5xx', async () => {
  const odd = [
    '',
    '\0',
    'a\0b',
    '\ud800',
    '💥',
    "'",
    '%',
    '[]',
    '{}',
    'x'.repeat(5_000),
    'https://\0.example/',
    'https://a.example/\0',
  ]
  const fields = [
    'client_id',
    'redirect_uri',
    'scope',
    'resource',
    'state',
    'code_challenge',
    'prompt',
    'request',
    'claims',
  ]
  for (const name of [
    ...fields,
    'response_type',
    'response_mode',
    'nonce',
    'max_age',
    'id_token_hint',
    'login_hint',
  ])
    for (const value of odd) {
      const url = await authorizeUrl(config)
      url.searchParams.set(name, value)
      assert.ok((await browser.go(url.href)).status < 500, `authorize ${name}=${JSON.stringify(value)}`)
    }
  const form = { grant_type: 'authorization_code', client_id: clientId, code: 'x', redirect_uri: redirectUri }
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect'])
    for (const name of [
      'client_id',
      'client_secret',
      'code',
      'grant_type',
      'refresh_token',
      'token',
      'resource',
    ])
      for (const value of odd) {
        const answer = await world.post(path, { ...form, token: 'x', [name]: value })
        assert.ok(answer.status < 500, `${path} ${name}=${JSON.stringify(value)}: ${answer.status}`)
      }
  for (const name of [
    'client_name',
    'redirect_uris',
    'scope',
    'client_uri',
    'jwks',
    'contacts',
    'constructor',
  ])
    for (const value of [...odd, 1, null, true, {}, [], [null], ['\0']]) {
      const body = JSON.stringify({ redirect_uris: [redirectUri], [name]: value })
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(`${world.base}/oauth/register`, { method: 'POST', body, headers })
      assert.ok(answer.status < 500, `register ${name}=${JSON.stringify(value)}: ${answer.status}`)
    }
})

test('operations for people only return 403 to an app', async () => {
  const { tokens } = await connected()
  const { status, body } = await world.call('GET /api/connected-apps', { key: tokens.access_token })
  assert.deepEqual([status, body.code], [403, 'session_required'])
})

test('a guest who joined by access link cannot connect an app', async () => {
  const guest = await world.browser()
  const session = { userId: person.userId, workspaceId: world.workspaceId, address: null, userAgent: null }
  const { token } = await createSession(sql, { ...session, scopes: ['files:read'] })
  guest.cookies.set('dailies', token)
  const page = await guest.go((await authorizeUrl(config)).href)
  assert.equal(page.status, 403)
})

test('a consent page without its cookie, or of another user, is no longer valid', async () => {
  const asked = await browser.go((await authorizeUrl(config)).href)
  const path = new URL(asked.url).pathname
  const other = await world.browser((await world.person()).userId)
  assert.equal((await other.go(path)).status, 400)
  for (const [name, value] of browser.cookies) if (name !== 'dailies') other.cookies.set(name, value)
  assert.equal((await other.go(path)).status, 400)
})

test('registration can be disabled', async () => {
  const closed = await startOAuthWorld({ env: { OAUTH_REGISTRATION: 'off' } })
  await assert.rejects(closed.register())
  const body = JSON.stringify({ redirect_uris: [redirectUri] })
  const headers = { 'Content-Type': 'application/json' }
  assert.equal((await fetch(`${closed.base}/oauth/register`, { method: 'POST', body, headers })).status, 404)
  const metadata = await (await fetch(`${closed.base}/.well-known/oauth-authorization-server`)).json()
  assert.equal('registration_endpoint' in (metadata as object), false)
})

test('registering is limited per address', async () => {
  const few = await startOAuthWorld({ env: { RATE_LIMITS: 'auth=10' } })
  await few.register()
  const body = JSON.stringify({ redirect_uris: [redirectUri] })
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${few.base}/oauth/register`, { method: 'POST', body, headers })
  assert.deepEqual([answer.status, answer.headers.has('retry-after')], [429, true])
})

test('requests that fetch the document of an app are limited per address', async () => {
  const few = await startOAuthWorld({ env: { RATE_LIMITS: 'auth=2' } })
  const body = new URLSearchParams({ client_id: 'https://127.0.0.1/app.json', token: 'x' })
  const ask = (path: string) => fetch(`${few.base}/oauth/${path}`, { method: 'POST', body })
  for (const path of ['revoke', 'introspect'])
    assert.match(await (await ask(path)).text(), /document fetch failed/)
  const refused = await ask('token')
  assert.deepEqual([refused.status, refused.headers.has('retry-after')], [429, true])
})
