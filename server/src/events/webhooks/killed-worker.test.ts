import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../../../test/helpers/until.ts'
import { killWorkersAfterFile, startWorkerProcess } from '../../../test/worlds/worker-process.ts'
import { answer, hang, startReceiver } from './fixtures/receiver.ts'
import { secretKey, startWebhookWorld } from './fixtures/webhook-world.ts'

killWorkersAfterFile()

const world = await startWebhookWorld()
const { sql } = world.database
const dataDir = mkdtempSync(join(tmpdir(), 'dailies-webhooks-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))
const script = new URL('./fixtures/worker.ts', import.meta.url)

test('a delivery of a killed worker is sent by another one after its lease', async () => {
  const receiver = await startReceiver(hang)
  const { id, secret } = await world.webhook(receiver.url)
  const victim = await startWorkerProcess(world.databaseUrl, dataDir, secretKey, script)
  const events = await world.happen('file.created', 'file.uploaded', 'file.processed')
  await until(() => receiver.received.length === events.length)
  await victim.kill()
  receiver.become(answer(204))

  const heir = world.worker()
  const [held] = await sql`
    select count(*)::integer as deliveries, bool_and(claimed_until > now()) as held,
      max(claimed_until) < now() + interval '31 seconds' as soon
    from webhook_deliveries where state = 'PENDING'`
  assert.deepEqual(held, { deliveries: 3, held: true, soon: true })
  await world.pass('31 seconds')
  await world.settled()
  await heir.close()

  const sent = receiver.verified(secret).map(({ data }) => data.id)
  assert.deepEqual(sent.slice(0, 3).toSorted(), events.toSorted())
  assert.deepEqual(sent.slice(3).toSorted(), events.toSorted())
  for (const { state, attempts } of await world.log(id)) {
    // The outcome of the first attempt is unknown.
    const numbers = attempts.map(({ number }: { number: number }) => number)
    assert.deepEqual([state, numbers, attempts[0].status], ['DELIVERED', [2], 204])
  }
})

test('a worker that shuts down hands over unfinished deliveries at once', async () => {
  const receiver = await startReceiver(hang)
  const { id } = await world.webhook(receiver.url, ['skill.*'])
  const worker = await startWorkerProcess(world.databaseUrl, dataDir, secretKey, script)
  await world.happen('skill.created')
  await until(() => receiver.received.length === 1)
  assert.equal(await worker.stop(), 0)
  receiver.become(answer(204))
  const heir = world.worker()
  await until(() => receiver.received.length === 2)
  await heir.close()
  const [{ attempts }] = await world.log(id)
  assert.deepEqual(
    attempts.map(({ status, error }: { status: number | null; error: string | null }) => status ?? error),
    ['Aborted: this server was shutting down.', 204],
  )
})
