import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, startShareWorld } from './fixtures/share-world.ts'

const { world, sql, owner, manage, api, file, share } = await startShareWorld()

const look = async (key: string, as?: string) =>
  (await api(as, 'POST /api/share-links/look', { key })).body.data

test('200: shows who shares and what opening takes, and counts as no view', async () => {
  await sql`update workspaces set accent_color = '#ff8800' where id = ${world.workspaceId}`
  const made = await share(files(await file()), { welcome: 'Hello', email: 'OPTIONAL' })
  assert.deepEqual(await look(made.key), {
    state: 'OPEN',
    workspace: { name: 'Studio', avatarUrl: null, accentColor: '#ff8800' },
    name: 'For the client',
    welcome: 'Hello',
    email: 'OPTIONAL',
    member: false,
  })
  assert.equal((await manage(`GET /api/shares/${made.id}`)).body.data.guestCount, 0)
})

test('200: a member of the project is recognised; a member of the workspace without a part in it is not', async () => {
  const made = await share(files(await file()))
  const stranger = await world.person()
  const { member, ...rest } = await look(made.key, owner.key)
  assert.equal(member, true)
  assert.deepEqual({ ...rest, member: false }, await look(made.key))
  assert.deepEqual(await look(made.key, stranger.key), await look(made.key))
})

test('200: a share with a password hides its name and text', async () => {
  const made = await share(files(await file()), { welcome: 'Hello', password: 'harbour' })
  const { state, workspace, name, welcome } = await look(made.key)
  assert.deepEqual([state, workspace.name, name, welcome], ['PASSWORD', 'Studio', null, null])
})

test('200: unknown, ended and expired shares look alike', async () => {
  const [ended, expired] = [await share(files(await file())), await share(files(await file()))]
  await manage(`POST /api/shares/${ended.id}/end`)
  await sql`update shares set expires_at = now() where id = ${expired.id}`
  const unknown = { state: 'ENDED', workspace: null, name: null, welcome: null, email: null, member: false }
  for (const key of ['nonsense', ended.key, expired.key]) assert.deepEqual(await look(key), unknown)
})
