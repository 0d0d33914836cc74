import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSkillReview } from '../../test/worlds/samples/skill-reviews.ts'
import { newFile, newGeneration, newShare } from '../../test/worlds/samples.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { newUuid } from '../core/ids.ts'
import { type Lane, laneTasks } from './media-tasks.ts'
import { addTask, type QueuedTask } from './tasks.ts'
import {
  taskOfDeletedGeneration,
  taskOfPendingMedia,
  taskOfQueuedChecks,
  taskOfQueuedRenditions,
  taskOfQueuedSkillReview,
  taskOfQueuedWatermark,
} from './triggers.ts'
import { type WatermarkLane, watermarkTasks } from './watermark-tasks.ts'

const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project()

async function clearQueue(): Promise<void> {
  await sql`delete from graphile_worker._private_jobs`
}

/** The tasks in the queue, with their columns and payloads. */
async function queued() {
  return sql`
    select t.identifier as task, j.payload, j.key, j.priority
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`
}

/** The same after `addTask`. */
async function queuedAs(task: QueuedTask) {
  await clearQueue()
  await addTask(sql, task)
  return queued()
}

for (const lane of Object.keys(laneTasks) as Lane[]) {
  test(`a row of media that is inserted as PENDING in ${lane} gets the declared task`, async () => {
    const fileId = await newFile(world, projectId, owner)
    await clearQueue()
    await sql`delete from media where file_id = ${fileId}`
    await sql`insert into media (file_id, lane, priority) values (${fileId}, ${lane}, 7)`
    assert.deepEqual(await queued(), await queuedAs(taskOfPendingMedia({ fileId, lane, priority: 7 })))
  })
}

test('a row of media that becomes PENDING again gets the declared task, a finished one gets none', async () => {
  const fileId = await newFile(world, projectId, owner)
  await sql`
    insert into media (file_id) values (${fileId}) on conflict on constraint media_pkey do nothing`
  await clearQueue()
  await sql`update media set state = 'READY', lane = 'PROXIES' where file_id = ${fileId}`
  assert.deepEqual(await queued(), [])
  await sql`update media set state = 'PENDING' where file_id = ${fileId}`
  assert.deepEqual(
    await queued(),
    await queuedAs(taskOfPendingMedia({ fileId, lane: 'PROXIES', priority: 0 })),
  )
})

for (const lane of Object.keys(watermarkTasks) as WatermarkLane[]) {
  test(`a watermark that is queued in ${lane}, and queued again, gets the declared task; a finished one gets none`, async () => {
    const { id: shareId, fileId } = await newShare(world, projectId, owner)
    const id = newUuid()
    await sql`insert into media (file_id) values (${fileId}) on conflict on constraint media_pkey do nothing`
    await clearQueue()
    await sql`
      insert into watermarks (id, share_id, file_id, part, watermark, mark, text, revision, lane, priority)
      values (${id}, ${shareId}, ${fileId}, 'PROXY', '{}', '', '', gen_random_uuid(), ${lane}, 7)`
    const declared = taskOfQueuedWatermark({ id, lane, priority: 7 })
    assert.deepEqual(await queued(), await queuedAs(declared))
    await clearQueue()
    await sql`update watermarks set state = 'READY' where id = ${id}`
    assert.deepEqual(await queued(), [])
    await sql`update watermarks set state = 'QUEUED' where id = ${id}`
    assert.deepEqual(await queued(), await queuedAs(declared))
  })
}

test('renditions that are queued, and queued again, get the declared task; finished ones get none', async () => {
  const fileId = await newFile(world, projectId, owner)
  await sql`insert into media (file_id) values (${fileId}) on conflict on constraint media_pkey do nothing`
  await clearQueue()
  await sql`insert into renditions (file_id, revision) values (${fileId}, gen_random_uuid())`
  assert.deepEqual(await queued(), await queuedAs(taskOfQueuedRenditions({ fileId })))
  await clearQueue()
  await sql`update renditions set state = 'READY' where file_id = ${fileId}`
  assert.deepEqual(await queued(), [])
  await sql`update renditions set state = 'QUEUED' where file_id = ${fileId}`
  assert.deepEqual(await queued(), await queuedAs(taskOfQueuedRenditions({ fileId })))
})

test('checks that are queued, and queued again, get the declared task; finished ones get none', async () => {
  const fileId = await newFile(world, projectId, owner)
  await sql`insert into media (file_id) values (${fileId}) on conflict on constraint media_pkey do nothing`
  await clearQueue()
  await sql`insert into checks (file_id, revision) values (${fileId}, gen_random_uuid())`
  assert.deepEqual(await queued(), await queuedAs(taskOfQueuedChecks({ fileId })))
  await clearQueue()
  await sql`update checks set state = 'READY' where file_id = ${fileId}`
  assert.deepEqual(await queued(), [])
  await sql`update checks set state = 'QUEUED' where file_id = ${fileId}`
  assert.deepEqual(await queued(), await queuedAs(taskOfQueuedChecks({ fileId })))
})

test('a generation that is deleted while it runs gets the declared task, a queued one gets none', async () => {
  const running = await newGeneration(world, projectId, owner)
  const waiting = await newGeneration(world, projectId, owner)
  const handle = { id: 'theirs' }
  const [row] = await sql<{ provider: string }>`
    update generations set state = 'RUNNING', handle = ${JSON.stringify(handle)}::jsonb,
      client_reference = gen_random_uuid(), deadline_at = now()
    where file_id = ${running} returning provider`
  await clearQueue()
  await sql`delete from generations where file_id in (${running}, ${waiting})`
  assert.deepEqual(
    await queued(),
    await queuedAs(taskOfDeletedGeneration({ provider: row!.provider, handle })),
  )
})

test('a task with a wrong payload does not compile', () => {
  const wrong = (): QueuedTask[] => [
    // @ts-expect-error: `media` takes `fileId`.
    { task: 'media', payload: { file: 'f' } },
    // @ts-expect-error: `generation` also takes `attempt` and `provider`.
    { task: 'generation', payload: { fileId: 'f' } },
    // @ts-expect-error: no such task.
    { task: 'nothing', payload: {} },
  ]
  assert.equal(wrong().length, 3)
})

test('a queued skill review gets the declared task, and again when the checks of its file have ended', async () => {
  await clearQueue()
  const { id, fileId } = await newSkillReview(world, projectId, owner, 'QUEUED')
  const own = (await queued()).filter(({ task }) => task === 'review-with-skill')
  const declared = await queuedAs(taskOfQueuedSkillReview({ id }))
  assert.deepEqual(own, declared)
  await sql`insert into checks (file_id, revision, state) values (${fileId}, gen_random_uuid(), 'MEASURING')`
  await clearQueue()
  await sql`update checks set state = 'READY' where file_id = ${fileId}`
  assert.deepEqual(await queued(), declared)
  await sql`update skill_reviews set state = 'CANCELLED', ended_at = now() where id = ${id}`
  await clearQueue()
  await sql`update checks set state = 'READY' where file_id = ${fileId}`
  assert.deepEqual(await queued(), [])
})
