import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Comment } from '../../records/comment.ts'
import { startCommentWorld } from './fixtures/comment-world.ts'

const { world, sql, projectId, owner, file, comment, read, fill } = await startCommentWorld()

async function list(fileId: string, body: object = {}, key = owner.key) {
  const answer = await world.call(`QUERY /api/files/${fileId}/comments`, { key, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id)

test('200: by default the newest 50, ascending, like a chat', async () => {
  const fileId = await file('video/mp4')
  const made = await fill(51, { fileId })
  const page = await list(fileId)
  assert.deepEqual(ids(page), made.slice(1))
  assert.deepEqual(ids(await list(fileId, { prev: page.page.prev })), made.slice(0, 1))
})

test('200: by anchor, then by age, comments without anchor last; and the reverse', async () => {
  const fileId = await file('video/mp4')
  const made = await fill(120, { fileId })
  await sql`
    update comments c set anchor = case when n % 4 > 0 then (120 - n) / 10 end
    from unnest(${made}::uuid[]) with ordinality as made (id, n) where c.id = made.id`
  const anchors = await sql<{ id: string }>`
    select id from comments where file_id = ${fileId} order by anchor nulls last, id`
  const expected = anchors.map(({ id }) => id)
  for (const direction of ['asc', 'desc']) {
    const sort = { type: 'anchor', direction }
    const walked: string[] = []
    let page = await list(fileId, { sort })
    const first = page
    walked.push(...ids(page))
    while (page.page.next !== null) {
      page = await list(fileId, { sort, next: page.page.next })
      walked.push(...ids(page))
    }
    assert.deepEqual(walked, direction === 'asc' ? expected : expected.toReversed())
    const back = await list(fileId, {
      sort,
      prev: (await list(fileId, { sort, next: first.page.next })).page.prev,
    })
    assert.deepEqual(ids(back), ids(first))
  }
})

test('200: deleted parents have no anchor and come last by anchor, on every page', async () => {
  const fileId = await file('video/mp4')
  const made = await fill(60, { fileId })
  await sql`
    update comments c set anchor = n * 10, duration = 5, frame = n
    from unnest(${made}::uuid[]) with ordinality as made (id, n) where c.id = made.id`
  const gone = [made[0]!, made[30]!, made[49]!, made[59]!]
  for (const id of gone) {
    await comment({ content: 'Yes', parent: { id } }, owner.key, `files/${fileId}`)
    assert.equal((await world.call(`DELETE /api/comments/${id}`, { key: owner.key })).status, 204)
  }
  const expected = [...made.filter((id) => !gone.includes(id)), ...gone]
  for (const direction of ['asc', 'desc']) {
    const sort = { type: 'anchor', direction }
    const first = await list(fileId, { sort })
    const second = await list(fileId, { sort, next: first.page.next })
    const walked = [...first.data, ...second.data]
    assert.deepEqual(ids({ data: walked }), direction === 'asc' ? expected : expected.toReversed())
    assert.deepEqual(ids(await list(fileId, { sort, prev: second.page.prev })), ids(first))
    for (const { id, anchor, duration, frame } of walked) {
      const nth = made.indexOf(id) + 1
      const place = gone.includes(id) ? [null, null, null] : [nth * 10, 5, nth]
      assert.deepEqual([anchor, duration, frame], place)
    }
  }
  const byTime = (await list(fileId, { sort: { direction: 'desc' } })).data
  assert.deepEqual([byTime[0].id, byTime[0].anchor, byTime[0].duration], [made[59], null, null])
})

test('200: complete records of this file only, without replies', async () => {
  const fileId = await file('video/mp4')
  const on = `files/${fileId}`
  const id = await comment({ content: 'Here: "é" \\ 😀\n\u2028', anchor: 5, frame: 1 }, owner.key, on)
  await comment({ content: 'Yes', parent: { id } }, owner.key, on)
  await comment({ content: 'Elsewhere' }, owner.key, `files/${await file('video/mp4')}`)
  await comment({ content: 'Project' })
  const { data } = await list(fileId)
  assert.deepEqual(data, [await read(id)])
  assert.deepEqual(data, [Comment.strict().parse(data[0])])
})

test('200: a page is read in one statement from the index of its order', async () => {
  const fileId = await file('video/mp4')
  await fill(2000, { fileId })
  await sql`analyze all_comments`
  const plan = await sql<{ 'QUERY PLAN': string }>`
    explain select c.id from comments c where c.parent_id is null and c.file_id = ${fileId}
    order by coalesce(case when c.deleted_at is null then c.anchor end, 9007199254740991), c.id limit 51`
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  assert.match(text, /comments_anchor_idx/)
  assert.doesNotMatch(text, /Sort/)
})

test('404: a restricted reviewer, for a file that is not marked for them', async () => {
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const hidden = await file('video/mp4', false)
  const answer = await world.call(`QUERY /api/files/${hidden}/comments`, { key, body: {} })
  assert.equal(answer.status, 404)
  assert.deepEqual((await list(await file('video/mp4'), {}, key)).data, [])
})
