// The client SDK of MCP and a real browser: 401 → metadata → registration → sign-in → consent → token → disconnected.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  auth,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { hashPassword } from '../src/auth/passwords.ts'
import { needsBrowser, startBrowser } from './browser.ts'
import { startSite } from './https-site.ts'
import { startOAuthWorld } from './oauth-world.ts'

const password = 'correct horse battery staple'

/** Where the program that the person uses waits for its answer. */
async function startCallback() {
  const answered = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1')
    if (pathname === '/callback') answered.resolve(searchParams)
    response.end('Connected.')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/callback`, answered: answered.promise }
}

const metadata = (redirectUrl: string) => ({
  client_name: 'Agent',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
})

/** What the SDK wants of a program. */
function createAgent(redirectUrl: string, clientMetadataUrl?: string) {
  const kept: {
    client?: StoredOAuthClientInformation
    tokens?: StoredOAuthTokens
    verifier?: string
    url?: URL
    found?: OAuthDiscoveryState
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: metadata(redirectUrl),
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      kept.url = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier!,
    saveDiscoveryState: (found) => {
      kept.found = found
    },
    discoveryState: () => kept.found,
  }
  return { provider, kept }
}

test('by registration and by document, in a browser', needsBrowser, async (t) => {
  const browser = await startBrowser()
  let document = ''
  const site = await startSite((_request, response) => response.end(document))
  const world = await startOAuthWorld({ env: { OAUTH_PRIVATE_HOSTS: site.host } })

  for (const way of ['registration', 'document'] as const) {
    await t.test(way, async () => {
      const person = await world.person({ name: 'Ada' })
      await world.database
        .sql`update users set password_hash = ${await hashPassword(password)} where id = ${person.userId}`
      const callback = await startCallback()
      const clientId = `${site.url}/agent.json`
      document = JSON.stringify({ client_id: clientId, ...metadata('http://127.0.0.1/callback') })
      const { provider, kept } = createAgent(callback.url, way === 'document' ? clientId : undefined)

      const refused = await fetch(`${world.base}/api/ping`)
      assert.equal(refused.status, 401)
      assert.equal(await auth(provider, { serverUrl: world.api }), 'REDIRECT')
      assert.equal(kept.client!.client_id === clientId, way === 'document')
      assert.equal(kept.url!.searchParams.get('resource'), world.api)

      const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
      await page.goto(kept.url!.href)
      await page.getByLabel('E-mail').fill(person.email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Let Agent work for you?' }).waitFor()
      await page.getByLabel('Generate pictures').uncheck()
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      const answer = await callback.answered

      const iss = answer.get('iss')!
      const done = await auth(provider, { serverUrl: world.api, authorizationCode: answer.get('code')!, iss })
      assert.equal(done, 'AUTHORIZED')
      assert.doesNotMatch(kept.tokens!.scope!, /ai:generate/)
      const { access_token: first } = kept.tokens!
      assert.equal((await world.call('GET /api/ping', { key: first })).status, 200)

      // Asked again, the SDK refreshes.
      assert.equal(await auth(provider, { serverUrl: world.api }), 'AUTHORIZED')
      assert.notEqual(kept.tokens!.access_token, first)

      await page.goto(`${world.base}/settings/apps`)
      await page.getByRole('button', { name: 'Disconnect: Agent' }).click()
      await page.getByText('The app is disconnected.').waitFor()
      await pause(950)
      assert.equal((await world.call('GET /api/ping', { key: kept.tokens!.access_token })).status, 401)
    })
  }
})
