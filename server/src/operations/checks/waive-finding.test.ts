import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '../../core/ids.ts'
import { startCheckWorld } from './fixtures/check-world.ts'

const { call, checks, finding, owner, sql } = await startCheckWorld()

test('204: a waived finding is not open any more, and says who accepted it and why', async () => {
  const { fileId, findingId } = await finding()
  const path = `/api/files/${fileId}/findings/${findingId}/waive`
  assert.equal((await call(`POST ${path}`, { reason: 'As the director wants it.' })).status, 204)
  const { counts, findings } = await checks(fileId)
  assert.deepEqual(counts, { problems: 0, warnings: 0, infos: 0, waived: 1 })
  const waiver = findings[0]!.waiver!
  assert.deepEqual(
    [waiver.reason, waiver.user!.id, waiver.file.id],
    ['As the director wants it.', owner.userId, fileId],
  )
})

test('409 for a finding with a waiver; two at once: one 204, one 409', async () => {
  const { fileId, findingId } = await finding()
  const path = `/api/files/${fileId}/findings/${findingId}/waive`
  const answers = await Promise.all([1, 2].map((n) => call(`POST ${path}`, { reason: `Reason ${n}` })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 409])
  assert.equal((await call(`POST ${path}`, { reason: 'Again' })).body.code, 'finding_waived')
})

test('404 for an unknown finding and for one of another file; 400 without a reason', async () => {
  const { fileId, findingId } = await finding()
  const other = await finding()
  const reason = 'No'
  for (const path of [`${fileId}/findings/${newUuid()}`, `${other.fileId}/findings/${findingId}`])
    assert.equal((await call(`POST /api/files/${path}/waive`, { reason })).status, 404)
  const empty = await call(`POST /api/files/${fileId}/findings/${findingId}/waive`, { reason: '' })
  assert.equal(empty.body.errors[0].path, '/reason')
})

test('the waivers of a file end with its last revision', async () => {
  const { fileId, findingId } = await finding()
  await call(`POST /api/files/${fileId}/findings/${findingId}/waive`, { reason: 'Wanted' })
  await sql`delete from all_files where id = ${fileId}`
  assert.equal((await sql`select from check_waivers where file_id = ${fileId}`).length, 0)
})
