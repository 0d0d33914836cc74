import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database

const change = (key: string, body: object) => world.call('PATCH /api/notification-settings', { key, body })

async function settingsOf(key: string) {
  const { mail, timeZone, mailStopped } = (await world.call('GET /api/notification-settings', { key })).body
    .data
  return { mail, timeZone, mailStopped }
}

test('204: changes the given fields only', async () => {
  const { key } = await world.person()
  for (const [body, expected] of [
    [{}, ['SOON', null]],
    [{ timeZone: 'Asia/Tokyo' }, ['SOON', 'Asia/Tokyo']],
    [{ mail: 'WEEKLY' }, ['WEEKLY', 'Asia/Tokyo']],
    [{ mail: 'NEVER', timeZone: 'UTC' }, ['NEVER', 'UTC']],
  ] as const) {
    assert.equal((await change(key, body)).status, 204)
    const { mail, timeZone } = await settingsOf(key)
    assert.deepEqual([mail, timeZone], expected)
  }
})

test('204: `mailStopped: null` starts mail to a rejected address again, other changes do not', async () => {
  const { key, userId, email } = await world.person()
  await sql`
    insert into notification_settings (user_id, stopped_email, stopped_reason, stopped_at)
    values (${userId}, ${email}, '550 No such user', now())`
  await change(key, { mail: 'DAILY' })
  assert.equal((await settingsOf(key)).mailStopped.reason, '550 No such user')
  assert.equal((await change(key, { mailStopped: null })).status, 204)
  assert.equal((await settingsOf(key)).mailStopped, null)
})

test('204: a worker looks at once when the frequency changes, but not at a mail that is being retried', async () => {
  const { key, userId } = await world.person()
  const isDue = async () => {
    const [row] = await sql<{ due: boolean }>`
      select due_at <= now() as due from mail_digests where user_id = ${userId}`
    return row!.due
  }
  await sql`insert into mail_digests (user_id, due_at, failures) values (${userId}, now() + interval '1 day', 1)`
  await change(key, { mail: 'HOURLY' })
  assert.equal(await isDue(), false)
  await sql`update mail_digests set failures = 0 where user_id = ${userId}`
  await change(key, { mail: 'SOON' })
  assert.equal(await isDue(), true)
})

test('400: an unknown time zone, an offset, an unknown frequency, and the address of an account', async () => {
  const { key } = await world.person()
  for (const [body, path] of [
    [{ timeZone: 'Mars/Olympus' }, '/timeZone'],
    [{ timeZone: '+02:00' }, '/timeZone'],
    [{ mail: 'YEARLY' }, '/mail'],
    [{ mailStopped: { reason: 'x' } }, '/mailStopped'],
    [{ email: 'ann@example.com' }, '/email'],
  ] as const) {
    const refused = await change(key, body)
    assert.deepEqual([refused.status, refused.body.errors[0].path], [400, path])
  }
})
