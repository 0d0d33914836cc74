import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newInvitation } from '../../test/worlds/account-records.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { createOneTimeLink } from '../auth/one-time-links.ts'
import { signInOptions } from '../auth/passkeys.ts'
import { verbatim } from '../core/sql.ts'
import { deleteExpiredCredentials } from './delete-expired.ts'

const world = await startWorld()
const { sql } = world.database

test('expired credentials are deleted, valid ones stay', async () => {
  const { id: projectId, owner } = await world.project()
  await world.session(owner.userId)
  await createOneTimeLink(sql, '', owner.userId, 'RESET')
  await newInvitation(world, projectId, owner)
  await signInOptions(sql, 'http://localhost')
  for (const table of ['sessions', 'one_time_links', 'invitations', 'passkey_challenges']) {
    const count = async () => (await sql`select from ${verbatim(table)}`).length
    await world.runJob(deleteExpiredCredentials)
    assert.equal(await count(), 1, table)
    await sql`update ${verbatim(table)} set expires_at = now() - interval '1 second'`
    await world.runJob(deleteExpiredCredentials)
    assert.equal(await count(), 0, table)
  }
})
