import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { createTarget, temporaryFolder } from './fixtures/admin-world.ts'
import { commands } from './run.ts'

type Entry = {
  workspace: string
  command: string
  options: string[]
  credential: string
  target: string | null
}

async function entriesOf(url: string): Promise<Entry[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<Entry>(`
      select w.name as workspace, e.details->>'command' as command, e.details->'options' as options, e.credential,
        e.target_name as target
      from audit_entries e join workspaces w on w.id = e.workspace_id where e.action = 'admin.command'
      order by e.created_at, w.name`)
    return rows
  } finally {
    await client.end()
  }
}

test('each command that changes something is in the log of the workspaces that it concerns', async () => {
  const { url, admin } = await createTarget()
  const north = (await admin('workspace', 'create', '--name', 'North')).json.id
  const south = (await admin('workspace', 'create', '--name', 'South')).json.id
  const user = ['--email', 'ada@example.com', '--name', 'Ada', '--role', 'OWNER']
  const { id } = (await admin('user', 'create', '--workspace', north, ...user)).json
  await admin('user', 'create', '--workspace', south, ...user, '--existing')
  const key = (await admin('key', 'create', '--workspace', south, '--user', id, '--scopes', 'all')).json
  await admin('key', 'revoke', '--id', key.id)
  await admin('user', 'sign-in-link', '--user', id)
  await admin('media', 'rebuild')
  await admin('workspace', 'list')
  await admin('key', 'revoke', '--id', north)

  const entries = await entriesOf(url)
  assert.deepEqual(
    entries.map(({ workspace, command, target }) => `${workspace}: ${command} (${target ?? '-'})`),
    [
      'North: workspace create (North)',
      'South: workspace create (South)',
      'North: user create (North)',
      'South: user create (South)',
      'South: key create (South)',
      'South: key revoke (Admin CLI)',
      'North: user sign-in-link (Ada)',
      'South: user sign-in-link (Ada)',
      'North: media rebuild (-)',
      'South: media rebuild (-)',
    ],
  )
  assert.ok(entries.every(({ credential }) => credential === 'ADMIN'))
  assert.ok(entries[4]!.options.some((option) => option.startsWith('--scopes projects:read,')))
  // Neither the key nor the link, which the commands print, is in the log.
  assert.doesNotMatch(JSON.stringify(entries), /rvk_|token=/)
})

test('a backup and a restore are in the log of every workspace, without the path of the file', async () => {
  const [source, target] = [await createTarget(), await createTarget()]
  await source.admin('workspace', 'create', '--name', 'North')
  const file = join(temporaryFolder(), 'backup.tgz')
  assert.equal((await source.admin('backup', '--to', file)).code, 0)
  assert.deepEqual((await entriesOf(source.url)).at(-1), {
    workspace: 'North',
    command: 'backup',
    options: ['--to'],
    credential: 'ADMIN',
    target: null,
  })
  const restored = await target.admin('restore', '--from', file)
  assert.deepEqual([restored.code, restored.stderr], [0, ''])
  assert.deepEqual(
    (await entriesOf(target.url)).map(({ command, options }) => [command, options]),
    [
      ['workspace create', ['--name North']],
      ['restore', ['--from']],
    ],
  )
})

test('commands that only list or report concern nobody; all others concern somebody', () => {
  const values = new Proxy({}, { get: () => '019a8c2e-0000-7000-8000-000000000000' })
  const silent = commands.filter(
    ({ concerns }) => concerns(values, { json: { adopted: true, id: '' }, text: '' }) === null,
  )
  assert.deepEqual(
    silent.map(({ name }) => name),
    [
      'workspace list',
      'user list',
      'key list',
      'check-profile list',
      'check-profile show',
      'media status',
      'storage status',
    ],
  )
})
