// The client SDK of MCP and a real browser: 401 → metadata → registration → sign-in → consent → every tool → refresh →
// disconnected → 401. One agent gets more than it asks for; the other asks for more when it needs more.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import {
  auth,
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { hashPassword } from '../../../src/auth/passwords.ts'
import { operations } from '../../../src/service.ts'
import { needsBrowser, startBrowser } from '../../helpers/browser.ts'
import { post, toolArguments } from '../../helpers/mcp-client.ts'
import { startSite } from '../../stand-ins/https-site.ts'
import { startOAuthWorld } from '../../worlds/oauth-world.ts'
import { sampleFor } from '../../worlds/samples.ts'

const password = 'correct horse battery staple'
/** Tools that need the scope that one of the two agents does not get. */
const spending = ['generate_file', 'list_models']
const modest = 'projects:read folders:read files:read comments:read comments:write skills:read'

/** The loopback callback of the program that the user runs. */
async function startCallback() {
  let answered = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1')
    if (pathname === '/callback') answered.resolve(searchParams)
    response.end('Connected.')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/callback`,
    /** The answer to the request that is open. */
    async answer(): Promise<URLSearchParams> {
      const answer = await answered.promise
      answered = Promise.withResolvers()
      return answer
    },
  }
}

const metadata = (redirectUrl: string) => ({
  client_name: 'Agent',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
})

/** The OAuth provider that the SDK expects of a program. */
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
      const { id: projectId, owner } = await world.project()
      await world.database
        .sql`update users set password_hash = ${await hashPassword(password)} where id = ${owner.userId}`
      const callback = await startCallback()
      const clientId = `${site.url}/agent.json`
      document = JSON.stringify({ client_id: clientId, ...metadata('http://127.0.0.1/callback') })
      const { provider, kept } = createAgent(callback.url, way === 'document' ? clientId : undefined)
      const connect = async () => {
        const client = new Client({ name: 'Agent', version: '1' })
        const transport = new StreamableHTTPClientTransport(new URL(world.mcp), { authProvider: provider })
        return { client, transport, connected: client.connect(transport) }
      }

      const refused = await connect()
      await assert.rejects(refused.connected, UnauthorizedError)
      assert.equal(kept.client!.client_id === clientId, way === 'document')
      assert.equal(kept.url!.searchParams.get('resource'), world.mcp)
      assert.deepEqual(new Set(kept.url!.searchParams.get('scope')!.split(' ')), new Set(modest.split(' ')))

      const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
      await page.goto(kept.url!.href)
      await page.getByLabel('E-mail').fill(owner.email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Connect Agent?' }).waitFor()
      const allowMore = async () => {
        await page.getByText('More permissions').click()
        for (const box of await page.locator('.more input').all()) await box.check()
      }
      if (way === 'registration') {
        await allowMore()
        await page.getByLabel('Generate images').uncheck()
      }
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await refused.transport.finishAuth(await callback.answer())

      const { client, connected, transport } = await connect()
      await connected
      if (way === 'document') {
        const granted = kept.tokens!.scope
        assert.equal(granted, modest)
        const call = { name: 'create_folder', arguments: { projectId, name: 'From the agent' } }
        await assert.rejects(client.callTool(call), UnauthorizedError)
        await page.goto(kept.url!.href)
        await page.getByRole('heading', { name: 'Allow Agent more?' }).waitFor()
        assert.deepEqual(await page.locator('form > fieldset label').allInnerTexts(), ['Folders'])
        await allowMore()
        await page.getByRole('button', { name: 'Allow', exact: true }).click()
        await transport.finishAuth(await callback.answer())
        assert.notEqual((await client.callTool(call)).isError, true)
      }
      assert.equal(/ai:generate/.test(kept.tokens!.scope!), way === 'document')
      const { tools } = await client.listTools()
      for (const { name } of tools) {
        if (way === 'registration' && spending.includes(name)) continue
        // Tools of several operations have their own tests.
        const operation = operations.find(({ tool }) => tool === name)
        if (operation === undefined) continue
        const target = await sampleFor(operation)(world, projectId, owner)
        const result = await client.callTool({ name, arguments: toolArguments(operation, target) })
        assert.notEqual(result.isError, true, `${name}: ${JSON.stringify(result.content)}`)
      }

      // A token for MCP is refused by the API. Asked again, the SDK refreshes it.
      const { access_token: first } = kept.tokens!
      assert.equal((await world.call('GET /api/ping', { key: first })).status, 401)
      assert.equal(await auth(provider, { serverUrl: world.mcp }), 'AUTHORIZED')
      assert.notEqual(kept.tokens!.access_token, first)
      await client.callTool({ name: 'whoami', arguments: {} })

      // With the session of the browser, like the settings page.
      const { data: apps } = await (await page.request.get(`${world.base}/api/connected-apps`)).json()
      const { id } = apps.find((app: { name: string }) => app.name === 'Agent')
      const headers = { Origin: world.base }
      await page.request.delete(`${world.base}/api/connected-apps/${id}`, { headers })
      world.passSecond()
      assert.equal((await post(world.base, kept.tokens!.access_token, { method: 'tools/list' })).status, 401)
      // The SDK gets a 401 and tries to refresh, which is refused as well.
      await assert.rejects(client.callTool({ name: 'whoami', arguments: {} }), /grant request is invalid/)
    })
  }
})
