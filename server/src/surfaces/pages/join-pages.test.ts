import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageClient, textOf } from '../../../test/helpers/page-client.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId, newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project({ name: 'Teaser' })

async function link(more: object = {}): Promise<string> {
  const body = { role: 'PROJECT_REVIEWER', ...more }
  const made = await world.call(`POST /api/projects/${projectId}/access-links`, { key: owner.key, body })
  const { body: read } = await world.call(`GET /api/project-access-links/${made.body.data.id}`, {
    key: owner.key,
  })
  return read.data.accessKey
}

test('303: a guest gives a name and gets a session for this project, with the scopes of the link', async () => {
  const other = await world.project({ owner, accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  const key = await link({ allowDownload: false })
  const client = pageClient(world.url)
  assert.match(textOf((await client.get(`/join/${key}`)).text), /Someone invites you to Teaser/)
  assert.equal((await client.post(`/join/${key}`, { name: ' Gus ' })).location, `/projects/${projectId}`)
  assert.equal(await client.who(), 'Gus · Studio')
  const session = `session:${client.token()}`
  const ping = await world.call('GET /api/ping', { key: session })
  assert.ok(ping.body.data.scopes.includes('comments:write'))
  assert.ok(!ping.body.data.scopes.includes('files:download'))
  assert.equal((await world.call(`GET /api/projects/${projectId}`, { key: session })).status, 200)
  assert.equal((await world.call(`GET /api/projects/${other.id}`, { key: session })).status, 404)
  const skills = await world.call('GET /api/skills', { key: session })
  assert.deepEqual([skills.status, skills.body.code], [403, 'insufficient_scope'])
  const { body } = await world.call('GET /api/account', { key: session })
  assert.equal(body.data.guest, true)
  assert.equal((await sql`select id from api_keys where user_id = ${body.data.id}`).length, 0)

  // The same link again: the guest has already joined. Another link creates another guest.
  assert.equal((await client.get(`/join/${key}`)).location, `/projects/${projectId}`)
})

test('a guest session ends with its link, however much it is used', async () => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString().replace('T', ' ').replace('Z', '000')
  const key = await link({ expiresAt })
  const client = pageClient(world.url)
  await client.post(`/join/${key}`, { name: 'Brief' })
  await sql`update sessions set seen_at = now() - interval '1 hour' where ends_at is not null`
  await client.get('/')
  const [session] = await sql`
    select expires_at = ends_at as same, seen_at > now() - interval '1 minute' as seen, ends_at
    from sessions where ends_at is not null`
  assert.deepEqual(session, { same: true, seen: true, ends_at: expiresAt })
})

test('403: with a wrong password, neither the project nor the inviter is shown', async () => {
  const key = await link({ password: 'open sesame' })
  const client = pageClient(world.url)
  const page = textOf((await client.get(`/join/${key}`)).text)
  assert.ok(!page.includes('Teaser'))
  for (const password of ['', 'wrong']) {
    const answer = await client.post(`/join/${key}`, { name: 'Gus', password })
    assert.equal(answer.status, 403)
    assert.ok(!answer.text.includes('Teaser'))
    assert.match(textOf(answer.text), /The password is wrong. Ask the person who sent you the link/)
  }
  assert.equal(client.token(), undefined)
  assert.equal((await client.post(`/join/${key}`, { name: 'Gus', password: 'open sesame' })).status, 303)
})

test('429: the number of guests from one network is limited', async () => {
  const stingy = await startWorld({ env: { RATE_LIMITS: 'tier3=3' } })
  const made = await stingy.project()
  const body = { role: 'PROJECT_REVIEWER' }
  const { key: owner } = made.owner
  const link = await stingy.call(`POST /api/projects/${made.id}/access-links`, { key: owner, body })
  const read = await stingy.call(`GET /api/project-access-links/${link.body.data.id}`, { key: owner })
  const { accessKey } = read.body.data
  const statuses = []
  for (const name of ['A', 'B', 'C', 'D']) {
    statuses.push((await pageClient(stingy.url).post(`/join/${accessKey}`, { name })).status)
  }
  assert.deepEqual(statuses, [303, 303, 303, 429])
})

test('400: a guest without a name', async () => {
  const answer = await pageClient(world.url).post(`/join/${await link()}`, { name: '  ' })
  assert.equal(answer.status, 400)
  assert.match(answer.text, /id="name-error"/)
})

test('303: a signed-in user joins as themselves, and the session moves to that workspace', async () => {
  const elsewhere = await world.workspace('Elsewhere')
  const person = await world.person({ workspaceId: elsewhere, name: 'Kim' })
  const client = pageClient(world.url)
  client.setCookie((await world.session(person.userId, elsewhere)).replace('session:', 'dailies='))
  const key = await link()
  assert.match(textOf((await client.get(`/join/${key}`)).text), /You join as Kim/)
  assert.equal((await client.post(`/join/${key}`)).status, 303)
  assert.equal(await client.who(), 'Kim · Studio')
  const members = await sql`select role from project_members where user_id = ${person.userId}`
  assert.deepEqual(members, [{ role: 'PROJECT_REVIEWER' }])
})

test('404: an unknown, deleted or expired link', async () => {
  const key = await link()
  await sql`update access_links set expires_at = now()`
  for (const one of [key, 'nonsense', 'a'.repeat(5_000), '%00']) {
    assert.equal((await pageClient(world.url).get(`/join/${one}`)).status, 404)
    assert.equal((await pageClient(world.url).post(`/join/${one}`, { name: 'Gus' })).status, 404)
  }
})

test('a guest of another link can follow the sign-in link of the page', async () => {
  const client = pageClient(world.url)
  await client.post(`/join/${await link()}`, { name: 'Gus' })
  const { id, owner: other } = await world.project({ name: 'Trailer' })
  const body = { role: 'PROJECT_REVIEWER' }
  const made = await world.call(`POST /api/projects/${id}/access-links`, { key: other.key, body })
  const read = await world.call(`GET /api/project-access-links/${made.body.data.id}`, { key: other.key })
  const page = await client.get(`/join/${read.body.data.accessKey}`)
  const signIn = /href="(\/sign-in[^"]+)"/.exec(page.text)![1]!
  const answer = await client.get(signIn)
  assert.deepEqual([answer.status, /name="password"/.test(answer.text)], [200, true])
})

