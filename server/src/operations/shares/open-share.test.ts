import assert from 'node:assert/strict'
import { test } from 'node:test'
import { created, files, startShareWorld } from './fixtures/share-world.ts'

const { world, sql, projectId, owner, manage, api, file, share } = await startShareWorld()

const open = (fields: object, as?: string) => api(as, 'POST /api/share-links/open', fields)

test('201: a guest gets a token that opens this share only', async () => {
  const id = await file()
  const made = await share(files(id))
  const { token, guest, expiresAt } = created(await open({ key: made.key, name: '  Ada  ' }))
  assert.match(token, /^rvs_[0-9A-Za-z]{36}$/)
  assert.deepEqual({ ...guest, id: '' }, { id: '', name: 'Ada', preview: false })
  assert.match(expiresAt, /^\d{4}-/)
  const other = await file()
  await share(files(other))
  assert.equal((await api(token, `GET /api/files/${id}`)).status, 200)
  assert.equal((await api(token, `GET /api/files/${other}`)).status, 404)
})

test('400: a name is required; the address where the share asks for it', async () => {
  const made = await share(files(await file()), { email: 'REQUIRED' })
  const faults = async (fields: object) => {
    const { status, body } = await open({ key: made.key, ...fields })
    return [status, ...(body.errors ?? []).map(({ path }: { path: string }) => path)]
  }
  assert.deepEqual(await faults({}), [400, '/name', '/email'])
  assert.deepEqual(await faults({ name: '   ', email: 'ada@example.com' }), [400, '/name'])
  assert.deepEqual(await faults({ name: 'Ada', email: 'nonsense' }), [400, '/email'])
  assert.deepEqual(await faults({ name: 'Ada', email: 'ada@example.com' }), [201])
})

test('an address that the share does not ask for is not stored', async () => {
  const made = await share(files(await file()))
  created(await open({ key: made.key, name: 'Ada', email: 'ada@example.com' }))
  const { data } = (await manage(`GET /api/shares/${made.id}/guests`)).body
  assert.equal(data[0].email, null)
})

test('403: an unknown key, a wrong and a missing password are refused alike', async () => {
  const made = await share(files(await file()), { password: 'harbour' })
  const answers = await Promise.all(
    [{ key: 'nonsense' }, { key: made.key }, { key: made.key, password: 'wrong' }].map((fields) =>
      open({ name: 'Ada', ...fields }),
    ),
  )
  for (const { status, body } of answers) assert.deepEqual([status, body.code], [403, 'share_refused'])
  created(await open({ key: made.key, name: 'Ada', password: 'harbour' }))
})

test('429: guesses at the password are limited', async () => {
  const limited = await startShareWorld({ env: { RATE_LIMITS: 'guesses=3' } })
  const made = await limited.share(files(await limited.file()), { password: 'harbour' })
  const guess = (password: string) =>
    limited.api(undefined, 'POST /api/share-links/open', { key: made.key, name: 'Ada', password })
  for (let i = 0; i < 3; i++) assert.equal((await guess(`wrong ${i}`)).status, 403)
  assert.equal((await guess('harbour')).status, 429)
})

test('201: a member of the project looks without a trace; their name is known', async () => {
  const id = await file()
  const made = await share(files(id))
  const viewer = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Vera' })
  const { token, guest } = created(await open({ key: made.key }, viewer.key))
  assert.deepEqual([guest.name, guest.preview], ['Vera', true])
  assert.equal((await api(token, `GET /api/files/${id}`)).status, 200)
  assert.equal((await api(token, 'POST /api/share/views', { fileId: id })).status, 204)
  assert.deepEqual((await manage(`GET /api/shares/${made.id}/guests`)).body.data, [])
  assert.equal((await manage(`GET /api/shares/${made.id}`)).body.data.guestCount, 0)
})

test('a member of another project or workspace is a guest like any other', async () => {
  const made = await share(files(await file()))
  const elsewhere = await world.person({ workspaceId: await world.workspace() })
  for (const { key } of [await world.person(), elsewhere]) {
    assert.equal((await open({ key: made.key }, key)).status, 400)
    const { guest } = created(await open({ key: made.key, name: 'Ada' }, key))
    assert.equal(guest.preview, false)
  }
})

test('a guest of a share may open another one', async () => {
  const [one, two] = [await share(files(await file())), await share(files(await file()))]
  const { token } = await one.guest()
  const { guest } = created(await open({ key: two.key, name: 'Ada' }, token))
  assert.equal(guest.preview, false)
})

test('managers get an event with the guest, and no address anywhere in it', async () => {
  const made = await share(files(await file()), { email: 'OPTIONAL' })
  const { guest } = created(await open({ key: made.key, name: 'Ada', email: 'ada@example.com' }))
  await sql`select number_events(1000)`
  const events = await eventsAs(owner.key)
  const opened = events.find(
    ({ type, data }: { type: string; data: { share: { id: string } } }) =>
      type === 'share.opened' && data.share.id === made.id,
  )
  assert.deepEqual(opened.data, { share: { id: made.id }, guest: { id: guest.id } })
  assert.equal(opened.actor.name, 'Ada')
  assert.doesNotMatch(JSON.stringify(events), /ada@example.com/)
  const reviewer = await world.member(projectId, 'PROJECT_REVIEWER')
  const heard = await eventsAs(reviewer.key)
  assert.deepEqual(
    heard.filter(({ type }: { type: string }) => type.startsWith('share.')),
    [],
  )
})

/** All events of the project that this credential reads. */
async function eventsAs(key: string) {
  const events = []
  for (let next = null; ; ) {
    const { body } = await api(key, `QUERY /api/projects/${projectId}/events`, { next })
    events.push(...body.data)
    next = body.page.next
    if (next === null) return events
  }
}

test('the account of a guest has no address that anybody could sign in with', async () => {
  const made = await share(files(await file()), { email: 'OPTIONAL' })
  created(await open({ key: made.key, name: 'Ada', email: owner.email }))
  const users = await sql<{ email: string }>`
    select u.email from users u join share_guests g on g.user_id = u.id where g.share_id = ${made.id}`
  assert.match(users[0]!.email, /^guest-[0-9a-f-]+@guest\.invalid$/)
})
