import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'openid-client'
import { scopes } from '../../../src/core/access.ts'
import { newUuid } from '../../../src/core/ids.ts'
import { deleteExpiredOAuth } from '../../../src/jobs/delete-expired.ts'
import {
  authorizeUrl,
  consent,
  filled,
  redeem,
  redirectUri,
  startOAuthWorld,
} from '../../worlds/oauth-world.ts'

const world = await startOAuthWorld()
const { sql } = world.database
const person = await world.person({ name: 'Ada' })
const browser = await world.browser(person.userId)

const status = async (token: string, route = 'GET /api/ping') =>
  (await world.call(route, { key: token })).status

/** An app that the user has connected. */
async function connect(
  options: Parameters<typeof authorizeUrl>[1] = {},
  answer?: Parameters<typeof consent>[2],
) {
  const config = await world.register()
  const callback = await consent(browser, await authorizeUrl(config, options), answer)
  return { config, callback, tokens: await redeem(config, callback) }
}

// reference: 4.1.10, 5.1, 5.2
test('an app registers, its user allows it, and it calls the API and refreshes its tokens', async () => {
  const { config, callback, tokens } = await connect({
    scope: 'projects:read comments:write',
    resource: world.api,
  })
  assert.equal(callback.searchParams.get('iss'), world.base)
  assert.match(tokens.access_token, /^rva_[0-9A-Za-z]{36}$/)
  assert.match(tokens.refresh_token!, /^rvr_[0-9A-Za-z]{36}$/)
  assert.equal(tokens.expires_in, 3600)
  assert.equal(tokens.scope, 'projects:read comments:write')
  assert.equal(tokens.id_token, undefined)
  assert.equal(await status(tokens.access_token), 200)
  const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token!)
  assert.notEqual(renewed.refresh_token, tokens.refresh_token)
  assert.deepEqual([await status(tokens.access_token), await status(renewed.access_token)], [200, 200])
})

test('a confidential app authenticates with its secret, of which only the hash is stored', async () => {
  const config = await world.register({ token_endpoint_auth_method: 'client_secret_basic' })
  const tokens = await redeem(config, await consent(browser, await authorizeUrl(config)))
  assert.equal(await status(tokens.access_token), 200)
  const { client_secret: secret, client_id: id } = config.clientMetadata()
  const wrong = `Basic ${Buffer.from(`${id}:${secret}x`).toString('base64')}`
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }
  assert.equal((await world.post('/oauth/token', form, { Authorization: wrong })).status, 401)
  const [row] = await sql<{
    kept: string
  }>`select metadata->>'client_secret' as kept from oauth_clients where id = ${id}`
  assert.notEqual(row!.kept, secret)
})

