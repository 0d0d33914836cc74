import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newVideo } from '../../../test/worlds/samples/captions.ts'
import { newFile } from '../../../test/worlds/samples.ts'
import { startCheckWorld } from './fixtures/check-world.ts'

const { world, projectId, owner, call, sql, measuredFile } = await startCheckWorld()

test('202: a measured file is judged at once by the given check profile', async () => {
  const fileId = await measuredFile()
  const { status, body } = await call(`POST /api/files/${fileId}/checks.run`, { profileId: 'social' })
  assert.equal(status, 202, JSON.stringify(body))
  const { state, profile, rules, findings } = body.data
  assert.deepEqual([state, profile.id, profile.name], ['READY', 'social', 'Social vertical'])
  const size = findings.find(({ rule }: { rule: string }) => rule === 'size')
  assert.deepEqual([size.level, size.measured, size.firstFrame], ['PROBLEM', '1280x720', null])
  assert.ok(
    rules.some(({ rule, outcome }: Record<string, string>) => rule === 'loudness' && outcome !== 'PASSED'),
  )
  assert.ok(!findings.some(({ rule }: { rule: string }) => rule === 'black'))
})

test('202: another file is queued, and keeps the check profile that was asked for', async () => {
  const fileId = await newVideo(world, projectId, owner)
  const { status, body } = await call(`POST /api/files/${fileId}/checks.run`, { profileId: 'vfx' })
  assert.deepEqual([status, body.data.state], [202, 'QUEUED'])
  await call(`POST /api/files/${fileId}/checks.run`, { profileId: 'ebu' })
  const [row] = await sql<{ requested: string; attempt: number }>`
    select requested_profile_id as requested, attempt from checks where file_id = ${fileId}`
  assert.deepEqual(row, { requested: 'ebu', attempt: 0 })
  const jobs = await sql`select from graphile_worker.jobs where key = ${`checks:${fileId}`}`
  assert.equal(jobs.length, 1)
})

test('a waiver and a comment of a finding stay when the checks run again', async () => {
  const fileId = await measuredFile()
  await call(`POST /api/files/${fileId}/checks.run`, { profileId: 'social' })
  const before = (await call(`GET /api/files/${fileId}/checks`)).body.data
  const { id } = before.findings.find(({ rule }: { rule: string }) => rule === 'size')
  const comment = await call(`POST /api/files/${fileId}/findings/${id}/comment`, {})
  await call(`POST /api/files/${fileId}/findings/${id}/waive`, { reason: 'Wanted' })
  const { body } = await call(`POST /api/files/${fileId}/checks.run`, { profileId: 'social' })
  const size = body.data.findings.find(({ rule }: { rule: string }) => rule === 'size')
  assert.deepEqual([size.id, size.comment, size.waiver.reason], [id, comment.body.data, 'Wanted'])
})

test('400 for an unknown check profile, and for one of another workspace', async () => {
  const fileId = await measuredFile()
  const elsewhere = await world.workspace()
  await sql`insert into check_profiles (id, workspace_id, name) values ('CPother', ${elsewhere}, 'Other')`
  await sql`insert into check_profile_versions (profile_id, version, rules) values ('CPother', 1, '{}')`
  for (const profileId of ['CPother', 'nothing', 'constructor']) {
    const { status, body } = await call(`POST /api/files/${fileId}/checks.run`, { profileId })
    assert.deepEqual([status, body.errors[0].path], [400, '/profileId'])
  }
})

test('the check profile of the project comes before that of the workspace, and both before web', async () => {
  const fileId = await measuredFile()
  const profile = async () => {
    const { id, version } = (await call(`POST /api/files/${fileId}/checks.run`, {})).body.data.profile
    return [id, version]
  }
  assert.deepEqual(await profile(), ['web', 1])
  await sql`
    insert into check_settings (workspace_id, profile_id) values (${world.workspaceId}, 'social')`
  assert.deepEqual(await profile(), ['social', 1])
  await sql`insert into check_profiles (id, workspace_id, name, version) values ('CPown', ${world.workspaceId}, 'Own', 2)`
  await sql`
    insert into check_profile_versions (profile_id, version, rules)
    values ('CPown', 1, '{}'), ('CPown', 2, '{"missingAudio":{"level":"PROBLEM"}}')`
  await sql`
    insert into check_settings (workspace_id, project_id, profile_id) values (${world.workspaceId}, ${projectId}, 'CPown')`
  assert.deepEqual(await profile(), ['CPown', 2])
  await sql`update check_profiles set deleted_at = now() where id = 'CPown'`
  assert.deepEqual(await profile(), ['social', 1])
  await sql`delete from check_settings`
})

test('409 for a file whose previews are not ready, and on a server that does not check files', async () => {
  const fileId = await newFile(world, projectId, owner)
  assert.equal((await call(`POST /api/files/${fileId}/checks.run`, {})).body.code, 'file_not_ready')
  const off = await startCheckWorld({ env: { CHECKS: 'off' } })
  const { fileId: other } = await off.finding()
  assert.equal((await off.call(`POST /api/files/${other}/checks.run`, {})).body.code, 'checks_off')
})
