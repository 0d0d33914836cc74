// Access that a removed manager must not keep: webhooks that continue to deliver, and links for joining again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from '../../../test/worlds/samples.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'
import type { WorkspaceRole } from '../../core/access.ts'

const world = await startWorld()
const { sql } = world.database

async function person(role: WorkspaceRole) {
  const made = await world.person({ role })
  const [member] = await sql<{ id: string }>`
    select id from workspace_members where workspace_id = ${world.workspaceId} and user_id = ${made.userId}`
  return { ...made, memberId: member!.id, session: await world.session(made.userId) }
}

async function webhookOf({ key }: Person): Promise<string> {
  const body = { url: 'https://hooks.example.com/in', events: ['*'] }
  const made = await world.call('POST /api/webhooks', { key, body })
  assert.equal(made.status, 201)
  return made.body.data.id
}

async function stateOf(webhookId: string, { key }: Person) {
  const { data } = (await world.call(`GET /api/webhooks/${webhookId}`, { key })).body
  return [data.active, data.disabledReason, data.owner?.id]
}

type Manager = Awaited<ReturnType<typeof person>>

const ways: [string, (boss: Manager, leaver: Manager) => Promise<{ status: number }>][] = [
  [
    'removed',
    ({ session: key }, { memberId }) => world.call(`DELETE /api/workspace-members/${memberId}`, { key }),
  ],
  [
    'lowered to MEMBER',
    ({ session: key }, { memberId }) =>
      world.call(`PATCH /api/workspace-members/${memberId}`, { key, body: { role: 'MEMBER' } }),
  ],
]

for (const [how, end] of ways) {
  test(`an ADMIN who is ${how}: their webhooks are disabled with a reason, those of others are not`, async () => {
    const [boss, leaver] = [await person('OWNER'), await person('ADMIN')]
    const [theirs, other] = [await webhookOf(leaver), await webhookOf(boss)]
    assert.equal((await end(boss, leaver)).status, 204)
    assert.deepEqual(await stateOf(theirs, boss), [false, 'OWNER_REMOVED', leaver.userId])
    assert.deepEqual(await stateOf(other, boss), [true, null, boss.userId])
    const body = { active: true }
    await world.call(`PATCH /api/webhooks/${theirs}`, { key: boss.key, body })
    assert.deepEqual(await stateOf(theirs, boss), [true, null, boss.userId], 'whoever switches it on owns it')
    await world.call(`DELETE /api/webhooks/${theirs}`, { key: boss.key })
    await world.call(`DELETE /api/webhooks/${other}`, { key: boss.key })
  })
}

test('a webhook whose URL a removed ADMIN changed is disabled, whatever its creator', async () => {
  const [boss, leaver] = [await person('OWNER'), await person('ADMIN')]
  const webhookId = await webhookOf(boss)
  const body = { url: 'https://evil.example.com/in' }
  assert.equal((await world.call(`PATCH /api/webhooks/${webhookId}`, { key: leaver.key, body })).status, 204)
  await ways[0]![1](boss, leaver)
  assert.deepEqual(await stateOf(webhookId, boss), [false, 'OWNER_REMOVED', leaver.userId])
})

test('an OWNER who becomes ADMIN keeps their webhooks', async () => {
  const [boss, other] = [await person('OWNER'), await person('OWNER')]
  const webhookId = await webhookOf(other)
  const body = { role: 'ADMIN' }
  await world.call(`PATCH /api/workspace-members/${other.memberId}`, { key: boss.session, body })
  assert.deepEqual(await stateOf(webhookId, boss), [true, null, other.userId])
})

test('webhooks and invitations that a removed ADMIN creates while their credential is cached do not stay', async () => {
  const [boss, leaver] = [await person('OWNER'), await person('ADMIN')]
  const webhookId = await webhookOf(leaver)
  const makes = async () => {
    const webhook = { url: 'https://hooks.example.com/late', events: ['*'] }
    const invitation = { email: `${crypto.randomUUID()}@example.com`, role: 'ADMIN' }
    await world.call('POST /api/webhooks', { key: leaver.key, body: webhook })
    await world.call(`PATCH /api/webhooks/${webhookId}`, { key: leaver.key, body: { active: true } })
    await world.call('POST /api/workspace/invitations', { key: leaver.session, body: invitation })
  }
  await Promise.all([makes(), makes(), ways[0]![1](boss, leaver), makes()])
  await makes()
  const active = await sql`select id from webhooks where created_by = ${leaver.userId} and active`
  const invited = await sql`select id from invitations where invited_by = ${leaver.userId}`
  assert.deepEqual([active, invited], [[], []])
})

test('renewLinks: links of projects that the removed member owned or managed get new keys, others stay', async () => {
  const [boss, leaver] = [await person('OWNER'), await person('MEMBER')]
  const owned = await world.project({ owner: leaver })
  const managed = await world.project()
  await join(world, managed.id, leaver.userId, 'PROJECT_MANAGER')
  const seen = await world.project()
  await join(world, seen.id, leaver.userId, 'PROJECT_MEMBER')
  const links = await Promise.all(
    [owned, managed, seen].map(async ({ id, owner: { key } }) => {
      const body = { role: 'PROJECT_MEMBER' }
      const made = await world.call(`POST /api/projects/${id}/access-links`, { key, body })
      const read = await world.call(`GET /api/project-access-links/${made.body.data.id}`, { key })
      return read.body.data.accessKey as string
    }),
  )
  const path = `/api/workspace-members/${leaver.memberId}?renewLinks=true`
  assert.equal((await world.call(`DELETE ${path}`, { key: boss.session })).status, 204)
  const statuses = await Promise.all(
    links.map(async (accessKey) => {
      const body = { accessKey, name: 'Back again' }
      return (await world.call('POST /api/access-links/join', { body })).status
    }),
  )
  assert.deepEqual(statuses, [403, 403, 200])
})

test('403: a removed OWNER whose credential is still cached cannot make an ADMIN', async () => {
  const [boss, leaver, accomplice] = [await person('OWNER'), await person('OWNER'), await person('MEMBER')]
  await world.call('GET /api/account', { key: leaver.session })
  await ways[0]![1](boss, leaver)
  const path = `/api/workspace-members/${accomplice.memberId}`
  const raised = await world.call(`PATCH ${path}`, { key: leaver.session, body: { role: 'ADMIN' } })
  // On a slow machine the cached credential has expired by now, which gives 401.
  assert.ok([401, 403].includes(raised.status), String(raised.status))
  const [member] = await sql`select role from workspace_members where id = ${accomplice.memberId}`
  assert.equal(member!.role, 'MEMBER')
})
