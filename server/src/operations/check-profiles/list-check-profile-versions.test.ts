import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCheckProfileWorld } from './fixtures/check-profile-world.ts'

const { world, admin, withDefaults, read, update, created } = await startCheckProfileWorld()

test('200: new rules are a new version; earlier ones can be read; the same rules and a name are none', async () => {
  const id = await created('Versions')
  const second = { loudness: { level: 'WARNING', target: -23, tolerance: 1 } }
  assert.deepEqual((await update(id, { rules: second, version: 1 })).body.data, { version: 2 })
  assert.deepEqual((await update(id, { rules: second, version: 2 })).body.data, { version: 2 })
  assert.deepEqual((await update(id, { name: 'Renamed versions' })).body.data, { version: 2 })
  const latest = (await read(id)).body.data
  assert.deepEqual(
    [latest.name, latest.version, latest.rules.loudness.gating],
    ['Renamed versions', 2, 'PROGRAMME'],
  )
  const first = (await read(id, admin, '?version=1')).body.data
  assert.deepEqual([first.version, first.rules], [1, withDefaults])
  assert.equal((await read(id, admin, '?version=3')).status, 404)
  const { body } = await world.call(`GET /api/check-profiles/${id}/versions`, { key: admin.key })
  assert.deepEqual(
    body.data.map(({ version, createdBy }: { version: number; createdBy: { id: string } }) => [
      version,
      createdBy.id,
    ]),
    [
      [2, admin.userId],
      [1, admin.userId],
    ],
  )
  assert.deepEqual(body.page, { current: 1, hasNext: false })
})
