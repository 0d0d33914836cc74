import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { twoColours } from '../../test/helpers/avatars.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { newUuid } from '../core/ids.ts'
import { admin, temporaryFolder } from './fixtures/admin-world.ts'

const world = await startWorld()
const folder = temporaryFolder()
const run = (...args: string[]) => admin({ DATABASE_URL: world.databaseUrl, DATA_DIR: folder }, args)

const photo = join(folder, 'photo.png')
writeFileSync(photo, await twoColours(200, 100).png().toBuffer())

/** The path of an avatar does not depend on the address of the server. */
async function loads(avatarUrl: string): Promise<boolean> {
  return (await fetch(world.url + new URL(avatarUrl).pathname)).status === 200
}

test('workspace update sets the name and the avatar, and removes the avatar', async () => {
  const id = await world.workspace('Before')
  const { userId } = await world.person({ workspaceId: id })
  const read = async () => {
    const { key } = await world.key(userId, [], id)
    return (await world.call('GET /api/ping', { key })).body.data.workspace
  }
  const made = await run('workspace', 'update', '--workspace', id, '--name', 'After', '--avatar', photo)
  assert.equal(made.code, 0, made.stderr)
  const { name, avatarUrl } = await read()
  assert.equal(name, 'After')
  assert.ok(await loads(avatarUrl))
  assert.equal((await run('workspace', 'update', '--workspace', id, '--no-avatar')).code, 0)
  assert.deepEqual(await read(), { id, name: 'After', avatarUrl: null })
})

test('user update sets name and avatar, for all workspaces or one', async () => {
  const { id: projectId, owner } = await world.project()
  const shown = async () => {
    const { body } = await world.call(`GET /api/projects/${projectId}/members`, { key: owner.key })
    return body.data[0].user
  }
  const user = ['user', 'update', '--user', owner.userId]
  assert.equal((await run(...user, '--name', 'Ada', '--avatar', photo)).code, 0)
  const account = await shown()
  assert.equal(account.name, 'Ada')
  assert.ok(await loads(account.avatarUrl))
  const here = [...user, '--workspace', world.workspaceId]
  assert.equal((await run(...here, '--name', 'Ada (VFX)', '--avatar', photo)).code, 0)
  const displayed = await shown()
  assert.equal(displayed.name, 'Ada (VFX)')
  assert.notEqual(displayed.avatarUrl, account.avatarUrl)
  assert.equal((await run(...here, '--no-name', '--no-avatar')).code, 0)
  assert.deepEqual(await shown(), account)
})

test('errors name an unknown ID, a file that is not an image, and missing options', async () => {
  const { userId } = await world.person()
  const text = join(folder, 'notes.png')
  writeFileSync(text, 'notes')
  const user = ['user', 'update', '--user']
  const cases: [args: string[], code: number, message: RegExp][] = [
    [[...user, newUuid(), '--name', 'Ada'], 1, /there is no user/],
    [[...user, userId, '--workspace', newUuid(), '--name', 'Ada'], 1, /there is no user .* in a workspace/],
    [['workspace', 'update', '--workspace', newUuid(), '--name', 'X'], 1, /there is no workspace/],
    [[...user, userId], 2, /nothing to change/],
    [[...user, userId, '--no-name'], 2, /requires --workspace/],
    [[...user, userId, '--avatar', text], 1, /must be a PNG, JPEG or WebP/],
    [[...user, userId, '--avatar', join(folder, 'none.png')], 1, /there is no file/],
    [[...user, userId, '--avatar', photo, '--no-avatar'], 2, /not both/],
  ]
  for (const [args, code, message] of cases) {
    const made = await run(...args)
    assert.equal(made.code, code, args.join(' '))
    assert.match(made.stderr, message)
  }
})
