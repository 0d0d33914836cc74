import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCheckWorld } from './fixtures/check-world.ts'

const { call, checks, finding } = await startCheckWorld()

test('204: the finding is open again; 409 for one without a waiver', async () => {
  const { fileId, findingId } = await finding()
  const path = `/api/files/${fileId}/findings/${findingId}/waive`
  await call(`POST ${path}`, { reason: 'Wanted' })
  assert.equal((await call(`DELETE ${path}`)).status, 204)
  const { counts, findings } = await checks(fileId)
  assert.deepEqual([counts.warnings, counts.waived, findings[0]!.waiver], [1, 0, null])
  assert.equal((await call(`DELETE ${path}`)).body.code, 'finding_not_waived')
})
