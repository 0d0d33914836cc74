// The scopes of agents: which ones they ask for, what is selected on the consent page, and how they get more.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modestScopes, scopes } from '../../../src/core/access.ts'
import { post } from '../../helpers/mcp-client.ts'
import { authorizeUrl, consent, filled, redeem, startOAuthWorld } from '../../worlds/oauth-world.ts'

const world = await startOAuthWorld()
const browser = await world.browser((await world.person({ name: 'Ada' })).userId)
const resource = world.mcp
const modest = scopes.filter((scope) => modestScopes.includes(scope)).join(' ')

const ask = async (config: Awaited<ReturnType<typeof world.register>>, scope?: string) =>
  authorizeUrl(config, scope === undefined ? { resource } : { resource, scope })

const sorted = (text: string | undefined) =>
  scopes.filter((scope) => text?.split(' ').includes(scope)).join(' ')

/** The scopes in the parts of a consent page: `new`, `before` and `more`. */
function parts(page: string): { shown: string[]; more: string[] } {
  const [shown = '', more = ''] = page.split('<details class="scopes more">')
  const values = (text: string) =>
    [...text.matchAll(/name="scope" value="([^"]+)"/g)].map((match) => match[1]!)
  return { shown: values(shown), more: values(more) }
}

test('a 401 and the metadata of the resource name the modest scopes; the authorization server lists all', async () => {
  const refused = await post(world.base, undefined, { method: 'tools/list' })
  assert.equal(refused.status, 401)
  const challenge = refused.headers.get('www-authenticate')!
  assert.equal(/ scope="([^"]+)"/.exec(challenge)![1], modestScopes.join(' '))
  const [, address] = /resource_metadata="([^"]+)"/.exec(challenge)!
  const metadata = async (url: string) => (await (await fetch(url)).json()) as { scopes_supported: string[] }
  assert.deepEqual((await metadata(address!)).scopes_supported, modestScopes)
  const server = await metadata(`${world.base}/.well-known/oauth-authorization-server`)
  assert.deepEqual(server.scopes_supported, scopes)
})

for (const [asks, scope] of [
  ['nothing', undefined],
  ['only unknown scopes', 'openid offline_access'],
  ['everything', scopes.join(' ')],
  ['the modest scopes', modestScopes.join(' ')],
] as const)
  test(`an agent that asks for ${asks} gets the modest scopes; the page offers all`, async () => {
    const config = await world.register()
    const url = await ask(config, scope)
    const page = await (await browser.go(url.href)).text()
    const { shown, more } = parts(page)
    assert.deepEqual([sorted(shown.join(' ')), shown.length + more.length], [modest, scopes.length])
    const done = await browser.submit(...filled(page, {}))
    assert.equal(sorted((await redeem(config, new URL(done.headers.get('location')!))).scope), modest)
  })

test('the token holds what the person adds and removes', async () => {
  const config = await world.register()
  const chosen = ['files:read', 'ai:generate'] as const
  const tokens = await redeem(
    config,
    await consent(browser, await ask(config, 'files:read comments:read'), { scopes: chosen }),
  )
  assert.equal(sorted(tokens.scope), sorted(chosen.join(' ')))
  const called = await post(world.base, tokens.access_token, {
    method: 'tools/call',
    params: { name: 'list_projects', arguments: {} },
  })
  assert.equal(called.status, 403)
  assert.match(called.headers.get('www-authenticate')!, /error="insufficient_scope", scope="projects:read"/)
})

test('an agent that asks for one more scope is asked about that one, and keeps what it had', async () => {
  const config = await world.register()
  await consent(browser, await ask(config))
  const page = await (await browser.go((await ask(config, 'folders:write')).href)).text()
  assert.match(page, /<h1>Allow Test app more\?<\/h1>/)
  const [fresh, before] = page.split('Allowed before')
  assert.deepEqual(parts(fresh!).shown, ['folders:write'])
  assert.equal(sorted(parts(before!).shown.join(' ')), modest)
  const done = await browser.submit(...filled(page, {}))
  const tokens = await redeem(config, new URL(done.headers.get('location')!))
  assert.equal(sorted(tokens.scope), sorted(`${modest} folders:write`))
  const [none] = (await (await browser.go((await ask(config, 'files:read')).href)).text()).split(
    'Allowed before',
  )
  assert.match(none!, /<h1>Connect Test app\?<\/h1>/)
})

test('an agent at a verified address connects again without a question, and keeps what the person added', async () => {
  const redirectUri = 'https://agent.example/callback'
  const config = await world.register({ redirect_uris: [redirectUri] })
  const url = (scope: string) => authorizeUrl(config, { resource, scope, redirectUri })
  await consent(browser, await url(modest), { scopes: ['files:read', 'files:write'] })
  const again = await redeem(config, await consent(browser, await url('files:read')))
  assert.equal(sorted(again.scope), 'files:read files:write')
})
