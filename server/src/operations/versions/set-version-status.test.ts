import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'
import { type VersionStatus, versionStatuses, versionTransitions } from '../../records/version.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

/** Inserts a version with this status directly into the database. */
async function versionAt(status: VersionStatus, allowRestricted = false): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into versions (id, project_id, name, status, allow_restricted)
    values (${id}, ${projectId}, 'Cut', ${status}, ${allowRestricted})`
  return id
}

function set(id: string, body: unknown, key = owner.key, headers: Record<string, string> = {}) {
  return world.call(`PATCH /api/versions/${id}/status`, { key, body, headers })
}

async function get(id: string) {
  const { body, headers } = await world.call(`GET /api/versions/${id}`, { key: owner.key })
  return { ...body.data, etag: headers.get('etag') }
}

test('204: the version has the new status, a new ETag, and who changed it when', async () => {
  const id = await versionAt('NEED_REVIEW')
  const before = await get(id)
  const answer = await set(id, { status: 'APPROVED' })
  assert.deepEqual([answer.status, answer.body, answer.headers.get('etag')], [204, '', '"2"'])
  const after = await get(id)
  const { updatedAt } = after
  const statusChangedBy = { id: owner.userId, name: 'Someone', avatarUrl: null }
  assert.deepEqual([before.statusChangedAt, before.statusChangedBy], [null, null])
  assert.deepEqual(after, {
    ...before,
    status: 'APPROVED',
    updatedAt,
    statusChangedAt: updatedAt,
    statusChangedBy,
    etag: '"2"',
  })
  assert.ok(updatedAt > before.updatedAt)
  const listed = await world.call(`GET /api/projects/${projectId}/versions`, { key: owner.key })
  assert.deepEqual(
    listed.body.data.find((one: { id: string }) => one.id === id).statusChangedBy,
    statusChangedBy,
  )
})

test('200: the verdict stays after the account of the reviewer is deleted', async () => {
  const id = await versionAt('NEED_REVIEW')
  const { key, userId } = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Orson' })
  await set(id, { status: 'APPROVED' }, key)
  const { statusChangedAt } = await get(id)
  await world.database.sql`delete from users where id = ${userId}`
  const after = await get(id)
  assert.deepEqual(
    [after.status, after.statusChangedAt, after.statusChangedBy],
    ['APPROVED', statusChangedAt, null],
  )
})

test('204: a reviewer withdraws their own verdict; 403: the verdict of another user, or any other status', async () => {
  const mine = await world.member(projectId, 'PROJECT_REVIEWER')
  const other = await world.member(projectId, 'PROJECT_REVIEWER')
  for (const verdict of ['APPROVED', 'NEED_EDIT', 'REJECTED'] as const) {
    const id = await versionAt('NEED_REVIEW')
    assert.equal((await set(id, { status: verdict }, mine.key)).status, 204)
    assert.equal((await set(id, { status: 'NEED_REVIEW' }, other.key)).status, 403)
    assert.equal((await set(id, { status: 'NEED_REVIEW' }, mine.key)).status, 204)
    assert.equal((await get(id)).status, 'NEED_REVIEW')
    // After a verdict of another reviewer, only that reviewer can withdraw it.
    assert.equal((await set(id, { status: 'APPROVED' }, other.key)).status, 204)
    assert.equal((await set(id, { status: 'NEED_REVIEW' }, mine.key)).status, 403)
  }
  const closed = await versionAt('NEED_REVIEW')
  await set(closed, { status: 'CLOSED' })
  await world.database.sql`update versions set status_changed_by = ${mine.userId} where id = ${closed}`
  assert.equal((await set(closed, { status: 'NEED_REVIEW' }, mine.key)).status, 403)
})

test('204 or 409 for each of the 49 pairs, by the transition table', async () => {
  for (const from of versionStatuses) {
    for (const to of versionStatuses) {
      const id = await versionAt(from)
      const legal = versionTransitions[from].includes(to)
      const answer = await set(id, { status: to })
      assert.equal(answer.status, legal ? 204 : 409, `${from} to ${to}`)
      assert.equal((await get(id)).status, legal ? to : from)
    }
  }
})

test('409: the message names the current status and the possible ones', async () => {
  const answer = await set(await versionAt('APPROVED'), { status: 'REJECTED' })
  assert.equal(answer.body.code, 'illegal_transition')
  assert.match(answer.body.message, /is APPROVED .* REJECTED.* NEED_REVIEW or CLOSED\./)
})

test('400: a status that does not exist, or none', async () => {
  const id = await versionAt('NEED_REVIEW')
  for (const [body, path] of [
    [{}, '/status'],
    [{ status: 'DONE' }, '/status'],
    [{ status: 'approved' }, '/status'],
    [{ status: null }, '/status'],
    [{ status: 'APPROVED', note: 'Well done' }, '/note'],
  ] as const) {
    const answer = await set(id, body)
    assert.deepEqual([answer.status, answer.body.errors[0].path], [400, path])
  }
  assert.equal((await get(id)).status, 'NEED_REVIEW')
})

test('reviewers can only give a verdict; members and managers can make every allowed transition', async () => {
  for (const [role, reviewer] of [
    ['PROJECT_MANAGER', false],
    ['PROJECT_MEMBER', false],
    ['PROJECT_REVIEWER', true],
    ['PROJECT_RESTRICTED_REVIEWER', true],
  ] as const) {
    const { key } = await world.member(projectId, role)
    for (const status of versionStatuses) {
      const verdict = ['APPROVED', 'NEED_EDIT', 'REJECTED'].includes(status)
      const answer = await set(await versionAt('NEED_REVIEW', true), { status }, key)
      const expected = reviewer && !verdict ? 403 : status === 'NEED_REVIEW' ? 409 : 204
      assert.equal(answer.status, expected, `${role} ${status}`)
      if (expected === 403) assert.equal(answer.body.code, 'insufficient_role')
    }
    const late = await set(await versionAt('CLOSED', true), { status: 'APPROVED' }, key)
    assert.equal(late.status, 409, `${role}: a verdict that comes too late`)
  }
})

test('404: a restricted reviewer, for versions not marked for them, and users without a role', async () => {
  const id = await versionAt('NEED_REVIEW')
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const outsider = await world.person()
  for (const { key } of [restricted, outsider]) {
    assert.equal((await set(id, { status: 'APPROVED' }, key)).status, 404)
    assert.equal((await set(id, { status: 'CLOSED' }, key)).status, 404)
  }
  for (const unknown of [newUuid(), 'nope']) {
    assert.equal((await set(unknown, { status: 'APPROVED' })).status, 404)
  }
})

test('412: If-Match with another ETag, whether or not the transition is allowed', async () => {
  const id = await versionAt('NEED_REVIEW')
  for (const status of ['APPROVED', 'NEED_REVIEW']) {
    assert.equal((await set(id, { status }, owner.key, { 'If-Match': '"2"' })).status, 412)
  }
  assert.equal((await set(id, { status: 'APPROVED' }, owner.key, { 'If-Match': '"1"' })).status, 204)
})

test('20 concurrent approvals: one 204, otherwise 409', async () => {
  const id = await versionAt('NEED_REVIEW')
  const { answers } = await world.database.transaction(async (sql) => {
    // Holds the row, so that all requests that have a connection have started before the first can finish.
    await sql`select from versions where id = ${id} for update`
    const all = Promise.all(Array.from({ length: 20 }, () => set(id, { status: 'APPROVED' })))
    await lockWaits(world, 5)
    return { answers: all }
  })
  assert.deepEqual((await answers).map((answer) => answer.status).sort(), [204, ...Array(19).fill(409)])
  assert.equal((await get(id)).etag, '"2"')
})

test('two concurrent verdicts: one 204, one 409', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await versionAt('NEED_REVIEW')
    const given = ['APPROVED', 'REJECTED']
    const answers = await Promise.all(given.map((status) => set(id, { status })))
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [204, 409])
    assert.equal((await get(id)).status, given[answers.findIndex((answer) => answer.status === 204)])
  }
})
