import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../test/helpers/until.ts'
import { killWorkersAfterFile, startWorkerProcess } from '../../../test/worlds/worker-process.ts'
import { answer, hang } from '../webhooks/fixtures/receiver.ts'
import { secretKey, startEndpoint, startSubscriptionWorld } from './fixtures/subscription-world.ts'

killWorkersAfterFile()

const world = await startSubscriptionWorld()
const script = new URL('./fixtures/worker.ts', import.meta.url)

test('an event of a killed worker is sent again by another one after its lease, with the same id', async () => {
  const { id, owner } = await world.project()
  const endpoint = await startEndpoint(hang)
  await world.subscribe(owner.key, {
    ...{ name: 'comment.created', arguments: { projectId: id }, delivery: endpoint.delivery },
  })
  const victim = await startWorkerProcess(world.databaseUrl, world.dataDir, secretKey, script)
  await world.comment(owner.key, id)
  await until(() => endpoint.bodies().length === 1)
  await victim.kill()
  await world.pass('-1 hour')
  endpoint.become(answer(204))

  const heir = world.newWorker()
  await heir.sendDue()
  assert.equal(endpoint.bodies().length, 1, 'the killed worker still holds the subscription')
  await world.pass('1 hour 26 s')
  await heir.sendDue()
  const [first, second, ...others] = endpoint.bodies()
  assert.deepEqual([second, others], [first, []])
  await world.comment(owner.key, id)
  await heir.sendDue()
  assert.equal(endpoint.bodies().length, 3)
})
