import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { startCheckWorld } from './fixtures/check-world.ts'

const { world, projectId, owner, key, sql, checks, finding } = await startCheckWorld()

test('200: the checks of a file, with the outcome of each rule and the findings', async () => {
  const { fileId, findingId } = await finding()
  const rules = [
    {
      ...{ rule: 'black', level: 'WARNING', outcome: 'FOUND', reason: null },
      ...{ measured: null, limit: null, unit: 's' },
    },
  ]
  await sql`update checks set rules = ${JSON.stringify(rules)}::jsonb where file_id = ${fileId}`
  const { status, body } = await world.call(`GET /api/files/${fileId}/checks`, { key })
  assert.equal(status, 200)
  const { measuredAt, ...rest } = body.data
  assert.match(measuredAt, /^\d{4}-/)
  assert.deepEqual(rest, {
    file: { id: fileId },
    ...{ state: 'READY', progress: null, failure: null, measuredSeconds: null, rules },
    profile: { id: 'web', name: 'Web 1080p', version: 1 },
    counts: { problems: 0, warnings: 1, infos: 0, waived: 0 },
    findings: [
      {
        ...{ id: findingId, rule: 'black', level: 'WARNING' },
        ...{ firstFrame: 25, lastFrame: 49, firstMs: 1000, lastMs: 2000, page: null },
        ...{ measured: 1, limit: 0.5, unit: 's', message: 'The image is black.', confidence: 1 },
        ...{ waiver: null, comment: null },
      },
    ],
  })
})

test('a file that was never checked is NONE; QUEUED while its previews are made; OFF where checks are off', async () => {
  const fileId = await newFile(world, projectId, owner)
  assert.equal((await checks(fileId)).state, 'NONE')
  await sql`
    insert into media (file_id) values (${fileId})
    on conflict on constraint media_pkey do update set state = 'PENDING'`
  assert.equal((await checks(fileId)).state, 'QUEUED')
  await sql`insert into check_settings (workspace_id, off) values (${world.workspaceId}, true)`
  assert.equal((await checks(fileId)).state, 'OFF')
  await sql`
    insert into check_settings (workspace_id, project_id, profile_id) values (${world.workspaceId}, ${projectId}, 'ebu')`
  assert.equal((await checks(fileId)).state, 'QUEUED')
  await sql`update check_settings set off = true where project_id = ${projectId}`
  assert.equal((await checks(fileId)).state, 'OFF')
  await sql`delete from check_settings`
})

test('progress is shown while the file is measured, and the failure of failed checks', async () => {
  const { fileId } = await finding()
  await sql`update checks set state = 'MEASURING', progress = 0.25 where file_id = ${fileId}`
  assert.deepEqual([(await checks(fileId)).state, (await checks(fileId)).progress], ['MEASURING', 0.25])
  await sql`
    update checks set state = 'FAILED', failure_code = 'unreadable', failure_message = 'Broken.', failure_retryable = false
    where file_id = ${fileId}`
  const { state, progress, failure } = await checks(fileId)
  assert.deepEqual([state, progress], ['FAILED', null])
  assert.deepEqual(failure, { code: 'unreadable', message: 'Broken.', retryable: false })
})

test('a share guest gets 404', async () => {
  const { fileId } = await finding()
  const { newShare } = await import('../../../test/worlds/samples.ts')
  await newShare(world, projectId, owner)
  const guest = await world.credential({ credential: 'share' } as never, owner)
  assert.equal((await world.call(`GET /api/files/${fileId}/checks`, { key: guest })).status, 404)
})
