import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { until } from '../../../test/helpers/until.ts'
import { answer, hang, startReceiver } from './fixtures/receiver.ts'
import { startWebhookWorld } from './fixtures/webhook-world.ts'

const world = await startWebhookWorld()
const { sql } = world.database

beforeEach(() => sql`delete from webhooks`)

const of = (log: { attempts: { status: number | null }[] }[]) =>
  log.map(({ attempts }) => attempts.map(({ status }) => status))

test('an event is sent as it is stored, and the reference implementation verifies it', async () => {
  const receiver = await startReceiver(answer(200, {}, 'thanks'))
  const { id, secret } = await world.webhook(receiver.url)
  const [event] = await world.happen('comment.created')
  const worker = world.worker()
  await world.settled()
  await worker.close()
  const [sent] = receiver.verified(secret)
  const { number, createdAt, ...rest } = sent!.data
  assert.deepEqual(rest, {
    id: event,
    type: 'comment.created',
    actor: { id: world.admin.userId, name: 'Ada', agent: false },
    project: null,
    data: { changed: ['name'] },
  })
  assert.ok(number > 0)
  assert.equal(sent!.type, 'comment.created')
  assert.equal(sent!.timestamp, `${createdAt.slice(0, 23).replace(' ', 'T')}Z`)
  const [one] = receiver.received
  assert.equal(one!.headers['webhook-id'], event)
  assert.equal(one!.headers['content-type'], 'application/json')
  assert.match(one!.headers['user-agent']!, /^Dailies/)
  const [delivery] = await world.log(id)
  assert.equal(delivery.request.body, one!.body)
  for (const [name, value] of Object.entries(delivery.request.headers))
    assert.equal(one!.headers[name], value)
  assert.deepEqual(
    [delivery.state, delivery.failure, delivery.nextAttemptAt, delivery.attempts.length],
    ['DELIVERED', null, null, 1],
  )
  const { startedAt, durationMs, ...attempt } = delivery.attempts[0]
  assert.match(startedAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
  assert.ok(durationMs >= 0)
  assert.deepEqual(attempt, { number: 1, url: receiver.url, status: 200, error: null, response: 'thanks' })
})

test('an active webhook gets the events of its workspace that match its filters', async () => {
  const receivers = await Promise.all(Array.from({ length: 4 }, () => startReceiver()))
  const filters = [['*'], ['file.*'], ['comment.created', 'skill.*'], ['*']]
  const made = []
  for (const [i, receiver] of receivers.entries()) made.push(await world.webhook(receiver.url, filters[i]))
  await world.call(`PATCH /api/webhooks/${made[3]!.id}`, { active: false })
  const elsewhere = await world.person({ workspaceId: await world.workspace(), role: 'OWNER' })
  const stranger = await startReceiver()
  await world.call('POST /api/webhooks', { url: stranger.url, events: ['*'] }, elsewhere.key)

  const types = [
    'file.created',
    'comment.created',
    'comment.deleted',
    'skill.version_published',
    'project.deleted',
  ]
  await world.happen(...types)
  const worker = world.worker()
  await world.settled()
  await worker.close()
  assert.deepEqual(
    receivers.map(({ received }) => received.map(({ body }) => JSON.parse(body).type).toSorted()),
    [types.toSorted(), ['file.created'], ['comment.created', 'skill.version_published'], []],
  )
  assert.equal(stranger.connections(), 0)
})

test('both secrets sign for 24 hours after a rotation; after two rotations, the newest two', async () => {
  const receiver = await startReceiver()
  const { id, secret: first } = await world.webhook(receiver.url)
  const rotate = async () => (await world.call(`POST /api/webhooks/${id}/secret.rotate`)).body.data.secret
  const verifies = (secret: string, i: number) => {
    const { headers, body } = receiver.received[i]!
    try {
      return new Webhook(secret).verify(body, headers) !== undefined
    } catch {
      return false
    }
  }
  const worker = world.worker()
  const send = async () => {
    await world.happen('comment.created')
    await world.settled()
    return receiver.received.length - 1
  }
  const second = await rotate()
  const both = await send()
  assert.deepEqual(
    [first, second].map((secret) => verifies(secret, both)),
    [true, true],
  )
  const third = await rotate()
  const newest = await send()
  assert.deepEqual(
    [first, second, third].map((secret) => verifies(secret, newest)),
    [false, true, true],
  )
  await world.pass('24 hours 1 second')
  const last = await send()
  assert.deepEqual(
    [first, second, third].map((secret) => verifies(secret, last)),
    [false, false, true],
  )
  await worker.close()
})

test('two workers side by side send each delivery once', async () => {
  const receivers = await Promise.all(Array.from({ length: 3 }, () => startReceiver()))
  const hooks = []
  for (const { url } of receivers) hooks.push(await world.webhook(url, ['version.*']))
  const events = await world.happen(...Array.from({ length: 100 }, () => 'version.created'))
  const workers = [world.worker(), world.worker()]
  await world.settled()
  for (const worker of workers) await worker.close()
  for (const receiver of receivers) {
    assert.equal(receiver.received.length, events.length)
    assert.deepEqual(receiver.events(), new Set(events))
  }
  const [counted] = await sql`
    select count(*)::integer as deliveries, max(attempts) as attempts from webhook_deliveries
    where webhook_id = any(${hooks.map(({ id }) => id)}) and state = 'DELIVERED'`
  assert.deepEqual(counted, { deliveries: 300, attempts: 1 })
})

test('a receiver that hangs does not delay another one', async () => {
  const [hanging, good] = [await startReceiver(hang), await startReceiver()]
  const held = await world.webhook(hanging.url, ['reaction.*'])
  await world.webhook(good.url, ['reaction.*'])
  // The receiver that hangs has the older deliveries, and more of them than there are slots.
  const types = Array.from({ length: 200 }, () => 'reaction.created')
  await world.happen(...types)
  const worker = world.worker({ timeoutMs: 60_000, graceMs: 0 })
  await until(() => good.events().size === types.length)
  assert.ok(hanging.received.length <= 16, `${hanging.received.length} at once`)

  // A worker that closes hands back unfinished deliveries at once; the next worker takes them over.
  await worker.close()
  hanging.become(answer(204))
  const next = world.worker()
  await world.settled()
  await next.close()
  assert.equal(hanging.events().size, types.length)
  const cut = (await world.log(held.id)).filter(
    ({ attempts }: { attempts: unknown[] }) => attempts.length > 1,
  )
  for (const { state, attempts } of cut) {
    assert.equal(state, 'DELIVERED')
    assert.deepEqual(
      [attempts[0].status, attempts[0].error],
      [null, 'Aborted: this server was shutting down.'],
    )
  }
})

test('a webhook that is switched off or deleted gets nothing more, not even pending deliveries', async () => {
  const receiver = await startReceiver(answer(500))
  const off = await world.webhook(receiver.url, ['folder.*'])
  const deleted = await world.webhook(receiver.url, ['folder.*'])
  await world.happen('folder.created')
  const worker = world.worker()
  await world.settled()
  assert.equal(receiver.received.length, 2)
  await world.call(`PATCH /api/webhooks/${off.id}`, { active: false })
  await world.call(`DELETE /api/webhooks/${deleted.id}`)
  const [ended] = await world.log(off.id)
  assert.deepEqual([ended.state, ended.failure, ended.attempts.length], ['FAILED', 'INACTIVE', 1])

  // A delivery that was created while the webhook was being switched off fails when it is due.
  await sql`
    insert into webhook_deliveries (webhook_id, event_id, event_type, body, next_attempt_at)
    values (${off.id}, gen_random_uuid(), 'folder.created', '{}', now())`
  await world.pass('3 days')
  await world.settled()
  await worker.close()
  assert.equal(receiver.received.length, 2)
  assert.deepEqual(of(await world.log(off.id)), [[500], []])
})

test('a webhook can be deleted or switched off during a request', async () => {
  const receiver = await startReceiver(hang)
  const off = await world.webhook(receiver.url, ['folder.*'])
  const deleted = await world.webhook(receiver.url, ['folder.*'])
  const answers: (() => void)[] = []
  receiver.become((_request, response) => answers.push(() => response.writeHead(200).end()))
  await world.happen('folder.created')
  const worker = world.worker()
  await until(() => answers.length === 2)
  await world.call(`PATCH /api/webhooks/${off.id}`, { active: false })
  await world.call(`DELETE /api/webhooks/${deleted.id}`)
  for (const respond of answers) respond()
  await worker.close()
  const [delivery] = await world.log(off.id)
  assert.deepEqual([delivery.state, delivery.failure], ['FAILED', 'INACTIVE'])
  assert.deepEqual(of([delivery]), [[200]])
})

test('410 switches a webhook off at once and fails its pending deliveries', async () => {
  const receiver = await startReceiver(answer(500))
  const { id } = await world.webhook(receiver.url, ['member.*'])
  await world.happen('member.added', 'member.removed')
  const worker = world.worker()
  await world.settled()
  receiver.become(answer(410, {}, 'no longer here'))
  const [gone] = await world.happen('member.updated')
  await world.settled()
  const { active, disabledReason } = (await world.call(`GET /api/webhooks/${id}`)).body.data
  assert.deepEqual([active, disabledReason], [false, 'GONE'])
  const log = await world.log(id)
  assert.deepEqual(
    log.map(({ state, failure }: { state: string; failure: string }) => [state, failure]),
    [
      ['FAILED', 'INACTIVE'],
      ['FAILED', 'INACTIVE'],
      ['FAILED', 'GONE'],
    ],
  )
  assert.equal(log[2].event.id, gone)
  await world.happen('member.added')
  assert.equal((await world.log(id)).length, 3)

  // An admin who has fixed the receiver switches the webhook on and resends the missed deliveries.
  receiver.become(answer(204))
  await world.call(`PATCH /api/webhooks/${id}`, { active: true })
  const back = (await world.call(`GET /api/webhooks/${id}`)).body.data
  assert.deepEqual([back.active, back.disabledReason], [true, null])
  for (const { id: delivery } of log)
    assert.equal((await world.call(`POST /api/webhook-deliveries/${delivery}/redeliver`)).status, 202)
  await world.settled()
  await worker.close()
  assert.deepEqual(of(await world.log(id)), [
    [500, 204],
    [500, 204],
    [410, 204],
  ])
})

test('410 from an old URL does not switch off a webhook whose URL has changed', async () => {
  const receiver = await startReceiver()
  const { id } = await world.webhook(receiver.url, ['member.*'])
  const arrived = Promise.withResolvers<() => void>()
  receiver.become((_request, response) => arrived.resolve(() => response.writeHead(410).end()))
  await world.happen('member.added')
  const worker = world.worker()
  const respond = await arrived.promise
  await world.call(`PATCH /api/webhooks/${id}`, { url: `${receiver.url}/new` })
  respond()
  await world.settled()
  await worker.close()
  assert.equal((await world.call(`GET /api/webhooks/${id}`)).body.data.active, true)
})

test('an attempt that the database lost in a crash does not prevent others from being recorded', async () => {
  const receiver = await startReceiver()
  const { id } = await world.webhook(receiver.url, ['file.*'])
  const worker = world.worker()
  await world.happen('file.created')
  await world.settled()
  // Claims are not flushed to disk: a number may be assigned twice. The log has it already.
  await sql`
    update webhook_deliveries set state = 'PENDING', attempts = 0, next_attempt_at = now(), ended_at = null
    where webhook_id = ${id}`
  await world.happen('file.uploaded')
  await world.settled()
  await worker.close()
  assert.deepEqual(of(await world.log(id)), [[204], [204]])
  assert.equal(receiver.received.length, 3)
})

test('a secret that cannot be decrypted is reported in the delivery log', async () => {
  const receiver = await startReceiver()
  const { id } = await world.webhook(receiver.url, ['skill.*'])
  await sql`update webhooks set secret = 'sealed by another key' where id = ${id}`
  await world.happen('skill.created')
  const worker = world.worker()
  await world.settled()
  await worker.close()
  const [delivery] = await world.log(id)
  assert.match(delivery.attempts[0].error, /SECRET_KEY/)
  assert.equal(receiver.connections(), 0)
})
