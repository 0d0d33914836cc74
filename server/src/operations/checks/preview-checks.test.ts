import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCheckWorld } from './fixtures/check-world.ts'

const { call, checks, finding, measuredFile, sql } = await startCheckWorld()
const rules = { size: { level: 'PROBLEM', sizes: ['1920x1080'] }, missingAudio: { level: 'INFO' } }

test('200: judges by the given rules, with waivers, and stores nothing', async () => {
  const fileId = await measuredFile()
  const before = await checks(fileId)
  const preview = () => call(`POST /api/files/${fileId}/checks.preview`, { rules })
  const { status, body } = await preview()
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(body.data.counts, { problems: 1, warnings: 0, infos: 1, waived: 0 })
  const [size] = body.data.findings.filter(({ rule }: { rule: string }) => rule === 'size')
  assert.deepEqual(
    [size.measured, size.limit, size.waiver, 'id' in size],
    ['1280x720', '1920x1080', null, false],
  )
  assert.deepEqual(
    body.data.rules.map(({ rule, outcome }: Record<string, string>) => [rule, outcome]),
    [
      ['missingAudio', 'FOUND'],
      ['size', 'FOUND'],
    ],
  )
  assert.deepEqual(await checks(fileId), before)

  await sql`
    insert into check_waivers (id, project_id, stack_id, stack_number, rule, measured, reason, file_id)
    select gen_random_uuid(), project_id, stack_id, stack_number, 'size', '"1280x720"', 'Wanted', id
    from files where id = ${fileId}`
  const waived = (await preview()).body.data
  assert.deepEqual(waived.counts, { problems: 0, warnings: 0, infos: 1, waived: 1 })
  assert.equal(waived.findings.find(({ rule }: { rule: string }) => rule === 'size').waiver.reason, 'Wanted')
})

test('409 for a file that is not measured; 400 for unknown rules', async () => {
  const { fileId } = await finding()
  assert.equal((await call(`POST /api/files/${fileId}/checks.preview`, { rules })).body.code, 'not_measured')
  const wrong = await call(`POST /api/files/${fileId}/checks.preview`, { rules: { nothing: {} } })
  assert.deepEqual([wrong.status, wrong.body.errors[0].path], [400, '/rules/nothing'])
})
