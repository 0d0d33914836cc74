import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCheckProfileWorld } from './fixtures/check-profile-world.ts'

const { world, admin, projectId, owner, rules, read, update, remove, created } =
  await startCheckProfileWorld()

test('409: two people change the rules at once: one gets version 2, and the other an error', async () => {
  const id = await created('Race')
  const answers = await Promise.all(
    [1, 2].map((seconds) => update(id, { version: 1, rules: { frozen: { level: 'INFO', seconds } } })),
  )
  const [won, lost] = answers.sort((a, b) => a.status - b.status)
  assert.deepEqual([won!.status, won!.body.data], [200, { version: 2 }])
  assert.deepEqual([lost!.status, lost!.body.code], [409, 'check_profile_changed'])
  assert.match(lost!.body.message, /its version is 2, and you have read version 1/)
  assert.equal((await read(id)).body.data.version, 2)
})

test('400: new rules without the version that they change, unknown rules, and limits out of range', async () => {
  const id = await created('Invalid')
  const missing = await update(id, { rules })
  assert.deepEqual([missing.status, missing.body.errors[0].path], [400, '/version'])
  const paths = async (given: object) =>
    (await update(id, { rules: given, version: 1 })).body.errors.map(({ path }: { path: string }) => path)
  assert.deepEqual(await paths({ blue: { level: 'INFO' } }), ['/rules/blue'])
  assert.deepEqual(await paths({ black: { level: 'LOUD', seconds: -1 } }), [
    '/rules/black/level',
    '/rules/black/seconds',
  ])
})

test('the audit log names who created, changed and deleted a check profile, and chose one', async () => {
  const id = await created('Audited', { projectId }, owner)
  await update(id, { version: 1, rules: {} }, owner)
  await remove(id, '?replaceWith=web', owner)
  await world.call('PUT /api/workspace/check-settings', {
    key: admin.key,
    body: { profileId: 'ebu', off: true },
  })
  const entries = await world.database.sql<{ action: string; name: string; details: object }>`
    select action, target_name as name, details from audit_entries
    where target_id = ${id} or action = 'check_settings.updated' and target_kind = 'WORKSPACE' order by created_at, id`
  assert.deepEqual(
    entries.slice(0, 3).map(({ action, name, details }) => [action, name, details]),
    [
      ['check_profile.created', 'Audited', {}],
      ['check_profile.updated', 'Audited', { changed: ['rules'], version: 2 }],
      ['check_profile.deleted', 'Audited', { replaceWith: 'web' }],
    ],
  )
  assert.deepEqual(entries[3]!.details, { profileId: 'ebu', off: true })
})
