import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'openid-client'
import { scopes } from '../src/core/access.ts'
import { authorizeUrl, consent, redeem, startOAuthWorld } from './oauth-world.ts'

const world = await startOAuthWorld()
const { sql } = world.database
const person = await world.person({ name: 'Ada' })

async function ping(token: string | undefined) {
  return world.call('GET /api/ping', { key: token })
}

test('an app registers, its person signs in and allows it, and it works and goes on working', async () => {
  const config = await world.register()
  const browser = await world.browser(person.userId)
  const url = await authorizeUrl(config, { scope: 'projects:read comments:write', resource: world.api })
  const callback = await consent(browser, url)
  assert.equal(callback.searchParams.get('iss'), world.base)
  const tokens = await redeem(config, callback)
  assert.match(tokens.access_token, /^rva_[0-9A-Za-z]{36}$/)
  assert.match(tokens.refresh_token!, /^rvr_[0-9A-Za-z]{36}$/)
  assert.equal(tokens.expires_in, 3600)
  assert.equal(tokens.scope, 'projects:read comments:write')
  assert.equal(tokens.id_token, undefined)
  assert.equal((await ping(tokens.access_token)).status, 200)
  const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token!)
  assert.notEqual(renewed.refresh_token, tokens.refresh_token)
  assert.equal((await ping(renewed.access_token)).status, 200)
})
