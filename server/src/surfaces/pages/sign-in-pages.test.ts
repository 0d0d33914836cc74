import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageClient, textOf } from '../../../test/helpers/page-client.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { createOneTimeLink } from '../../auth/one-time-links.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld()
const { sql } = world.database
const password = 'correct horse battery'

async function person(options: { password?: string; role?: 'OWNER' | 'GUEST' } = {}) {
  const made = await world.person({ name: 'Ann', ...(options.role ? { role: options.role } : {}) })
  const hash = await hashPassword(options.password ?? password)
  await sql`update users set password_hash = ${hash} where id = ${made.userId}`
  return made
}

async function signedIn() {
  const who = await person()
  const client = pageClient(world.url)
  const answer = await client.post('/sign-in', { email: who.email, password })
  assert.deepEqual([answer.status, answer.location], [303, '/'])
  return { who, client }
}

async function linkFor(userId: string, purpose: 'SIGN_IN' | 'RESET') {
  return (await createOneTimeLink(sql, '', userId, purpose)).replace(/^https?:\/\/[^/]+/, '')
}

test('303: e-mail and password begin a session with a host-only, HttpOnly, SameSite cookie', async () => {
  const who = await person()
  const client = pageClient(world.url)
  const answer = await client.post('/sign-in', {
    email: ` ${who.email.toUpperCase()} `,
    password,
    next: '/settings/profile',
  })
  assert.deepEqual([answer.status, answer.location], [303, '/settings/profile'])
  const [cookie] = answer.headers.getSetCookie()
  assert.match(cookie!, /^dailies=[0-9A-Za-z]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/)
  assert.equal(await client.who(), 'Ann · Studio')
  const [session] = await sql`select hash, address, user_agent from sessions where user_id = ${who.userId}`
  assert.ok(!(session!.hash as Buffer).includes(client.token()!))
  assert.match(session!.user_agent as string, /Chrome/)
})

test('303: `next` leads only to paths of this server', async () => {
  const who = await person()
  for (const next of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
  ]) {
    const { location } = await pageClient(world.url).post('/sign-in', { email: who.email, password, next })
    assert.equal(location, '/', next)
  }
})

test('403: a wrong password, an unknown account and an account without a password get the same response', async () => {
  const who = await person()
  const without = await world.person()
  const texts = new Set<string>()
  for (const email of [who.email, without.email, 'nobody@example.com', '\0', `${'a'.repeat(300)}@b`]) {
    const answer = await pageClient(world.url).post('/sign-in', { email, password: 'wrong' })
    assert.equal(answer.status, 403)
    assert.deepEqual(answer.headers.getSetCookie(), [])
    texts.add(textOf(answer.text))
  }
  assert.equal(texts.size, 1)
})

test('signing in invalidates a planted token and the session before', async () => {
  const { who, client } = await signedIn()
  const before = client.token()
  await client.post('/sign-in', { email: who.email, password })
  assert.notEqual(client.token(), before)
  const old = pageClient(world.url)
  old.setCookie(`dailies=${before}`)
  assert.equal((await old.get('/')).location, '/sign-in?next=%2F')
  const planted = pageClient(world.url)
  planted.setCookie(`dailies=${'p'.repeat(43)}`)
  await planted.post('/sign-in', { email: who.email, password })
  assert.notEqual(planted.token(), 'p'.repeat(43))
})

test('403: a form from another origin is refused, with and without a session', async () => {
  const { who, client } = await signedIn()
  for (const [name, headers] of Object.entries({
    'another origin': { Origin: 'https://evil.example' },
    null: { Origin: 'null' },
    'a neighbour, as the browser says': { 'Sec-Fetch-Site': 'same-site' },
    'elsewhere, as the browser says': { 'Sec-Fetch-Site': 'cross-site' },
  })) {
    for (const one of [client, pageClient(world.url)]) {
      const answer = await one.post('/sign-in', { email: who.email, password }, headers)
      assert.equal(answer.status, 403, name)
      assert.deepEqual(answer.headers.getSetCookie(), [], name)
    }
  }
  const own = await client.post(
    '/sign-out',
    {},
    { Origin: 'https://proxy.example', 'Sec-Fetch-Site': 'same-origin' },
  )
  assert.equal(own.status, 303)
})

test('303: signing out ends the session', async () => {
  const { client } = await signedIn()
  const token = client.token()
  const answer = await client.post('/sign-out')
  assert.equal(answer.location, '/sign-in')
  assert.match(answer.headers.getSetCookie()[0]!, /^dailies=; .*Max-Age=0/)
  client.setCookie(`dailies=${token}`)
  assert.equal((await client.get('/settings/profile')).location, '/sign-in?next=%2Fsettings%2Fprofile')
})

test('a sign-in link works once; opening its page does not use it up', async () => {
  const { userId } = await world.person({ name: 'Olga' })
  const path = await linkFor(userId, 'SIGN_IN')
  const client = pageClient(world.url)
  for (const _ of [1, 2]) assert.match(textOf((await client.get(path)).text), /as Olga/)
  const token = new URLSearchParams(path.split('?')[1]).get('token')!
  const answer = await client.post('/sign-in/link', { token })
  assert.deepEqual([answer.status, answer.location], [303, '/welcome'])
  assert.equal((await client.get('/welcome')).location, '/', 'no demo: the projects')
  const again = pageClient(world.url)
  assert.equal((await again.post('/sign-in/link', { token })).status, 404)
  assert.equal((await again.get(path)).status, 404)
  assert.equal(again.token(), undefined)
})

