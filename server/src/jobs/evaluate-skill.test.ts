// Evaluations with a scripted model: every outcome, kill -9, the budget, and one payment for each example.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { missing } from '../../test/helpers/media-tools.ts'
import { forgetKilled, runQueuedNow, waitsInQueue } from '../../test/helpers/queued-tasks.ts'
import { until } from '../../test/helpers/until.ts'
import { defineShutDown } from '../../test/stand-ins/database-outage.ts'
import { answerUsd, startReviewModel } from '../../test/stand-ins/review-model-server.ts'
import { newNumberedProxy } from '../../test/worlds/numbered-proxy.ts'
import { newExample } from '../../test/worlds/samples/skill-evaluations.ts'
import {
  killWorkersAfterFile,
  startWorkerProcess,
  type WorkerProcess,
} from '../../test/worlds/worker-process.ts'
import { startWorld } from '../../test/worlds/world.ts'

const options = { skip: missing('ffmpeg') }
killWorkersAfterFile()
const model = await startReviewModel()
after(() => model.close())
const world = await startWorld({ env: { REVIEW_URL: model.url } })
const { id: projectId, owner } = await world.project()
const { sql } = world.database
const { key } = owner

const script = new URL('../../test/worlds/review-worker.ts', import.meta.url)
const startWorker = () => startWorkerProcess(world.databaseUrl, world.dataDir, model.url, script)
let worker: WorkerProcess | undefined

let proxy: Promise<string> | undefined
/** A skill with one example, which expects a note on the frames 10 to 20 of a video of 30 frames. */
async function skillWithExample() {
  worker ??= await startWorker()
  proxy ??= newNumberedProxy(world, 30)
  const example = await newExample(world, projectId, owner)
  const { fileId } = example
  await sql`update media set frames = 30, duration_ms = 1200 where file_id = ${fileId}`
  await sql`
    insert into media_derivatives (file_id, name, step, object_id) values (${fileId}, 'proxy.mp4', 'proxy', ${await proxy})`
  return example
}

type Ids = { skillId: string; skillVersionId: string }
async function start({ skillId, skillVersionId }: Ids, source = 'LIVE'): Promise<string> {
  const { status, body } = await world.call(`POST /api/skills/${skillId}/evaluations`, {
    key,
    body: { skillVersionId, source },
  })
  assert.equal(status, 202, JSON.stringify(body))
  return body.data.id
}

const ends = (id: string) =>
  until(async () => {
    const { data } = (await world.call(`GET /api/skill-evaluations/${id}`, { key })).body
    return !['QUEUED', 'RUNNING'].includes(data.state) && data
  })

const note = {
  ...{ firstFrame: 14, lastFrame: 16, firstMs: null, lastMs: null, page: null, area: null },
  ...{ text: 'Black', confidence: 0.8 },
}
model.setAnswer({ notes: [note], openNotes: [] })

