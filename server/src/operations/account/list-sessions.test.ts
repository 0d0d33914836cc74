import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { createSession } from '../../auth/sessions.ts'

const world = await startWorld()
const { sql } = world.database

test('200: your active sessions in all workspaces, newest first, without tokens', async () => {
  const { userId, email } = await world.person()
  const elsewhere = await world.workspace('Elsewhere')
  await world.person({ workspaceId: elsewhere, email })
  const at = { address: '192.0.2.1', userAgent: 'x'.repeat(600) }
  const first = await createSession(sql, { userId, workspaceId: elsewhere, ...at })
  const ended = await createSession(sql, { userId, workspaceId: elsewhere, ...at })
  await sql`update sessions set expires_at = now() where id = ${ended.id}`
  await world.session((await world.person()).userId)
  const key = await world.session(userId)
  const { status, body } = await world.call('GET /api/account/sessions', { key })
  assert.equal(status, 200)
  assert.equal(body.data.length, 2)
  assert.deepEqual(
    body.data.map((session: { current: boolean }) => session.current),
    [true, false],
  )
  const { id, workspace, address, userAgent, expiresAt } = body.data[1]
  assert.deepEqual(
    { id, workspace, address, userAgent, expiresAt },
    {
      id: first.id,
      workspace: { id: elsewhere, name: 'Elsewhere' },
      address: '192.0.2.1',
      userAgent: 'x'.repeat(500),
      expiresAt: first.expiresAt,
    },
  )
  assert.ok(!JSON.stringify(body).includes(first.token))
})