test('404: an expired link, a link for another purpose, a replaced link, and an unknown token', async () => {
  const { userId } = await world.person()
  const replaced = await linkFor(userId, 'SIGN_IN')
  const expired = await linkFor(userId, 'SIGN_IN')
  await sql`update one_time_links set expires_at = now() where user_id = ${userId}`
  const reset = await linkFor(userId, 'RESET')
  const client = pageClient(world.url)
  for (const path of [
    replaced,
    expired,
    reset.replace('/reset', '/sign-in/link'),
    '/sign-in/link?token=x',
    '/reset',
  ]) {
    assert.equal((await client.get(path)).status, 404, path)
    const token = new URLSearchParams(path.split('?')[1]).get('token') ?? ''
    assert.equal((await client.post('/sign-in/link', { token })).status, 404, path)
  }
})

test('a reset link sets the password, ends all sessions and other links, and works once', async () => {
  const { who, client } = await signedIn()
  const signInLink = await linkFor(who.userId, 'SIGN_IN')
  const path = await linkFor(who.userId, 'RESET')
  const token = new URLSearchParams(path.split('?')[1]).get('token')!
  const other = pageClient(world.url)
  assert.match((await other.get(path)).text, new RegExp(who.email))
  const short = await other.post('/reset', { token, password: 'short' })
  assert.equal(short.status, 400)
  assert.match(short.text, /aria-invalid="true"/)
  const done = await other.post('/reset', { token, password: 'another good one' })
  assert.deepEqual([done.status, done.location], [303, '/settings/profile?done=reset'])
  assert.ok(await other.who())
  assert.equal((await client.get('/')).status, 303)
  assert.equal((await other.get(signInLink)).status, 404)
  assert.equal((await other.post('/reset', { token, password: 'a third good one' })).status, 404)
  assert.equal((await client.post('/sign-in', { email: who.email, password })).status, 403)
  assert.equal(
    (await client.post('/sign-in', { email: who.email, password: 'another good one' })).status,
    303,
  )
})

test('without mail, the page names the person to ask and shows no command', async () => {
  const text = textOf((await pageClient(world.url).get('/forgot')).text)
  assert.match(text, /Ask the person who runs this server for a reset link/)
  assert.doesNotMatch(text, /npm|admin|--/)
})

test('the sign-in link of a new owner opens the demo, after a wait while it is being created', async () => {
  const { world, client } = await firstOwner()
  await world.database.sql`update workspaces set demo_due = true`
  const waiting = await client.get('/welcome')
  assert.match(waiting.text, /http-equiv="refresh" content="1;url=\/welcome\?waited=1"/)
  assert.equal((await client.get('/welcome?waited=30')).location, '/', 'a demo that failed keeps nobody')
  const { id } = await world.project()
  const fileId = newPrefixedId('FX')
  await world.database.sql`
    insert into files (id, project_id, name, mode, youtube_id, status, position, stack_id, stack_number)
    values (${fileId}, ${id}, 'Film', 'YOUTUBE', 'dQw4w9WgXcQ', 'UPLOADED', 1, ${fileId}, 1)`
  await world.database.sql`update workspaces set demo_due = false, demo_file_id = ${fileId}`
  assert.equal((await client.get('/welcome')).location, `/files/${fileId}#welcome`)
  await world.database.sql`update projects set destroyed_at = now()`
  assert.equal((await client.get('/welcome')).location, '/')
})

test('the demo does not open for an owner with a password, nor for a member', async () => {
  const { world, client, owner } = await firstOwner()
  await world.database.sql`update workspaces set demo_due = true`
  await world.database.sql`update users set password_hash = 'x' where id = ${owner.userId}`
  assert.equal((await client.get('/welcome')).location, '/')
  const member = await world.person()
  const theirs = pageClient(world.url)
  theirs.setCookie((await world.session(member.userId)).replace('session:', 'dailies='))
  assert.equal((await theirs.get('/welcome')).location, '/')
  assert.equal((await pageClient(world.url).get('/welcome')).location, '/sign-in?next=%2Fwelcome')
})

async function firstOwner() {
  const world = await startWorld()
  const owner = await world.person({ role: 'OWNER' })
  const client = pageClient(world.url)
  client.setCookie((await world.session(owner.userId)).replace('session:', 'dailies='))
  return { world, owner, client }
}

test('headers of pages forbid framing, loading from other sites, and caching', async () => {
  const { headers, text } = await pageClient(world.url).get('/sign-in')
  const policy = headers.get('content-security-policy')!
  for (const part of [
    "default-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]) {
    assert.ok(policy.includes(part), part)
  }
  assert.ok(!policy.includes('unsafe'))
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)![1]!
  assert.ok(text.includes(`nonce="${nonce.replaceAll('+', '&#43;')}"`) || text.includes(`nonce="${nonce}"`))
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('referrer-policy'), 'same-origin')
})

test('text of users is escaped', async () => {
  const { who, client } = await signedIn()
  await sql`update users set name = '<img src=x onerror=alert(1)>' where id = ${who.userId}`
  const { text } = await client.get(await linkFor(who.userId, 'SIGN_IN'))
  assert.ok(!text.includes('<img'))
  assert.ok(text.includes('&lt;img src=x'))
})

test('400, 413, 415: a body that is not a form is refused, and not logged as a failure', async () => {
  const origin = world.url.replace('127.0.0.1', 'localhost')
  for (const [type, body, status] of [
    ['application/json', '{', 400],
    ['application/x-www-form-urlencoded', 'a'.repeat(2_000_000), 413],
    ['multipart/form-data; boundary=x', '--x--', 415],
  ] as const) {
    const headers = { Origin: origin, 'Content-Type': type }
    const answer = await fetch(`${world.url}/sign-in`, { method: 'POST', headers, body })
    assert.equal(answer.status, status)
    assert.match(answer.headers.get('content-type')!, /^text\/html/)
  }
})