test(
  '202: the model is asked once, without comments of people, and its answer is recorded',
  options,
  async () => {
    const example = await skillWithExample()
    await world.call(`POST /api/files/${example.fileId}/comments`, {
      key,
      body: { content: 'The answer', frame: 12 },
    })
    const before = model.charged()
    const evaluation = await ends(await start(example))
    assert.deepEqual(
      [evaluation.state, evaluation.recall, evaluation.precision, evaluation.costUsd, evaluation.model],
      ['READY', 1, 1, answerUsd, 'compatible:sample'],
    )
    assert.equal(model.charged(), before + 1)
    const { instructions, texts } = model.asked.at(-1)!
    assert.match(instructions, /# Sample/)
    assert.doesNotMatch([instructions, ...texts].join('\n'), /The answer|Black frames/)
    // The same text again, for nothing.
    const again = await ends(await start(example, 'RECORDED'))
    assert.deepEqual([again.state, again.recall, again.costUsd], ['READY', 1, null])
    assert.equal(model.charged(), before + 1)
    const [spent] = await sql<{ usd: number }>`
    select sum(cost_usd)::double precision as usd from review_payments where skill_review_id = ${evaluation.id}`
    assert.equal(spent!.usd, answerUsd)
  },
)

test('refusals and junk fail the example; what was not charged is not reserved', options, async () => {
  for (const [fault, code, isReserved] of [
    ['rejected key', 'provider_rejected_key', false],
    ['junk notes', 'provider_invalid_answer', true],
    ['dropped', 'start_unknown', true],
  ] as const) {
    const example = await skillWithExample()
    const before = model.requests()
    model.setFault(fault)
    const { id, state, failure, examples } = await ends(await start(example))
    model.setFault(null)
    assert.deepEqual([state, failure.code, examples[0].failure.code], ['FAILED', code, code], fault)
    assert.equal(model.requests(), before + 1, fault)
    const payments = await sql`select from review_payments where skill_review_id = ${id}`
    assert.equal(payments.length, isReserved ? 1 : 0, fault)
  }
})

test('a budget that is spent stops the request before it is made', options, async () => {
  const example = await skillWithExample()
  const before = model.requests()
  await sql`
    insert into review_budgets (project_id, monthly_usd) values (${projectId}, 0)
    on conflict (project_id) do update set monthly_usd = 0`
  const { state, failure } = await ends(await start(example))
  await sql`update review_budgets set monthly_usd = null where project_id = ${projectId}`
  assert.deepEqual([state, failure.code], ['FAILED', 'budget_reached'])
  assert.equal(model.requests(), before)
})

test('a database outage before the request: the example waits, and is paid once', options, async () => {
  const example = await skillWithExample()
  const [requests, charged] = [model.requests(), model.charged()]
  await defineShutDown(sql)
  await sql`
    create trigger shut_down before update on skill_evaluation_results for each row when (new.state = 'SENDING')
    execute function shut_down()`
  const id = await start(example)
  const task = `evaluate-skill:${id}`
  const state = await until(async () => {
    const waits = await waitsInQueue(sql, task)
    const [row] = await sql<{ state: string }>`select state from skill_evaluations where id = ${id}`
    return (waits || row!.state === 'FAILED') && row!.state
  })
  await sql`drop trigger shut_down on skill_evaluation_results`
  assert.equal(state, 'QUEUED')
  assert.equal(model.requests(), requests)
  assert.deepEqual(await sql`select from review_payments where skill_review_id = ${id}`, [])
  await runQueuedNow(sql, task)
  const evaluation = await ends(id)
  assert.deepEqual([evaluation.state, evaluation.failure], ['READY', null])
  assert.deepEqual([model.requests(), model.charged()], [requests + 1, charged + 1])
})

test(
  'kill -9 while the model answers: the next worker asks nobody, and the example fails',
  options,
  async () => {
    const example = await skillWithExample()
    const before = model.requests()
    model.hold()
    const id = await start(example)
    await until(() => model.requests() > before)
    await worker!.kill()
    await forgetKilled(sql)
    model.release()
    worker = await startWorker()
    const { state, failure } = await ends(id)
    assert.deepEqual([state, failure.code], ['FAILED', 'start_unknown'])
    assert.equal(model.requests(), before + 1)
  },
)

test('a cancelled evaluation asks about no further example', options, async () => {
  const example = await skillWithExample()
  await sql`
    insert into skill_examples (id, skill_id, file_id, name, expected)
    values (gen_random_uuid(), ${example.skillId}, ${example.fileId}, 'Second', '[]')`
  const before = model.requests()
  model.hold()
  const id = await start(example)
  await until(() => model.requests() > before)
  assert.equal((await world.call(`POST /api/skill-evaluations/${id}/cancel`, { key })).status, 204)
  model.release()
  // The worker ends the task when the answer has come: the next evaluation runs after it.
  const other = await ends(await start(await skillWithExample(), 'RECORDED'))
  assert.equal(other.state, 'FAILED')
  assert.equal((await ends(id)).state, 'CANCELLED')
  assert.equal(model.requests(), before + 1)
})
