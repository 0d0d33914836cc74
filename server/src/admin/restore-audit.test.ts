import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { writeBackup } from './backup.ts'
import { createTarget, temporaryFolder } from './fixtures/admin-world.ts'
import { restoreBackup } from './restore.ts'

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

const readAll = `
  select id, workspace_id, created_at, action, credential, actor_name, target_name, details from audit_entries
  order by created_at, id`

test('a restore keeps the audit log of all periods, and it can still not be changed', async () => {
  const [source, target] = [await createTarget(), await createTarget()]
  const workspaceId = (await source.admin('workspace', 'create', '--name', 'North')).json.id
  const before = await connect(source.url)
  const write = (client: pg.Client) =>
    client.query(
      `insert into audit_entries (workspace_id, action, credential, actor_name, details)
       values ($1, 'session.started', 'SESSION', 'Ada', '{"method": "PASSWORD"}')`,
      [workspaceId],
    )
  await write(before)
  await before.query(`select open_audit_period(now() - interval '40 days')`)
  await write(before)
  await before.query(`select open_audit_period(now())`)
  await write(before)
  const { rows: written } = await before.query(readAll)
  await before.end()
  const file = join(temporaryFolder(), 'backup.tgz')
  await writeBackup({ connection: source.url, dataDir: source.dataDir, file })
  await restoreBackup({ connection: target.url, dataDir: target.dataDir, file, force: true, warn: () => {} })

  const after = await connect(target.url)
  try {
    assert.deepEqual((await after.query(readAll)).rows, written)
    await write(after)
    assert.equal((await after.query(readAll)).rows.length, written.length + 1)
    for (const change of [
      `update audit_entries set action = ''`,
      'delete from audit_entries',
      'truncate audit_entries',
    ])
      await assert.rejects(after.query(change), /never changed or deleted/)
  } finally {
    await after.end()
  }
})