test('a signed-out user signs in first and returns to the consent page', async () => {
  const config = await world.register()
  const stranger = await world.browser()
  const url = await authorizeUrl(config)
  const page = await stranger.go(url.href)
  assert.match(await page.text(), /name="password"/)
  const next = new URL(page.url).searchParams.get('next')!
  assert.match(next, /^\/oauth\/consent\//)
  stranger.cookies.set('dailies', browser.cookies.get('dailies')!)
  const question = await (await stranger.go(next)).text()
  const done = await stranger.submit(...filled(question, {}))
  await redeem(config, new URL(done.headers.get('location')!))
})

test('denying consent returns access_denied to the app', async () => {
  const config = await world.register()
  const callback = await consent(browser, await authorizeUrl(config), { decision: 'deny' })
  assert.deepEqual(Object.fromEntries(callback.searchParams), {
    error: 'access_denied',
    error_description: 'the person did not allow it',
    state: 'state',
    iss: world.base,
  })
  assert.deepEqual(
    await sql`select from oauth_grants where client_id = ${config.clientMetadata().client_id}`,
    [],
  )
})

test('an unticked scope is not granted: calls return 403 and name the scope', async () => {
  const { tokens } = await connect({ scope: 'projects:read projects:write' }, { scopes: ['projects:read'] })
  assert.equal(tokens.scope, 'projects:read')
  assert.equal(await status(tokens.access_token, 'GET /api/projects'), 200)
  const body = { name: 'No', accessRange: 'ONLY_PROJECT_MEMBER' }
  const refused = await world.call('POST /api/projects', { key: tokens.access_token, body })
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
  assert.match(refused.headers.get('www-authenticate')!, /error="insufficient_scope", scope="projects:write"/)
})

test('a consent form with no scopes, unrequested scopes or another workspace grants nothing more', async () => {
  const config = await world.register()
  const url = await authorizeUrl(config, { scope: 'projects:read' })
  const question = await (await browser.go(url.href)).text()
  for (const answer of [
    { scopes: [] },
    { workspaceId: await world.workspace() },
    { workspaceId: newUuid() },
  ]) {
    const page = await browser.submit(...filled(question, answer))
    assert.equal(page.status, 400)
    assert.match(await page.text(), /role="alert"/)
  }
  const done = await browser.submit(...filled(question, { scopes: ['projects:read', 'skills:write'] }))
  const tokens = await redeem(config, new URL(done.headers.get('location')!))
  assert.equal(tokens.scope, 'projects:read')
})

test('an app name cannot contain invisible characters or markup', async () => {
  const config = await world.register({ client_name: '<b>\u202eevil\u0000\u200b  ' })
  const page = await (await browser.go((await authorizeUrl(config)).href)).text()
  assert.ok(page.includes('<h1>Connect &lt;b&gt;evil?</h1>'))
})

test('the consent form is accepted from pages of this server only', async () => {
  const config = await world.register()
  const question = await (await browser.go((await authorizeUrl(config)).href)).text()
  const [path, form] = filled(question, {})
  const foreign = await browser.go(path, {
    method: 'POST',
    body: form,
    headers: { Origin: 'https://evil.example' },
  })
  assert.equal(foreign.status, 403)
})

test('the user chooses the workspace, and the app has the current role of the user there', async () => {
  const elsewhere = await world.workspace('Elsewhere')
  await sql`
    insert into workspace_members (id, workspace_id, user_id, role)
    values (${newUuid()}, ${elsewhere}, ${person.userId}, 'ADMIN')`
  const { tokens } = await connect({}, { workspaceId: elsewhere })
  const { body } = await world.call('GET /api/ping', { key: tokens.access_token })
  assert.equal(body.data.workspace.id, elsewhere)
  await sql`delete from workspace_members where workspace_id = ${elsewhere} and user_id = ${person.userId}`
  world.passSecond()
  assert.equal(await status(tokens.access_token), 401)
})

test('an app that requests no scopes gets read access; unknown scopes are ignored', async () => {
  const read = scopes.filter((scope) => scope.endsWith(':read')).join(' ')
  assert.equal((await connect()).tokens.scope, read)
  const { tokens } = await connect({ scope: 'openid profile offline_access skills:read' })
  assert.equal(tokens.scope, 'skills:read')
  assert.ok(tokens.refresh_token)
})

test('an app that is already authorized needs no consent, unless it requests more scopes or prompts for it', async () => {
  const uri = 'https://app.example/callback'
  const config = await world.register({ redirect_uris: [uri] })
  const url = (scope: string, extra = {}) => authorizeUrl(config, { scope, redirectUri: uri, extra })
  const asked = async (to: URL) => (await browser.go(to.href)).status === 200
  await consent(browser, await url('projects:read files:read'))
  assert.equal(await asked(await url('projects:read files:read')), false)
  assert.equal(await asked(await url('files:read')), false)
  assert.equal(await asked(await url('files:read', { prompt: 'consent' })), true)
  assert.equal(await asked(await url('files:read files:write')), true)
  // Consent is not needed in another browser either: the grant belongs to the person, not to the session.
  const other = await world.browser(person.userId)
  assert.notEqual((await other.go((await url('files:read')).href)).status, 200)
  // Another person has to consent.
  const somebody = await world.browser((await world.person()).userId)
  assert.equal((await somebody.go((await url('files:read')).href)).status, 200)
})

test('an app with a loopback callback needs consent each time: any program can listen there', async () => {
  const { config } = await connect({ scope: 'files:read' })
  assert.equal((await browser.go((await authorizeUrl(config, { scope: 'files:read' })).href)).status, 200)
})

test('a second consent adds scopes, and unticking one removes it from issued tokens', async () => {
  const { config, tokens } = await connect({ scope: 'projects:read comments:read' })
  const more = await authorizeUrl(config, { scope: 'comments:read files:read' })
  const both = await redeem(config, await consent(browser, more, { scopes: ['files:read'] }))
  assert.equal(both.scope, 'files:read')
  world.passSecond()
  assert.equal(await status(tokens.access_token, 'GET /api/projects'), 200)
  const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token!)
  assert.equal(renewed.scope, 'projects:read')
})

