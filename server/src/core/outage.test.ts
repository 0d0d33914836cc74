import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../test/worlds/world.ts'
import { diskFull } from './disk-space.ts'
import { ApiError } from './errors.ts'
import { isOutage } from './outage.ts'
import { StorageUnavailable } from './storage.ts'

test('errors of a database that shuts down or is full are outages; errors of a statement are not', async () => {
  const { sql } = (await startWorld()).database
  await sql`
    create function refuse(code text) returns void language plpgsql as
    $$ begin raise exception 'refused' using errcode = code; end $$`
  for (const code of ['admin_shutdown', 'disk_full', 'too_many_connections']) {
    await assert.rejects(sql`select refuse(${code})`, isOutage, code)
  }
  for (const code of ['unique_violation', 'check_violation', 'division_by_zero']) {
    await assert.rejects(sql`select refuse(${code})`, (error) => !isOutage(error), code)
  }
})

test('a storage that does not answer is an outage; a full disk of the storage and other errors are not', () => {
  assert.ok(isOutage(new StorageUnavailable('no answer')))
  const others = [
    diskFull(),
    diskFull({ cause: { code: 'ENOSPC' } }),
    new ApiError('not_found'),
    new Error('x'),
    null,
  ]
  assert.deepEqual(others.filter(isOutage), [])
})
