// Signing in with a browser on a real authorization server; refreshing and revoking tokens.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { hashPassword } from '../../server/src/auth/passwords.ts'
import { needsBrowser, startBrowser } from '../../server/test/helpers/browser.ts'
import { consent, startOAuthWorld } from '../../server/test/worlds/oauth-world.ts'
import type { ConfigData } from '../src/settings/config-file.ts'
import { runCli, spawnCli, temporaryFolder } from './run-cli.ts'

const world = await startOAuthWorld()

function home() {
  const folder = temporaryFolder()
  const path = join(folder, 'dailies', 'config.json')
  const read = (): ConfigData => JSON.parse(readFileSync(path, 'utf8'))
  const change = (work: (data: ConfigData) => void) => {
    const data = read()
    work(data)
    writeFileSync(path, JSON.stringify(data))
  }
  return { env: { XDG_CONFIG_HOME: folder, DAILIES_URL: world.base }, read, change }
}

type Home = ReturnType<typeof home>

/** Runs `login` with a browser that is signed in and gives this answer. */
async function login({ env }: Home, words: string[] = [], decision: 'allow' | 'deny' = 'allow') {
  const { userId } = await world.person()
  const browser = await world.browser(userId)
  const openPage = async (page: string) => {
    const back = await consent(browser, new URL(page), { decision })
    await fetch(back)
  }
  return runCli(['login', ...words], { env, openPage })
}

/** The number of connected apps. */
async function grants(): Promise<number> {
  const [row] = await world.database.sql<{
    count: number
  }>`select count(*)::integer as count from oauth_grants`
  return row!.count
}

test('login stores tokens that work, logout revokes them', async () => {
  const settings = home()
  const { env, read } = settings
  const before = await grants()
  const { code, stdout, stderr } = await login(settings)
  assert.equal(code, 0, stderr)
  assert.match(stderr, /Sign in on this page[\s\S]*\/oauth\/authorize\?[\s\S]*Signed in to "Studio"/)
  assert.doesNotMatch(stdout + stderr, /rv[ar]_/)
  const tokens = read().profiles.default!.oauth!
  assert.match(tokens.accessToken, /^rva_/)
  assert.equal(tokens.resource, world.api)

  const who = JSON.parse((await runCli(['whoami', '--json'], { env })).stdout)
  assert.equal(who.scopes.length, 19)
  assert.equal(await grants(), before + 1)
  assert.equal((await runCli(['logout'], { env })).code, 0)
  assert.deepEqual(read(), { profiles: {} })
  const refused = await world.post('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: tokens.refreshToken,
    client_id: tokens.clientId,
  })
  assert.equal(refused.status, 400)
})

test('--scopes limits the scopes of the login', async () => {
  const settings = home()
  await login(settings, ['--scopes', 'projects:read,comments:read'])
  const who = JSON.parse((await runCli(['whoami', '--json'], settings)).stdout)
  assert.deepEqual(who.scopes, ['projects:read', 'comments:read'])
})

test('a second login revokes the tokens of the first', async () => {
  const settings = home()
  await login(settings)
  const first = settings.read().profiles.default!.oauth!
  await login(settings)
  const form = { grant_type: 'refresh_token', refresh_token: first.refreshToken, client_id: first.clientId }
  assert.equal((await world.post('/oauth/token', form)).status, 400)
  assert.equal((await runCli(['ping'], settings)).code, 0)
})

test('denying access in the browser: exit code 3', async () => {
  const settings = home()
  const { code, stderr } = await login(settings, [], 'deny')
  assert.equal(code, 3)
  assert.match(stderr, /Access was denied in the browser\.\n {2}Try again/)
  assert.throws(settings.read)
})

test('a callback with another state gets 404, and Ctrl-C ends the wait with 130', async () => {
  const { env } = home()
  const interrupted = new AbortController()
  const openPage = async (page: string) => {
    const callback = new URL(new URL(page).searchParams.get('redirect_uri')!)
    callback.search = 'code=stolen&state=guess'
    assert.equal((await fetch(callback)).status, 404)
    setImmediate(() => interrupted.abort())
  }
  const { code } = await runCli(['login'], { env, openPage, signal: interrupted.signal })
  assert.equal(code, 130)
})

test('expired and rejected tokens are refreshed', async () => {
  const settings = home()
  await login(settings)
  const first = settings.read().profiles.default!.oauth!
  settings.change(({ profiles }) => {
    profiles.default!.oauth!.expiresAt = 0
  })
  assert.equal((await runCli(['ping'], settings)).code, 0)
  const second = settings.read().profiles.default!.oauth!
  assert.notEqual(second.refreshToken, first.refreshToken)
  settings.change(({ profiles }) => {
    profiles.default!.oauth!.accessToken = first.accessToken.replace(/.$/, '_')
  })
  assert.equal((await runCli(['ping'], settings)).code, 0)
  assert.notEqual(settings.read().profiles.default!.oauth!.accessToken, second.accessToken)
})

test('two processes that need a new token at once: one refreshes, both use it', async () => {
  const settings = home()
  await login(settings)
  for (let round = 0; round < 3; round++) {
    settings.change(({ profiles }) => {
      profiles.default!.oauth!.expiresAt = 0
    })
    const before = settings.read().profiles.default!.oauth!.refreshToken
    const outcomes = await Promise.all([1, 2, 3].map(() => spawnCli(['ping', '--json'], settings.env).ended))
    for (const { code, stderr } of outcomes) assert.equal(code, 0, stderr)
    assert.notEqual(settings.read().profiles.default!.oauth!.refreshToken, before)
  }
})

test('a login revoked elsewhere: exit code 3 and how to sign in again', async () => {
  const settings = home()
  await login(settings)
  settings.change(({ profiles }) => {
    profiles.default!.oauth!.expiresAt = 0
    profiles.default!.oauth!.refreshToken = 'rvr_gone'
  })
  const { code, stderr } = await runCli(['ping'], settings)
  assert.equal(code, 3)
  assert.match(stderr, /Your login has ended.*\n {2}Run `dailies login --profile default`\./)
})

test('a server with another base URL: exit code 1 and the right URL', async () => {
  const { env } = home()
  const { code, stderr } = await runCli(['login', '--url', world.url], { env })
  assert.equal(code, 1)
  assert.match(stderr, /calls itself http:\/\/localhost:\d+\.\n {2}Use that address: --url/)
})

test('login works with a real browser and a real process', needsBrowser, async () => {
  const settings = home()
  const password = 'correct horse battery staple'
  const person = await world.person()
  await world.database
    .sql`update users set password_hash = ${await hashPassword(password)} where id = ${person.userId}`
  const { ended, printed, outcome } = spawnCli(['login', '--no-browser'], settings.env)
  await printed('stderr', 'code_challenge_method=S256')
  const [url] = /http\S+/.exec(outcome.stderr)!
  const page = await (await startBrowser()).newPage()
  await page.goto(url)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: /Connect Dailies CLI on .*\?/ }).waitFor()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor()
  const { code, stderr } = await ended
  assert.equal(code, 0, stderr)
  assert.equal((await runCli(['whoami'], settings)).code, 0)
})