/** Creates a file with a thumbnail, as the media pipeline does. Returns the object of the thumbnail. */
async function newFileWithThumbnail(allowRestricted: boolean): Promise<string> {
  const [fileId, objectId] = [newPrefixedId('FX'), newUuid()]
  await sql`
    insert into files (id, project_id, name, mode, youtube_id, status, position, stack_id, stack_number, allow_restricted)
    values (${fileId}, ${projectId}, 'Shot', 'YOUTUBE', 'dQw4w9WgXcQ', 'UPLOADED', 1, ${fileId}, 1, ${allowRestricted})`
  await sql`
    insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
    values (${objectId}, 'x', 1, 1, 'image/webp', now())`
  await sql`insert into media (file_id, state) values (${fileId}, 'READY')`
  await sql`
    insert into media_derivatives (file_id, name, step, object_id)
    values (${fileId}, 'thumbnail.webp', 'thumbnail', ${objectId})`
  return objectId
}

test('the cover is the newest image that the role may see; none for a link with a password', async () => {
  const [open, inside] = [await newFileWithThumbnail(true), await newFileWithThumbnail(false)]
  for (const [more, cover] of [
    [{}, inside],
    [{ role: 'PROJECT_RESTRICTED_REVIEWER' }, open],
    [{ password: 'open sesame' }, undefined],
  ] as const) {
    const { text } = await pageClient(world.url).get(`/join/${await link(more)}`)
    assert.deepEqual([text.includes(open), text.includes(inside)], [cover === open, cover === inside])
    assert.equal(text.includes('class="cover"'), cover !== undefined)
  }
  await sql`delete from files`
  assert.ok(!(await pageClient(world.url).get(`/join/${await link()}`)).text.includes('class="cover"'))
})

test('the page shows the inviter, the project, and what the role may do', async () => {
  for (const [role, words] of [
    ['PROJECT_REVIEWER', /You can watch, comment, and approve/],
    ['PROJECT_MEMBER', /You can watch, comment, and upload/],
    ['PROJECT_RESTRICTED_REVIEWER', /on what is shared with you/],
  ] as const) {
    const { text } = await pageClient(world.url).get(`/join/${await link({ role })}`)
    assert.match(textOf(text), words)
    assert.match(text, /name="robots" content="noindex/)
  }
})

test('303: `next` leads only to a file or a review of the project', async () => {
  for (const [next, path] of [
    ['/files/FX1?version=2', '/files/FX1?version=2'],
    [`/projects/${projectId}/versions/1`, `/projects/${projectId}/versions/1`],
    ['//evil.example', `/projects/${projectId}`],
    ['/settings/profile', `/projects/${projectId}`],
  ] as const) {
    const address = `/join/${await link()}?next=${encodeURIComponent(next)}`
    assert.equal((await pageClient(world.url).post(address, { name: 'Gus' })).location, path)
  }
})

test('200: opening the page spends no rate limit', async () => {
  const stingy = await startWorld({ env: { RATE_LIMITS: 'tier3=3' } })
  const made = await stingy.project()
  const { key: owner } = made.owner
  const body = { role: 'PROJECT_REVIEWER' }
  const link = await stingy.call(`POST /api/projects/${made.id}/access-links`, { key: owner, body })
  const read = await stingy.call(`GET /api/project-access-links/${link.body.data.id}`, { key: owner })
  const path = `/join/${read.body.data.accessKey}`
  const before = await stingy.database.sql`select id from users`
  for (let i = 0; i < 20; i++) assert.equal((await pageClient(stingy.url).get(path)).status, 200)
  assert.deepEqual(await stingy.database.sql`select id from users`, before)
  assert.equal((await pageClient(stingy.url).post(path, { name: 'Gus' })).status, 303)
})
