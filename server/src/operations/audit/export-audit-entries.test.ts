import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database

async function someLog(count: number) {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId, role: 'OWNER', name: 'Ada' })
  await sql`
    insert into audit_entries (workspace_id, created_at, action, credential, actor_id, actor_name, target_kind, target_id,
      target_name, details)
    select ${workspaceId}, timestamptz '2026-01-01' + (i / 3) * interval '1 second',
      case when i % 2 = 0 then 'session.started' else 'file.deleted' end, 'SESSION', ${owner.userId}, 'Ada', 'FILE',
      'FX' || i, '=cmd|calc "' || i || '"', jsonb_build_object('method', 'PASSWORD')
    from generate_series(1, ${count}::integer) i`
  return { workspaceId, key: owner.key }
}

async function exportLog(key: string, query: Record<string, string>) {
  const asked = await world.call(`GET /api/audit/export?${new URLSearchParams(query)}`, { key })
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  const { url, name, expiresAt } = asked.body.data
  const answer = await fetch(url.replace('localhost', '127.0.0.1'))
  return { answer, text: await answer.text(), url, name, expiresAt }
}

test('200: JSON lines have every entry once, oldest first, as the list returns it', async () => {
  const { key } = await someLog(2_345)
  const { answer, text, name } = await exportLog(key, { format: 'jsonl' })
  assert.equal(answer.headers.get('content-type'), 'application/jsonl; charset=utf-8')
  assert.match(answer.headers.get('content-disposition')!, new RegExp(`attachment; filename="${name}"`))
  assert.match(name, /^audit-log-\d{4}-\d\d-\d\d\.jsonl$/)
  const entries = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(new Set(entries.map(({ id }) => id)).size, 2_345)
  const times = entries.map(({ createdAt }) => createdAt)
  assert.deepEqual(times, times.toSorted())
  const listed = await world.call('GET /api/audit?target=FX7', { key })
  assert.deepEqual(
    entries.find(({ target }) => target.id === 'FX7'),
    listed.body.data[0],
  )
})

test('200: CSV has a header, and no cell that a spreadsheet executes', async () => {
  const { key } = await someLog(3)
  const { answer, text } = await exportLog(key, { format: 'csv' })
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  const lines = text.split('\r\n')
  assert.match(lines[0]!, /^\ufeff?id,createdAt,action,actorId,actorName,actorEmail,credential,/)
  assert.equal(lines.length, 5)
  const first = lines.find((line) => line.includes(',FX1,'))!
  assert.match(first, /,file\.deleted,.*,Ada,.*,SESSION,,,false,FILE,FX1,"'=cmd\|calc ""1""",/)
})

test('200: filters apply, and the export is an entry of the log but not part of itself', async () => {
  const { key } = await someLog(10)
  const { text } = await exportLog(key, { format: 'jsonl', action: 'session.*' })
  assert.equal(text.trimEnd().split('\n').length, 5)
  const all = await exportLog(key, { format: 'jsonl' })
  const actions = all.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).action)
  assert.equal(actions.filter((action) => action === 'audit.exported').length, 1)
  const { data } = (await world.call('GET /api/audit?action=audit.exported', { key })).body
  assert.deepEqual(
    data.map(({ details }: { details: object }) => details),
    [
      { format: 'jsonl', filters: [] },
      { format: 'jsonl', filters: ['action'] },
    ],
  )
})

test('200: an empty log is an empty file, or the header', async () => {
  const { key } = await someLog(0)
  assert.equal((await exportLog(key, { format: 'jsonl' })).text, '')
  const { text } = await exportLog(key, { format: 'csv', action: 'share.*' })
  assert.equal(text.split('\r\n').length, 2)
})

test('403: an altered URL: another workspace, and another format', async () => {
  const [one, other] = [await someLog(1), await someLog(1)]
  const { url } = await exportLog(one.key, { format: 'csv' })
  for (const altered of [
    url.replace(one.workspaceId, other.workspaceId),
    url.replace('format=csv', 'format=jsonl'),
  ]) {
    assert.equal((await fetch(altered.replace('localhost', '127.0.0.1'))).status, 403)
  }
})

test('403: a member, and a key without the scope', async () => {
  const { key } = await world.person({ role: 'MEMBER' })
  assert.equal((await world.call('GET /api/audit/export', { key })).body.code, 'insufficient_role')
  const owner = await world.person({ role: 'OWNER', scopes: [] })
  assert.equal(
    (await world.call('GET /api/audit/export', { key: owner.key })).body.code,
    'insufficient_scope',
  )
})
