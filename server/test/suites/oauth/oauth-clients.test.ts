// Apps that are identified by the URL of their metadata document, and the metadata that the server publishes.
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import * as oauth from 'openid-client'
import { scopes } from '../../../src/core/access.ts'
import { createDeadlines } from '../../helpers/deadlines.ts'
import { startSite } from '../../stand-ins/https-site.ts'
import { authorizeUrl, consent, redeem, redirectUri, startOAuthWorld } from '../../worlds/oauth-world.ts'

let origin = ''
const documents: Record<string, RequestListener> = {
  '/client.json': (_request, response) => send(response, '/client.json'),
  '/other.json': (_request, response) => send(response, '/client.json'),
  '/moved.json': (_request, response) => response.writeHead(302, { Location: '/client.json' }).end(),
  '/large.json': (_request, response) => response.end(`{"a": "${'x'.repeat(100_000)}"}`),
  '/broken.json': (_request, response) => response.end('{'),
  '/missing.json': (_request, response) => response.writeHead(404).end(),
  '/slow.json'(_request, response) {
    response.write(' ')
    setImmediate(() => deadlines.pass(3_000))
  },
}

function send(response: Parameters<RequestListener>[1], path: string): void {
  const metadata = {
    client_id: `${origin}${path}`,
    client_name: 'Published <app>',
    client_uri: origin,
    logo_uri: `${origin}/logo.png`,
    redirect_uris: [redirectUri],
    scope: 'projects:read openid',
    token_endpoint_auth_method: 'none',
  }
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(metadata))
}

const deadlines = createDeadlines()
const site = await startSite((request, response) => documents[request.url!]!(request, response))
origin = site.url
const neighbour = await startSite((_request, response) => response.end('{}'))
const world = await startOAuthWorld({
  env: { OAUTH_PRIVATE_HOSTS: site.host },
  startDeadline: deadlines.start,
})
const person = await world.person({ name: 'Ada' })
const browser = await world.browser(person.userId)

const appAt = (clientId: string) =>
  oauth.discovery(new URL(world.base), clientId, { token_endpoint_auth_method: 'none' }, oauth.None(), {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  })

const ask = async (clientId: string) => browser.go((await authorizeUrl(await appAt(clientId))).href)

test('an app with a document is authorized without registering, and shown with its host', async () => {
  const config = await appAt(`${site.url}/client.json`)
  const page = await (await browser.go((await authorizeUrl(config)).href)).text()
  assert.match(page, /Connect Published &lt;app&gt;\?/)
  assert.ok(page.includes(site.host))
  assert.ok(!page.includes('logo.png'))
  const tokens = await redeem(
    config,
    await consent(browser, await authorizeUrl(config, { scope: 'files:read' })),
  )
  assert.equal((await world.call('GET /api/ping', { key: tokens.access_token })).status, 200)
  await oauth.refreshTokenGrant(config, tokens.refresh_token!)
  const { body } = await world.call('GET /api/connected-apps', { key: await world.session(person.userId) })
  assert.ok(body.data.some(({ host }: { host: string | null }) => host === site.host))
})

for (const name of ['other', 'moved', 'large', 'broken', 'missing', 'slow'])
  test(`a document that is ${name === 'other' ? 'of another app' : name} is refused`, async () => {
    const answer = await ask(`${site.url}/${name}.json`)
    assert.deepEqual([answer.status, answer.headers.get('location')], [400, null])
  })

test('private, loopback and link-local addresses are not called, by name or by number', async () => {
  const { port } = new URL(neighbour.url)
  for (const host of [
    'localhost',
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
  ]) {
    const answer = await ask(`https://${host}:${port}/client.json`)
    assert.deepEqual([answer.status, answer.headers.get('location')], [400, null], host)
  }
  assert.equal(neighbour.connections(), 0)
})

test('the metadata lists exactly the supported features', async () => {
  const response = await fetch(`${world.base}/.well-known/oauth-authorization-server`)
  assert.deepEqual(await response.json(), {
    issuer: world.base,
    authorization_endpoint: `${world.base}/oauth/authorize`,
    token_endpoint: `${world.base}/oauth/token`,
    revocation_endpoint: `${world.base}/oauth/revoke`,
    introspection_endpoint: `${world.base}/oauth/introspect`,
    registration_endpoint: `${world.base}/oauth/register`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: [
      'none',
      'client_secret_basic',
      'client_secret_post',
      'private_key_jwt',
    ],
    token_endpoint_auth_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${world.base}/openapi.json`,
  })
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
})

test('the API names its authorization server, and a 401 links to it', async () => {
  const { headers } = await world.call('GET /api/ping')
  const [, address] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate')!)!
  const resource = (await (await fetch(address!)).json()) as Record<string, unknown>
  assert.deepEqual(
    [resource.resource, resource.authorization_servers, resource.scopes_supported],
    [world.api, [world.base], scopes],
  )
})

test('an app in a browser may read the metadata, register and get tokens', async () => {
  const Origin = 'https://app.example'
  const body = JSON.stringify({ redirect_uris: [`${Origin}/callback`] })
  const headers = { Origin, 'Content-Type': 'application/json' }
  const registered = await fetch(`${world.base}/oauth/register`, { method: 'POST', body, headers })
  assert.deepEqual([registered.status, registered.headers.get('access-control-allow-origin')], [201, '*'])
  const { client_id } = (await registered.json()) as { client_id: string }
  const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id }
  for (const [from, allowed] of [
    [Origin, Origin],
    ['https://evil.example', null],
  ] as const) {
    const answer = await world.post('/oauth/token', form, { Origin: from })
    assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [400, allowed])
  }
  const preflight = {
    Origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type',
  }
  for (const path of ['/oauth/register', '/oauth/token']) {
    const answer = await fetch(world.base + path, { method: 'OPTIONS', headers: preflight })
    assert.equal(answer.status, 204)
    assert.ok(answer.headers.get('access-control-allow-origin'))
  }
})
