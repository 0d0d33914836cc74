import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from '../../../test/worlds/samples.ts'
import { startCheckProfileWorld } from './fixtures/check-profile-world.ts'

const { world, admin, projectId, owner, rules, withDefaults, create, read, update, remove, created } =
  await startCheckProfileWorld()

test('201: a check profile has its rules with defaults, and its author', async () => {
  const id = await created('Cinema')
  const { body } = await read(id)
  const { createdAt, updatedAt, createdBy, ...rest } = body.data
  assert.deepEqual(rest, {
    ...{ id, builtIn: false, name: 'Cinema', version: 1, rules: withDefaults, project: null },
    usedBy: { workspace: false, projects: 0 },
  })
  assert.equal(createdBy.id, admin.userId)
  assert.equal(createdAt, updatedAt)
})

test('400, 403 and 404: managers of a project manage its check profiles, and only its people see them', async () => {
  const [reviewer, stranger] = [await world.person(), await world.person()]
  await join(world, projectId, reviewer.userId, 'PROJECT_REVIEWER')
  const id = await created('Of the project', { projectId }, owner)
  assert.deepEqual((await read(id, reviewer)).body.data.project, { id: projectId })
  for (const answer of [
    await update(id, { name: 'Mine' }, reviewer),
    await remove(id, '', reviewer),
    await create({ name: 'Mine', rules, projectId }, reviewer),
  ])
    assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_role'])
  for (const answer of [
    await read(id, stranger),
    await update(id, { name: 'Mine' }, stranger),
    await remove(id, '', stranger),
    await world.call(`GET /api/check-profiles/${id}/versions`, { key: stranger.key }),
  ])
    assert.equal(answer.status, 404)
  // A field names the project here, and not the path.
  for (const answer of [
    await create({ name: 'Mine', rules, projectId }, stranger),
    await world.call(`GET /api/check-profiles?projectId=${projectId}`, { key: stranger.key }),
  ]) {
    const [{ path, code }] = answer.body.errors
    assert.deepEqual([answer.status, path, code], [400, '/projectId', 'not_found'])
  }
  // An administrator of the workspace without a role in the project is a stranger there, too.
  assert.equal((await read(id, admin)).status, 404)
  assert.equal((await update(id, { name: 'Renamed' }, owner)).status, 200)
})

test('409: names are unique in the workspace and in each project, whatever the case; a deleted one is free again', async () => {
  const id = await created('Same')
  const taken = await create({ name: 'sAME', rules })
  assert.deepEqual([taken.status, taken.body.code], [409, 'check_profile_name_taken'])
  await created('Same', { projectId }, owner)
  const other = await created('Another')
  assert.equal((await update(other, { name: 'SAME' })).body.code, 'check_profile_name_taken')
  assert.equal((await remove(id)).status, 204)
  await created('Same')
})

test('409: a project has at most 100 check profiles', async () => {
  const full = await world.project({ owner })
  await world.database.sql`
    insert into check_profiles (id, workspace_id, project_id, name)
    select 'CP' || md5(i::text), p.workspace_id, p.id, 'No. ' || i from generate_series(1, 100) i, projects p
    where p.id = ${full.id}`
  const { status, body } = await create({ name: 'One more', rules, projectId: full.id }, owner)
  assert.deepEqual([status, body.code], [409, 'too_many_check_profiles'])
})
