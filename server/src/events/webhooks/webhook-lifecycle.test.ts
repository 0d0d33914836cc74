import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeadlines } from '../../../test/helpers/deadlines.ts'
import { answer, type Behaviour, startReceiver } from './fixtures/receiver.ts'
import { startWebhookWorld } from './fixtures/webhook-world.ts'
import { retryDelays } from './retry-schedule.ts'

const world = await startWebhookWorld()
const { sql } = world.database

type Delivery = {
  id: string
  event: { id: string }
  state: string
  failure: string | null
  attempts: { number: number; status: number | null; error: string | null }[]
}

const outcomes = ({ attempts }: Delivery) => attempts.map(({ status, error }) => status ?? error)

test('a receiver that fails, hangs, redirects, answers 410 and returns after a day gets every event', async () => {
  const receiver = await startReceiver(answer(500, {}, 'broken'))
  const { id, secret } = await world.webhook(receiver.url)
  const deadlines = createDeadlines()
  const worker = world.worker({ timeoutMs: 15_000, startDeadline: deadlines.start })
  const happened: string[] = []
  /** Emits an event while the receiver behaves like this, and runs everything that is due. */
  const meanwhile = async (behaviour: Behaviour, passed: string) => {
    receiver.become(behaviour)
    await world.pass(passed)
    happened.push(...(await world.happen('comment.created')))
    await world.settled()
  }
  await meanwhile(answer(500, {}, 'broken'), '0 s')
  // Sends nothing, and the time limit passes.
  await meanwhile(() => deadlines.pass(15_000), '6 s')
  await meanwhile(answer(302, { location: 'http://169.254.169.254/' }), '6 minutes')
  await meanwhile((request) => request.socket.destroy(), '40 minutes')
  await meanwhile(answer(410), '3 hours')

  // The receiver is down for a day; then it returns, and an admin switches the webhook on again.
  assert.equal((await world.call(`GET /api/webhooks/${id}`)).body.data.disabledReason, 'GONE')
  await world.pass('1 day')
  receiver.become(answer(204))
  await world.call(`PATCH /api/webhooks/${id}`, { active: true })
  for (const delivery of await world.log(id, 'FAILED'))
    await world.call(`POST /api/webhook-deliveries/${delivery.id}/redeliver`)
  await world.settled()
  await worker.close()

  const log: Delivery[] = await world.log(id)
  assert.deepEqual(
    log.map(({ event, state }) => [event.id, state]),
    happened.map((event) => [event, 'DELIVERED']),
  )
  // Every received copy has a valid signature, and the last copy of each event was accepted.
  assert.deepEqual(new Set(receiver.verified(secret).map(({ data }) => data.id)), new Set(happened))
  const [first] = log
  const redirected = 'Redirects are not followed. It leads to http://169.254.169.254/'
  assert.deepEqual(outcomes(first!), [
    500,
    'There was no answer within 15 s.',
    302,
    'The connection was reset (ECONNRESET).',
    204,
  ])
  // One delivery got 410; the others failed with the webhook, without an attempt.
  assert.equal(log.filter((one) => outcomes(one).includes(410)).length, 1)
  assert.equal(first!.attempts[2]!.error, redirected)
  assert.deepEqual(
    log.map(({ attempts }) => attempts.map(({ number }) => number)),
    log.map(({ attempts }) => attempts.map((_, i) => i + 1)),
  )
})

test('a receiver that is down for a day gets every event by retries', async () => {
  const receiver = await startReceiver((request) => request.socket.destroy())
  const { id, secret } = await world.webhook(receiver.url)
  const worker = world.worker()
  const happened = await world.happen('file.created', 'file.uploaded', 'file.processed')
  await world.settled()
  let hours = 0
  for (const rung of retryDelays) {
    if (hours >= 24) break
    await world.pass(`${rung * 1.1} seconds`)
    await world.settled()
    hours += rung / 3_600
  }
  receiver.become(answer(200))
  await world.pass('1 day')
  await world.settled()
  await worker.close()
  const log: Delivery[] = await world.log(id)
  assert.deepEqual(
    log.map(({ event, state, attempts }) => [event.id, state, attempts.at(-1)!.status]),
    happened.map((event) => [event, 'DELIVERED', 200]),
  )
  const taken = receiver.verified(secret).map(({ data }) => data.id)
  for (const event of happened) assert.ok(taken.includes(event))
})

test('a delivery without retries left fails, and the webhook is switched off if nothing else was delivered', async () => {
  const receiver = await startReceiver(answer(503))
  const alone = await world.webhook(receiver.url, ['folder.*'])
  const picky = await startReceiver((_request, response, { body }) => {
    response.writeHead(JSON.parse(body).type === 'folder.created' ? 500 : 200).end()
  })
  const other = await world.webhook(picky.url, ['folder.*'])
  const worker = world.worker()
  await world.happen('folder.created')
  for (let i = 0; i <= retryDelays.length; i++) {
    // The first attempt is due at once. It must end before the time passes: otherwise its lease would expire under it.
    if (i > 0) await world.pass('27 hours')
    // Newer deliveries are added meanwhile, with fewer attempts.
    if (i === 5) await world.happen('folder.updated')
    await world.settled()
  }
  await worker.close()
  const state = async (id: string) => {
    const { active, disabledReason } = (await world.call(`GET /api/webhooks/${id}`)).body.data
    const log: Delivery[] = await world.log(id)
    return [active, disabledReason, ...log.map((one) => [one.state, one.failure, one.attempts.length])]
  }
  assert.deepEqual(await state(alone.id), [
    false,
    'FAILING',
    ['FAILED', 'EXHAUSTED', 10],
    ['FAILED', 'INACTIVE', 5],
  ])
  assert.deepEqual(await state(other.id), [true, null, ['FAILED', 'EXHAUSTED', 10], ['DELIVERED', null, 1]])
  // The due times of the attempts, varied by up to a tenth.
  const [ended] = await sql`select next_attempt_at, ended_at is not null as ended from webhook_deliveries
    where webhook_id = ${other.id} and state = 'FAILED'`
  assert.deepEqual(ended, { next_attempt_at: null, ended: true })
})
