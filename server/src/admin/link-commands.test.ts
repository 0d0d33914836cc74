import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageClient, textOf } from '../../test/helpers/page-client.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { newUuid } from '../core/ids.ts'
import { firstStart } from './first-start.ts'
import { admin, temporaryFolder } from './fixtures/admin-world.ts'

const world = await startWorld()
const env = {
  DATABASE_URL: world.databaseUrl,
  DATA_DIR: temporaryFolder(),
  BASE_URL: 'https://review.example.com',
}
const run = (...args: string[]) => admin(env, args)

async function linkFor(command: string, user: string): Promise<string> {
  const made = await run('user', command, '--user', user)
  assert.equal(made.code, 0, made.stderr)
  assert.ok(made.json.url.startsWith('https://review.example.com/'), made.json.url)
  return made.json.url.slice('https://review.example.com'.length)
}

test('a sign-in link signs its user in; only the newest link works', async () => {
  const { userId } = await world.person({ name: 'Ann' })
  const first = await linkFor('sign-in-link', userId)
  const second = await linkFor('sign-in-link', userId)
  const client = pageClient(world.url)
  assert.equal((await client.get(first)).status, 404)
  const [path, token] = second.split('?token=') as [string, string]
  assert.match(textOf((await client.get(second)).text), /as Ann/)
  assert.equal((await client.post(path, { token })).status, 303)
})

test('a reset link sets a new password', async () => {
  const { userId, email } = await world.person()
  const [path, token] = (await linkFor('reset-link', userId)).split('?token=') as [string, string]
  const client = pageClient(world.url)
  assert.equal((await client.post(path, { token, password: 'a good password' })).status, 303)
  const signIn = await pageClient(world.url).post('/sign-in', { email, password: 'a good password' })
  assert.equal(signIn.status, 303)
})

test('an unknown user: exit code 1 and one line', async () => {
  const { code, stderr } = await run('user', 'sign-in-link', '--user', newUuid())
  assert.equal(code, 1)
  assert.match(stderr, /there is no user .*admin user list/)
})

test('the first start creates a sign-in link for the owner', async () => {
  const empty = await startWorld()
  await empty.database.sql`delete from workspaces`
  const made = await firstStart(empty.database, empty.url)
  const client = pageClient(empty.url)
  const [path, token] = made!.signInUrl.replace(empty.url, '').split('?token=') as [string, string]
  assert.equal((await client.post(path, { token })).location, '/welcome')
  assert.equal(await client.who(), 'Owner · Studio')
})
