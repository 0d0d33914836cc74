import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

test('200: without settings, mail comes soon to the address of the account, if the server can send it', async () => {
  const { key, email } = await world.person()
  const { status, body } = await world.call('GET /api/notification-settings', { key })
  assert.equal(status, 200)
  assert.deepEqual(body.data, {
    mail: 'SOON',
    timeZone: null,
    email,
    emailConfirmed: true,
    mailConfigured: false,
    mailStopped: null,
  })
})

test('200: an address that was rejected shows why, and another address does not', async () => {
  const { key, userId, email } = await world.person()
  await world.database.sql`
    insert into notification_settings (user_id, stopped_email, stopped_reason, stopped_at)
    values (${userId}, ${email.toUpperCase()}, '550 No such user', '2026-01-02T03:04:05Z')`
  const read = async () => (await world.call('GET /api/notification-settings', { key })).body.data.mailStopped
  assert.deepEqual(await read(), { reason: '550 No such user', since: '2026-01-02 03:04:05.000000' })
  await world.database.sql`update users set email = 'new@example.com' where id = ${userId}`
  assert.equal(await read(), null)
})
