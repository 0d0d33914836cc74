// Mail servers that refuse, hang or are away, and several workers at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../test/helpers/until.ts'
import { answer } from '../../../test/stand-ins/smtp-server.ts'
import { createMail } from '../../auth/mail.ts'
import { startMailWorld } from './fixtures/mail-world.ts'

const world = await startMailWorld()
const { sql } = world.database
const { smtp } = world

/** A comment about each of these people's files, due for mail. */
async function due(reviews: { ben: Parameters<typeof world.comment>[0]; fileId: string }[], text = 'Hello.') {
  for (const { ben, fileId } of reviews) await world.comment(ben, fileId, text)
  await world.notify()
  world.passMinutes(11)
}

const settingsOf = async (key: string) =>
  (await world.call('GET /api/notification-settings', { key })).body.data

test('a rejected address stops, shows why, and can be tried again', async () => {
  const review = await world.review()
  const { ann } = review
  smtp.become({
    async recipient(address) {
      if (address === ann.email) throw answer(550, '5.1.1 No such user here')
    },
  })
  await due([review])
  assert.deepEqual(await world.deliver(), [])
  const { mailStopped, ...settings } = await settingsOf(ann.key)
  assert.match(mailStopped.reason, /^550 5\.1\.1 No such user here/)
  assert.ok(Date.parse(`${mailStopped.since}Z`) > Date.now() - 60_000)
  assert.deepEqual([settings.email, settings.mailConfigured], [ann.email, true])
  smtp.become({})
  await due([review], 'Stopped.')
  assert.deepEqual(await world.deliver(), [])
  const again = await world.call('PATCH /api/notification-settings', {
    key: ann.key,
    body: { mailStopped: null },
  })
  assert.equal(again.status, 204)
  assert.equal((await settingsOf(ann.key)).mailStopped, null)
  await due([review], 'Back.')
  const [letter] = await world.deliver()
  assert.deepEqual([letter!.to, /Back/.test(letter!.mail.text!)], [ann.email, true])
})

test('a login that the server refuses at RCPT stops nobody', async () => {
  const review = await world.review()
  smtp.become({
    async recipient() {
      throw answer(530, '5.7.0 Authentication required')
    },
  })
  await due([review])
  assert.deepEqual(await world.deliver(), [])
  assert.equal((await settingsOf(review.ann.key)).mailStopped, null)
  smtp.become({})
  world.passMinutes(2)
  assert.equal((await world.deliver()).length, 1)
})

test('a temporary refusal is retried later and holds up nobody', async () => {
  const [slow, other] = [await world.review(), await world.review()]
  let refused = 0
  smtp.become({
    async recipient(address) {
      if (address !== slow.ann.email) return
      refused++
      throw answer(451, '4.7.1 Greylisted, try again')
    },
  })
  await due([slow, other])
  const first = await world.deliver()
  assert.deepEqual(
    first.map(({ to }) => to),
    [other.ann.email],
  )
  world.passMinutes(1)
  await world.deliver()
  // The second retry waits for two minutes.
  world.passMinutes(1)
  await world.deliver()
  assert.equal(refused, 2)
  await world.comment(slow.ben, slow.fileId, 'Meanwhile.')
  await world.notify()
  smtp.become({})
  world.passMinutes(2)
  const [letter, ...others] = await world.deliver()
  assert.equal(others.length, 0)
  assert.match(letter!.mail.text!, /Hello[\s\S]*Meanwhile/)
})

test('an unreachable mail server delays mail and loses none', async () => {
  const review = await world.review()
  const logger = { warn() {}, error() {} }
  const away = await createMail({
    ...{ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'review@example.com', logger, isCopy: () => false },
  })
  await due([review])
  for (let hour = 0; hour < 3; hour++) {
    assert.deepEqual(await world.deliver({ mail: away }), [])
    world.passMinutes(60)
  }
  assert.equal((await world.deliver()).length, 1)
})

test('two workers send each of 24 mails once, with at most five connections each', async () => {
  const reviews = await Promise.all(Array.from({ length: 24 }, () => world.review()))
  await due(reviews)
  const [one, two] = [world.mailer(), world.mailer()]
  await until(() => smtp.mails.length >= reviews.length)
  await Promise.all([one.close(), two.close()])
  const sent = smtp.take().map(({ to }) => to)
  assert.deepEqual(sent.toSorted(), reviews.map(({ ann }) => ann.email).toSorted())
  assert.ok(smtp.mostConnections() <= 10)
  const [left] = await sql`
    select (select count(*) from mail_digests where due_at is not null or mail_id is not null or claimed_until is not null)
      + (select count(*) from notification_events where mailed_at is null) as count`
  assert.deepEqual(left, { count: 0 })
})

test('a slow mail server: the lease is renewed, so no other worker sends the same mail', async () => {
  const [slow, other] = [await world.review(), await world.review()]
  const released = Promise.withResolvers<void>()
  let received = 0
  smtp.become({
    async message({ to }) {
      if (to !== slow.ann.email) return
      received++
      await released.promise
    },
  })
  await due([slow, other])
  const lease = async () => {
    const [row] = await sql<{ until: string | null }>`
      select claimed_until as until from mail_digests where user_id = ${slow.ann.userId}`
    return row!.until
  }
  const first = world.mailer({ leaseSeconds: 1 })
  await until(() => received === 1)
  await until(() => smtp.mails.length === 1)
  const second = world.mailer({ leaseSeconds: 1, pollMs: 50 })
  for (let renewal = 0; renewal < 4; renewal++) {
    const before = await lease()
    await until(async () => (await lease()) !== before)
  }
  released.resolve()
  await until(() => smtp.mails.length === 2)
  await Promise.all([first.close(), second.close()])
  assert.equal(received, 1)
  smtp.become({})
  assert.equal(smtp.take().length, 2)
})

test('a connection that is lost after the message repeats it with the same id and the same events', async () => {
  const review = await world.review()
  const ids: string[] = []
  smtp.become({
    async message({ mail }) {
      ids.push(mail.messageId!)
      if (ids.length === 1) throw answer(421, 'Closing')
    },
  })
  await due([review], 'Once.')
  const dropped = { ...world.services.mail, configured: true, deliver: lostAnswer }
  async function lostAnswer(message: Parameters<typeof world.services.mail.deliver>[0]) {
    await world.services.mail.deliver(message)
    return { state: 'unknown', reason: 'Connection lost', permanent: false } as const
  }
  await world.deliver({ mail: dropped })
  await world.comment(review.ben, review.fileId, 'Later.')
  await world.notify()
  world.passMinutes(2)
  const [letter] = await world.deliver()
  assert.equal(ids[0], ids[1])
  assert.doesNotMatch(letter!.mail.text!, /Later/)
  smtp.become({})
  world.passMinutes(11)
  const [next] = await world.deliver()
  assert.match(next!.mail.text!, /Later/)
})
