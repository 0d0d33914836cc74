// The start of a review by a skill: new revisions, checks to wait for, and the budget of the month.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing } from '../../test/helpers/media-tools.ts'
import { until } from '../../test/helpers/until.ts'
import { answerUsd } from '../../test/stand-ins/review-model-server.ts'
import { frames, startReviewWorld } from '../../test/worlds/review-world.ts'
import { newSkillReviewer, sampleModel } from '../../test/worlds/samples/skill-reviews.ts'
import { newFile, newShare } from '../../test/worlds/samples.ts'

const options = { skip: missing('ffmpeg') }
const { model, world, owner, key, sql, video, ask, shown, ends, proxy, isAsked } = await startReviewWorld()

test(
  'a new revision starts a review once, when its previews are ready; older files do not',
  options,
  async () => {
    const other = await world.project({ owner })
    const old = await video()
    await sql`update files set project_id = ${other.id} where id = ${old}`
    await newSkillReviewer(world, other.id, owner, { model: sampleModel, trigger: 'NEW_REVISIONS' })
    const fileId = await newFile(world, other.id, owner)
    const requests = model.requests()
    await world.database.transaction(async (made) => {
      await made`
        insert into media (file_id, state, kind, duration_ms, frame_rate_num, frame_rate_den, frames)
        values (${fileId}, 'READY', 'VIDEO', 1200, 25, 1, ${frames})`
      await made`
        insert into media_derivatives (file_id, name, step, object_id)
        values (${fileId}, 'proxy.mp4', 'proxy', ${await proxy()})`
    })
    // Previews that are made again start nothing.
    for (const id of [fileId, old]) await sql`update media set state = 'READY' where file_id = ${id}`
    assert.equal((await ends(fileId)).state, 'READY')
    assert.deepEqual([(await shown(fileId)).skillReviews.length, model.requests()], [1, requests + 1])
    assert.deepEqual((await shown(old)).skillReviews, [])
  },
)

test(
  'an upload of a share guest starts no paid review by itself; one by the checks alone starts',
  options,
  async () => {
    const other = await world.project({ owner })
    const paid = await newSkillReviewer(world, other.id, owner, {
      model: sampleModel,
      trigger: 'NEW_REVISIONS',
    })
    const free = await newSkillReviewer(world, other.id, owner, { trigger: 'NEW_REVISIONS' })
    const { id: shareId, guestId } = await newShare(world, other.id, owner)
    const fileId = await newFile(world, other.id, owner)
    await sql`
    update all_files set author_id = (select user_id from share_guests where id = ${guestId}) where id = ${fileId}`
    await sql`insert into share_uploads (file_id, share_id, guest_id) values (${fileId}, ${shareId}, ${guestId})`
    await sql`
    insert into media (file_id, state, kind, duration_ms, frame_rate_num, frame_rate_den, frames)
    values (${fileId}, 'READY', 'VIDEO', 1200, 25, 1, ${frames})`
    const started = async () => sql`
    select skill_reviewer_id as id, automatic from skill_reviews where file_id = ${fileId} order by created_at`
    assert.deepEqual(await started(), [{ id: free, automatic: true }])
    // Neither do previews that are made again when the share is gone.
    await sql`delete from shares where id = ${shareId}`
    await sql`update media set state = 'READY' where file_id = ${fileId}`
    assert.equal((await started()).length, 1)
    assert.equal((await ask(fileId, paid)).status, 202)
  },
)

test('a run waits for checks that are under way, and goes on when they have ended', options, async () => {
  const fileId = await video()
  await sql`
    insert into checks (file_id, revision, state) select file_id, gen_random_uuid(), 'MEASURING' from media where file_id = ${fileId}`
  const { id } = (await ask(fileId)).body.data
  await until(async () => {
    const rows = await sql`
      select from graphile_worker._private_jobs
      where key = ${`review-with-skill:${id}`} and run_at > now() + interval '30 minutes'`
    return rows.length > 0
  })
  assert.equal((await shown(fileId)).skillReviews[0]!.state, 'QUEUED')
  await sql`update checks set state = 'READY', ended_at = now() where file_id = ${fileId}`
  assert.equal((await ends(fileId)).state, 'READY')
})

test(
  'the budget of the month: parallel runs cannot pass it, and a run that does not fit is not sent',
  options,
  async () => {
    const files = [await video(), await video()]
    const other = await world.project({ owner })
    await sql`update files set project_id = ${other.id} where id = any(${files})`
    const id = await newSkillReviewer(world, other.id, owner, { model: sampleModel })
    const put = (monthlyUsd: number) =>
      world.call(`PUT /api/projects/${other.id}/review-budget`, { key, body: { monthlyUsd } })
    // A request reserves about 0.19 dollars: the budget is enough for one of the two that are under way.
    assert.equal((await put(0.3)).status, 200)
    const requests = model.requests()
    model.hold()
    await Promise.all(files.map((fileId) => ask(fileId, id)))
    await isAsked(requests)
    const refused = await until(async () => {
      const all = await Promise.all(files.map(async (fileId) => (await shown(fileId)).skillReviews[0]!))
      return all.find(({ state }) => state === 'FAILED')
    })
    assert.equal(refused.failure?.code, 'budget_reached')
    model.release()
    await Promise.all(files.map(ends))
    assert.equal(model.requests(), requests + 1)
    const budget = async () =>
      (await world.call(`GET /api/projects/${other.id}/skill-reviewers`, { key })).body.data.budget
    assert.deepEqual([(await budget()).monthlyUsd, (await budget()).spentUsd], [0.3, answerUsd])
    await put(answerUsd)
    const file = await video()
    await sql`update files set project_id = ${other.id} where id = ${file}`
    assert.equal((await ask(file, id)).body.code, 'review_budget_reached')
  },
)
