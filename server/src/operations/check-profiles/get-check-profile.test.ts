import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtInProfiles } from '../../media/checks/built-in-profiles.ts'
import { startCheckProfileWorld } from './fixtures/check-profile-world.ts'

const { world, admin, read, created } = await startCheckProfileWorld()

test('200: built-in check profiles have short ids and no dates', async () => {
  const { status, body } = await read('ebu')
  assert.equal(status, 200)
  assert.deepEqual(body.data, {
    ...{ id: 'ebu', builtIn: true, name: 'EBU broadcast', version: 1, rules: builtInProfiles.ebu!.rules },
    ...{ project: null, usedBy: { workspace: false, projects: 0 } },
    ...{ createdBy: null, createdAt: null, updatedAt: null },
  })
  assert.equal((await read('ebu', admin, '?version=2')).status, 404)
  assert.equal((await read('nothing')).status, 404)
  assert.deepEqual(
    (await world.call('GET /api/check-profiles/web/versions', { key: admin.key })).body.data,
    [],
  )
})

test('rules of a later release are left out, and rules of an earlier one get defaults', async () => {
  const id = await created('Rolling')
  await world.database.sql`
    update check_profile_versions
    set rules = '{"black":{"level":"INFO","seconds":2},"smell":{"level":"PROBLEM"},"phase":{"level":"LOUD"}}'
    where profile_id = ${id}`
  assert.deepEqual((await read(id)).body.data.rules, {
    black: { level: 'INFO', seconds: 2, allowedHead: 0, allowedTail: 0 },
  })
})
