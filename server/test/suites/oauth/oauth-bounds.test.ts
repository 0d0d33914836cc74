// Bounds on what unauthenticated clients can make the authorization server store: size, number and time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteExpiredOAuth } from '../../../src/jobs/delete-expired.ts'
import { authorizeUrl, consent, redirectUri, startOAuthWorld } from '../../worlds/oauth-world.ts'

const world = await startOAuthWorld()
const { sql } = world.database
const person = await world.person()
const browser = await world.browser(person.userId)

const register = (metadata: object, base = world.base) =>
  fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirectUri], token_endpoint_auth_method: 'none', ...metadata }),
  })

async function isKnown(id: string | undefined): Promise<boolean> {
  return (await sql`select from oauth_clients where id = ${id}`).length === 1
}

test('a registration of more than 4 KB is refused, whichever field is long', async () => {
  const [{ before } = { before: 0 }] = await sql<{
    before: number
  }>`select count(*)::int as before from oauth_clients`
  const uris = Array.from({ length: 300 }, (_, i) => `https://app.example/callback/${i}`)
  for (const metadata of [
    { client_name: 'x'.repeat(5_000) },
    { redirect_uris: uris },
    { client_uri: `https://app.example/${'x'.repeat(5_000)}` },
    { contacts: Array.from({ length: 300 }, (_, i) => `ada${i}@example.com`) },
    { 'client_name#de': 'x'.repeat(50_000), client_name: 'y'.repeat(4_096) },
  ]) {
    const answer = await register(metadata)
    assert.equal(answer.status, 400)
    assert.match(await answer.text(), /invalid_client_metadata|invalid_redirect_uri/)
  }
  const [{ after } = { after: 0 }] = await sql<{
    after: number
  }>`select count(*)::int as after from oauth_clients`
  assert.equal(after, before)
  assert.equal((await register({ redirect_uris: uris.slice(0, 20) })).status, 201)
})

test('an address registers a few apps in an hour', async () => {
  const few = await startOAuthWorld({ env: { RATE_LIMITS: 'auth=60' } })
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await register({}, few.base)).status)
  assert.deepEqual(statuses, [201, 201, 429, 429])
  const { headers } = await register({}, few.base)
  assert.ok(Number(headers.get('retry-after')) > 60, 'the next one is let in by the hour, not by the minute')
})

test('the newest 10,000 unused registrations are kept', async () => {
  const used = await world.register()
  await consent(browser, await authorizeUrl(used))
  await sql`
    insert into oauth_clients (id, metadata, created_at)
    select 'unused-' || n, '{}', now() - n * interval '1 second' from generate_series(1, 10500) n`
  const newest = await world.register()
  const [{ count } = { count: 0 }] = await sql<{ count: number }>`
    select count(*)::int as count from oauth_clients where used_at is null`
  assert.equal(count, 10_000)
  assert.ok(await isKnown(newest.clientMetadata().client_id))
  assert.ok(await isKnown(used.clientMetadata().client_id), 'what somebody uses makes no room')
  assert.ok(await isKnown('unused-1'))
  assert.ok(!(await isKnown('unused-10500')))
  await sql`delete from oauth_clients where id like 'unused-%'`
})

test('a disconnected app can be connected again for 30 days', async () => {
  const [once, never] = [await world.register(), await world.register()]
  await consent(browser, await authorizeUrl(once))
  await sql`delete from oauth_grants`
  const ids = [once.clientMetadata().client_id, never.clientMetadata().client_id]
  const grow = (days: number) => sql`
    update oauth_clients set created_at = created_at - make_interval(days => ${days}),
      used_at = used_at - make_interval(days => ${days}) where id = any(${ids})`
  await grow(2)
  await world.runJob(deleteExpiredOAuth)
  assert.deepEqual(await Promise.all(ids.map(isKnown)), [true, false])
  await grow(29)
  await world.runJob(deleteExpiredOAuth)
  assert.deepEqual(await Promise.all(ids.map(isKnown)), [false, false])
})

test('an authorization of more than 4 KB is refused and not kept', async () => {
  const url = await authorizeUrl(await world.register())
  url.searchParams.set('state', 'x'.repeat(5_000))
  const [{ before } = { before: 0 }] = await sql<{
    before: number
  }>`select count(*)::int as before from oauth_artifacts`
  const answer = await browser.go(url.href)
  assert.equal(answer.status, 400)
  assert.match(await answer.text(), /at most 4096 characters/)
  const [{ after } = { after: 0 }] = await sql<{
    after: number
  }>`select count(*)::int as after from oauth_artifacts`
  assert.equal(after, before)
})