test('signing out or switching accounts in the browser does not give the app to the next user', async () => {
  const config = await world.register({ redirect_uris: ['https://app.example/callback'] })
  const url = await authorizeUrl(config, { redirectUri: 'https://app.example/callback' })
  const shared = await world.browser(person.userId)
  await consent(shared, url)
  shared.cookies.delete('dailies')
  assert.match(await (await shared.go(url.href)).text(), /name="password"/)
  const second = await world.person({ name: 'Grace' })
  shared.cookies.set('dailies', (await world.browser(second.userId)).cookies.get('dailies')!)
  const tokens = await redeem(config, await consent(shared, url))
  assert.equal((await oauth.tokenIntrospection(config, tokens.access_token)).sub, second.userId)
})

test('a disconnected app: its tokens are refused within a second', async () => {
  const { config, tokens } = await connect({ scope: 'projects:read' })
  const [id] = (
    await sql<{ id: string }>`
    select id from oauth_grants where client_id = ${config.clientMetadata().client_id}`
  ).map((row) => row.id)
  const key = await world.session(person.userId)
  const { body } = await world.call('GET /api/connected-apps', { key })
  const app = body.data.find((one: { id: string }) => one.id === id)
  assert.deepEqual([app.name, app.scopes], ['Test app', ['projects:read']])
  assert.equal(await status(tokens.access_token), 200)
  assert.equal((await world.call(`DELETE /api/connected-apps/${id}`, { key })).status, 204)
  world.passSecond()
  const refused = await world.call('GET /api/ping', { key: tokens.access_token })
  assert.equal(refused.status, 401)
  assert.match(refused.headers.get('www-authenticate')!, /error="invalid_token"/)
  await assert.rejects(oauth.refreshTokenGrant(config, tokens.refresh_token!), { error: 'invalid_grant' })
})

test('revoking the refresh token ends the grant; revoking an access token ends the tokens of the app', async () => {
  const first = await connect()
  await oauth.tokenRevocation(first.config, first.tokens.refresh_token!)
  world.passSecond()
  assert.equal(await status(first.tokens.access_token), 401)
  const { config, tokens } = await connect()
  await oauth.tokenRevocation(config, tokens.access_token)
  assert.equal(await status(tokens.access_token), 401)
})

test('an app can inspect its own tokens only', async () => {
  const { config, tokens } = await connect({ scope: 'files:read' })
  const seen = await oauth.tokenIntrospection(config, tokens.access_token)
  assert.deepEqual(
    [seen.active, seen.scope, seen.aud, seen.sub, seen.client_id],
    [true, 'files:read', world.api, person.userId, config.clientMetadata().client_id],
  )
  const other = await world.register()
  assert.deepEqual(await oauth.tokenIntrospection(other, tokens.access_token), { active: false })
})

test('no table contains tokens, codes or cookies in plain text', async () => {
  const { callback, tokens } = await connect()
  const values = [tokens.access_token, tokens.refresh_token!, callback.searchParams.get('code')!]
  values.push(browser.cookies.get('dailies_oauth')!, browser.cookies.get('dailies')!)
  const tables = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  for (const { name } of tables) {
    const rows = await world.database.sql(
      Object.assign([`select t::text as row from ${name} t`], { raw: [] }),
    )
    const text = JSON.stringify(rows)
    for (const value of values) assert.ok(!text.includes(value), `${name} holds ${value}`)
  }
})

test('expired grants and apps without a grant are deleted', async () => {
  const { config, tokens } = await connect()
  const idle = await world.register()
  await sql`update oauth_artifacts set expires_at = now() - interval '1 minute'`
  await sql`update oauth_grants set last_used_at = now() - interval '31 days'`
  await sql`update oauth_clients set created_at = now() - interval '25 hours' where id = ${idle.clientMetadata().client_id}`
  assert.equal(await status(tokens.access_token), 401)
  await world.runJob(deleteExpiredOAuth)
  assert.deepEqual(await sql`select from oauth_artifacts`, [])
  assert.deepEqual(
    await sql`select from oauth_grants where client_id = ${config.clientMetadata().client_id}`,
    [],
  )
  assert.deepEqual(await sql`select from oauth_clients where id = ${idle.clientMetadata().client_id}`, [])
})

test('a loopback callback may use any port', async () => {
  const config = await world.register({ redirect_uris: [redirectUri, 'http://localhost/callback'] })
  for (const uri of ['http://127.0.0.1:49152/callback', 'http://localhost:3000/callback']) {
    const callback = await consent(browser, await authorizeUrl(config, { redirectUri: uri }))
    assert.equal(callback.origin + callback.pathname, uri)
    await redeem(config, callback)
  }
})
