// The page that asks whether an app may connect, as a person sees it in the browser.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import * as oauth from 'openid-client'
import type { Page } from 'playwright-core'
import { authorizeUrl, freePort } from '../../server/test/worlds/oauth-world.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { layoutFaults } from './layout-rules.ts'
import { devices, needsBrowser, resize, startApp } from './start-app.ts'

const port = await freePort()
const app = await startApp({ env: { PORT: String(port) } })
const base = `http://localhost:${port}`
const user = await app.world.person({ name: 'Ada Lovelace' })

const callback = createServer((_request, response) => response.end('Connected.'))
await once(callback.listen(0, '127.0.0.1'), 'listening')
after(() => callback.close())

/** The page for an app of this name, and the one for more scopes. */
async function pathsOf(name: string): Promise<{ first: string; more: string }> {
  const redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
  const config = await oauth.dynamicClientRegistration(
    new URL(base),
    { redirect_uris: [redirectUri], client_name: name, token_endpoint_auth_method: 'none' },
    oauth.None(),
    { algorithm: 'oauth2', execute: [oauth.allowInsecureRequests] },
  )
  const resource = `${base}/mcp`
  const path = async (scope: { scope?: string }) =>
    (await authorizeUrl(config, { resource, redirectUri, ...scope })).href
  return { first: await path({}), more: await path({ scope: 'folders:write ai:generate' }) }
}

async function unfoldAll(page: Page): Promise<void> {
  for (const summary of await page.locator('summary').all()) await summary.click()
}

for (const { device, views } of devices)
  test(`consent is accessible and has no layout fault: ${device}`, needsBrowser, async () => {
    const { first, more } = await pathsOf(`${device} ${'render_pipeline_'.repeat(5)}`)
    const page = await app.open(first, { user, ...views[0] })
    const touch = device === 'touch'
    const inspect = async () => {
      await requireAccessibleInBothThemes(page)
      for (const view of views) {
        await resize(page, view)
        assert.deepEqual(await layoutFaults(page, { touch }), [], view.size)
      }
    }
    await page.getByRole('heading', { name: /^Connect/ }).waitFor()
    await inspect()
    await unfoldAll(page)
    await inspect()

    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.getByText('Connected.').waitFor()
    assert.ok(new URL(page.url()).searchParams.has('code'))

    await page.goto(more)
    await page.getByRole('heading', { name: /^Allow .* more\?$/ }).waitFor()
    await page.getByRole('group', { name: 'Spend money' }).getByRole('checkbox').waitFor()
    await page.locator('summary').filter({ hasText: 'Allowed before' }).getByText('See · Comment').waitFor()
    await inspect()
    await unfoldAll(page)
    await inspect()
  })
