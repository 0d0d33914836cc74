import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { saveConsent } from '../../auth/oauth/grants.ts'
import { noClient } from '../../core/audit.ts'

const world = await startWorld()
const person = await world.person()
const key = await world.session(person.userId)

async function letIn(userId: string, id: string, host: string | null = null) {
  await world.session(userId)
  const [session] = await world.database.sql<{
    id: string
  }>`select id from sessions where user_id = ${userId}`
  const allowed = ['files:read', 'comments:write'] as const
  const client = { id, name: `App ${id}`, host }
  return saveConsent(world.database.sql, {
    userId,
    sessionId: session!.id,
    workspaceId: world.workspaceId,
    client,
    from: noClient,
    offered: allowed,
    allowed,
    resources: [],
  })
}

test('200: your own apps, most recently used first', async () => {
  const first = await letIn(person.userId, 'one')
  const second = await letIn(person.userId, 'two', 'app.example')
  await letIn((await world.person()).userId, 'three')
  await world.database
    .sql`update oauth_grants set last_used_at = now() + interval '1 hour' where id = ${first}`
  const { status, body } = await world.call('GET /api/connected-apps', { key })
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [first, second],
  )
  const { createdAt, lastUsedAt, ...app } = body.data[1]
  assert.deepEqual(app, {
    id: second,
    name: 'App two',
    host: 'app.example',
    workspace: { id: world.workspaceId, name: 'Studio' },
    scopes: ['files:read', 'comments:write'],
    maySpend: true,
    mayGiveVerdicts: true,
    mayAddPeople: true,
  })
  assert.equal(createdAt, lastUsedAt)
})

test('403: with an API key', async () => {
  const { status, body } = await world.call('GET /api/connected-apps', { key: person.key })
  assert.deepEqual([status, body.code], [403, 'session_required'])
})
